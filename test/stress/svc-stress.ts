import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { runSvc, type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

export interface StressOutcome extends RunOutcome {
  readonly result: StressResult;
  readonly cwd: string;
}

/** `svc stress a.http -o json` with the given text. */
export async function stressJson(
  text: string,
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<StressOutcome> {
  const cwd = await temporaryWorkspace({ 'a.http': text, ...files });
  const outcome = await runSvc(['stress', 'a.http', '-o', 'json', ...args], { cwd, timeout: 240_000 });
  if (outcome.stdout === '') throw new Error(`no result; code ${outcome.code}: ${outcome.stderr}`);
  return { ...outcome, result: JSON.parse(outcome.stdout) as StressResult, cwd };
}
