import type { Verdict } from '../../components/marks.js';
import type { FileRun } from '../../state/runs/executions.js';
import { hasPassed } from '../../state/runs/results-text.js';

/** The verdict on a file: it has passed only when all its requests have. */
export function runVerdict(run: FileRun | undefined, requestsInFile: number): Verdict {
  if (run === undefined) return 'none';
  if (run.state === 'running') return 'running';
  if (run.state === 'failed') return 'failed';
  const { result } = run;
  if (result === undefined) return 'none';
  if (result.failed > 0) return 'failed';
  if (hasPassed(result, requestsInFile)) return 'passed';
  if (result.passed > 0) return 'partly';
  return result.cancelled > 0 ? 'cancelled' : 'skipped';
}
