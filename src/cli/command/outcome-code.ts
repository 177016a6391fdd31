import { NETWORK_KINDS } from '../../http/message/network-failure.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';

/** What the results say: every code that applies (cli.md 2). */
export function outcomeCodes(run: RunOutcome): readonly ExitCode[] {
  const codes: ExitCode[] = [];
  let elsewhere = false;
  let network = false;
  for (const { results, broken } of run.files) {
    if (broken.length > 0) codes.push(EXIT.requestFile);
    else {
      for (const { passed, skipped, errorKind } of results) {
        if (passed || skipped) continue;
        if (NETWORK_KINDS.has(errorKind)) network = true;
        else elsewhere = true;
        if (errorKind === 'internal') codes.push(EXIT.internal);
      }
    }
  }
  // A snapshot is a file that the run writes.
  if ((run.problems ?? []).length > 0) codes.push(EXIT.input);
  if (elsewhere) codes.push(EXIT.failed);
  else if (network) codes.push(EXIT.network);
  return codes;
}
