/** Checks whether a mock response passes the assertions of its own request. */
import { checkResolved } from '../../evaluation/check-assertion.js';
import type { AssertionContext } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { readSubject } from '../../request-file/expressions/parse-subject.js';
import { comparisonsOf } from '../../request-file/model/all-checks.js';
import type { Assertion, Comparison } from '../../request-file/model/model.js';
import { classifyPlaceholder, cutTemplate } from '../../request-file/text/template.js';
import { tryResolve, type YieldIfDue } from '../values/constraint.js';

export interface FailedAssertion {
  readonly assertion: Assertion;
  readonly actual: unknown;
}

export async function checkResponse(
  assertions: readonly Assertion[],
  view: ResponseView,
  scope: Scope,
  schema: AssertionContext['schema'],
  yieldIfDue: YieldIfDue,
): Promise<readonly FailedAssertion[]> {
  const violations: FailedAssertion[] = [];
  for (const assertion of assertions) {
    const yielded = yieldIfDue();
    if (yielded) await yielded;
    view.limits.signal?.throwIfAborted();
    const resolved = canBeChecked(assertion) ? tryResolve(assertion, scope) : undefined;
    if (!resolved) continue;
    const { passed, actual } = await checkResolved(resolved, view, planningContext(schema, scope));
    if (!passed) violations.push({ assertion, actual });
  }
  return violations;
}

/** Snapshots, the address of the server and the results of functions are not available while planning. */
function canBeChecked(assertion: Assertion): boolean {
  return isAvailable(assertion) && comparisonsOf(assertion).every(isAvailable);
}

function isAvailable({ subject, operator, raw = '' }: Comparison): boolean {
  if (
    operator === 'snapshot' ||
    readSubject(subject, 0, subject.length, () => false).subject.kind === 'url'
  ) {
    return false;
  }
  return !cutTemplate(raw).some(
    (piece) => piece.kind === 'placeholder' && classifyPlaceholder(piece.inner).kind === 'function',
  );
}

/** What assertions may use while routes are planned. */
export function planningContext(schema: AssertionContext['schema'], scope: Scope): AssertionContext {
  return { schema, snapshot: NO_SNAPSHOTS, scope };
}

/** Never used, because snapshot assertions are not checked. */
const NO_SNAPSHOTS: AssertionContext['snapshot'] = {
  storing: 'never',
  redact: (value) => value,
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
};
