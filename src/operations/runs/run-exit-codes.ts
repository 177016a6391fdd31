import { NETWORK_KINDS } from '../../http/message/network-failure.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { EXIT, type ExitCode } from './exit-code.js';

/** Returns every exit code that applies to the results of a run. */
export function runExitCodes(run: RunOutcome): readonly ExitCode[] {
  const codes: ExitCode[] = [];
  let hasOtherFailure = false;
  let hasNetworkFailure = false;
  for (const { results, broken } of run.files) {
    if (broken.length > 0) codes.push(EXIT.requestFile);
    else {
      for (const { passed, skipped, errorKind } of results) {
        if (passed || skipped) continue;
        if (NETWORK_KINDS.has(errorKind)) hasNetworkFailure = true;
        else hasOtherFailure = true;
        if (errorKind === 'internal') codes.push(EXIT.internal);
        if (errorKind === 'unsupported') codes.push(EXIT.requestFile);
      }
    }
  }
  // A run that left something out because of its files is not a success.
  if ((run.unresolved ?? []).length > 0) codes.push(EXIT.requestFile);
  // Snapshots are files that the run writes.
  if ((run.problems ?? []).length > 0) codes.push(EXIT.input);
  if (hasOtherFailure) codes.push(EXIT.failed);
  else if (hasNetworkFailure) codes.push(EXIT.network);
  return codes;
}
