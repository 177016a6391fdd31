/** Runs a plan several times, one pass after another, and joins the results to those of one run. */
import { ServiceError } from '../../errors.js';
import { GlobalStore } from '../../evaluation/variables/globals.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import { isRepeated } from '../../request-file/model/repeated-request.js';
import { countExpectedResults } from '../../runner/expected-results.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { Run } from '../../runner/run.js';
import { JoinedPasses } from './join-passes.js';
import { countSteps, planOfLaterPasses } from './later-passes.js';

const MAX_RESULTS = 1_000_000;

export type ExecutePlan = (
  run: Run,
  plan: RunPlan,
  onEvent: (event: RunEvent) => void,
) => Promise<RunOutcome>;

/**
 * Scope, captures, cookies and what requests of other files share are new in each pass; connections, tokens and the
 * secrets that were found stay. A failure with `bail`, or the end of the run, ends all passes.
 */
export async function repeatRun(
  run: Run,
  plan: RunPlan,
  onEvent: (event: RunEvent) => void,
  { passes, execute }: { readonly passes: number; readonly execute: ExecutePlan },
): Promise<RunOutcome> {
  const later = planOfLaterPasses(plan);
  await refuseTooManyResults(run, plan, later, passes);
  onEvent({
    kind: 'run-start',
    files: plan.files.length,
    total: countSteps(plan) + (passes - 1) * countSteps(later),
  });
  const joined = new JoinedPasses(passes);
  // The start and the end of a pass are not those of the run.
  const pass = (event: RunEvent): void => {
    if (event.kind !== 'run-start' && event.kind !== 'run-end') onEvent(event);
  };
  for (let iteration = 1; iteration <= passes; iteration++) {
    onEvent({ kind: 'pass-start', iteration, passes });
    const ofPass = { ...run, globals: new GlobalStore(), options: { ...run.options, iteration } };
    const outcome = await execute(ofPass, iteration === 1 ? plan : later, pass);
    joined.add(outcome);
    if (run.signal.aborted || (run.options.bail && outcome.failed > 0)) break;
    // How long the list of an `@each` is may turn out only now.
    if (joined.count + countOf(outcome) > MAX_RESULTS && iteration < passes) {
      joined.stop(`ended after run ${iteration} of ${passes}, since ${MAX_RESULTS} results are the most`);
      break;
    }
  }
  const outcome = joined.outcome(run, plan);
  onEvent({ kind: 'run-end', outcome });
  return outcome;
}

function countOf({ passed, failed, skipped }: RunOutcome): number {
  return passed + failed + skipped;
}

/** Nothing is sent yet, so as much as can be said about the number of results is said now. */
async function refuseTooManyResults(run: Run, plan: RunPlan, later: RunPlan, passes: number): Promise<void> {
  const first = await countResultsOf(run, plan);
  const each = await countResultsOf(run, later);
  const total = first + (passes - 1) * each;
  if (total <= MAX_RESULTS) return;
  const most = Math.floor((MAX_RESULTS - first) / Math.max(1, each)) + 1;
  const advice = most > 0 ? `repeat at most ${most} times` : 'select fewer requests';
  throw new ServiceError(
    'usage',
    `repeat ${passes} would give ${total} results, but ${MAX_RESULTS} are the most; ${advice}`,
  );
}

async function countResultsOf(run: Run, plan: RunPlan): Promise<number> {
  let total = 0;
  for (const file of plan.files) {
    const isPlain = file.steps.every(({ node }) => !isRepeated(node.request));
    const counts = isPlain ? [file.steps.length] : await countExpectedResults(file, run);
    total += counts.reduce((sum, count) => sum + count, file.broken.length > 0 ? 1 : 0);
  }
  return total;
}
