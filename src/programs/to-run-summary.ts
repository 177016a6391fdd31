/** The results of a run as programs receive them: those of the API. */
import { toRequestResult, toRunResult, type ExecutionFacts } from '../events/run-result.js';
import { runExitCodes } from '../operations/runs/run-exit-codes.js';
import { worstExitCode } from '../operations/runs/exit-code.js';
import type { FileOutcome, RequestOutcome, RunOutcome } from '../runner/outcome/result.js';
import type { RequestResult, RunResult, RunSummary } from './result-types.js';

export function toProgramResult(outcome: RequestOutcome): RequestResult {
  return toRequestResult(named(outcome));
}

export function toProgramRunResult(
  file: FileOutcome,
  facts: Pick<ExecutionFacts, 'id' | 'environment'>,
): RunResult {
  return { ...toRunResult({ ...file, results: file.results.map(named) }, facts), runId: 0 };
}

export function toRunSummary(
  outcome: RunOutcome,
  { resultOf }: { readonly resultOf: (file: FileOutcome) => RunResult },
  warnings: readonly string[],
): RunSummary {
  const { passed, failed, skipped, duration, environment } = outcome;
  const exitCode = worstExitCode(runExitCodes(outcome));
  return {
    ok: exitCode === 0,
    exitCode,
    passed,
    failed,
    skipped,
    duration: Math.round(duration),
    startedAt: new Date(outcome.startedAt).toISOString(),
    environment,
    files: outcome.files.map((file) => resultOf(file)),
    warnings,
  };
}

/** In the reports of the command line, an unnamed request has no name. */
function named(outcome: RequestOutcome): RequestOutcome {
  return outcome.name === '' ? { ...outcome, name: outcome.shownName } : outcome;
}
