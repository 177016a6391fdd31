/** Judges a response by assertions, as the runner does. */
import { conditionsHold, passesResolved } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { passesChecks } from '../../runner/check-response.js';
import { readsMasked } from './masked-value.js';
import type { ReplayedAssertion } from './replayed-assertion.js';

export type Verdict = 'passed' | 'failed' | 'skipped';

/** Synchronous where nothing has to be waited for: a promise takes longer than most assertions. */
export function verdictOn(
  { resolved, context, isMasked }: ReplayedAssertion,
  view: ResponseView,
): Verdict | Promise<Verdict> {
  if (isMasked) return maskedVerdict({ resolved, context }, view);
  if (resolved.conditions !== undefined) return conditionalVerdict({ resolved, context }, view);
  const passed = passesResolved(resolved, view, context);
  return passed instanceof Promise ? passed.then(verdictOf) : verdictOf(passed);
}

async function maskedVerdict(assertion: ReplayedAssertion, view: ResponseView): Promise<Verdict> {
  return (await readsMasked(assertion, view)) ? 'passed' : conditionalVerdict(assertion, view);
}

async function conditionalVerdict(
  { resolved, context }: ReplayedAssertion,
  view: ResponseView,
): Promise<Verdict> {
  const { conditions } = resolved;
  if (conditions && !(await conditionsHold(conditions, view, context))) return 'skipped';
  return verdictOf(await passesResolved(resolved, view, context));
}

function verdictOf(passed: boolean): Verdict {
  return passed ? 'passed' : 'failed';
}

/** Whether the request would fail with this response; `hasOtherChecks` stands for assertions that passed elsewhere. */
export async function failsWith(
  view: ResponseView,
  assertions: readonly ReplayedAssertion[],
  hasOtherChecks: boolean,
): Promise<boolean> {
  const results: { readonly passed: boolean; readonly skipped?: true }[] = [];
  for (const assertion of assertions) {
    const verdict = await verdictOn(assertion, view);
    if (verdict === 'failed') return true;
    if (verdict === 'passed') results.push({ passed: true });
  }
  return !hasOtherChecks && !passesChecks(results, view.status);
}
