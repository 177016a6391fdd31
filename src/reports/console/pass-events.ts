import { getOrAdd } from '../../primitives/get-or-add.js';
import { countResults } from '../../runner/file-progress.js';
import type { FileOutcome, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';

/** The passes of a run that was repeated, as it reported them while it ran. */
export function* passEvents({ files, passes = 1 }: RunOutcome): Generator<RunEvent> {
  const byPass = new Map<number, FileOutcome[]>();
  for (const file of files) {
    for (const [iteration, results] of resultsByPass(file)) {
      const ofPass = { ...file, ...countResults(results), results };
      getOrAdd(byPass, iteration, (): FileOutcome[] => []).push(ofPass);
    }
  }
  for (const iteration of [...byPass.keys()].sort((a, b) => a - b)) {
    yield { kind: 'pass-start', iteration, passes };
    const ofPass = byPass.get(iteration) ?? [];
    for (const [index, outcome] of ofPass.entries())
      yield { kind: 'file-end', file: outcome.file, index, total: ofPass.length, outcome };
  }
}

function resultsByPass({ results }: FileOutcome): ReadonlyMap<number, readonly RequestOutcome[]> {
  const byPass = new Map<number, RequestOutcome[]>();
  for (const outcome of results)
    getOrAdd(byPass, outcome.iteration ?? 1, (): RequestOutcome[] => []).push(outcome);
  return byPass;
}
