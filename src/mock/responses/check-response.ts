/** Does a mock answer pass the assertions of its own request? */
import {
  checkResolved,
  resolveAssertion,
  type AssertionContext,
  type CheckedAssertion,
} from '../../evaluation/check-assertion.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { readSubject } from '../../request-file/expressions/parse-subject.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { Assertion } from '../../request-file/model/model.js';
import { classifyPlaceholder, cutTemplate } from '../../request-file/text/template.js';
import type { Pause } from '../values/constraint.js';

export interface Violation {
  readonly assertion: Assertion;
  readonly actual: unknown;
}

export async function checkResponse(
  assertions: readonly Assertion[],
  view: ResponseView,
  scope: Scope,
  schema: AssertionContext['schema'],
  pause: Pause,
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const assertion of assertions) {
    const others = pause();
    if (others) await others;
    view.limits.signal?.throwIfAborted();
    if (!canBeJudged(assertion)) continue;
    const checked = await check(assertion, view, scope, schema);
    if (checked && !checked.passed) violations.push({ assertion, actual: checked.actual });
  }
  return violations;
}

/** A stored snapshot, the address of the server and what functions give next time are not known here. */
function canBeJudged({ subject, operator, raw = '' }: Assertion): boolean {
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

/** Undefined when its value comes from another request. */
async function check(
  assertion: Assertion,
  view: ResponseView,
  scope: Scope,
  schema: AssertionContext['schema'],
): Promise<CheckedAssertion | undefined> {
  try {
    return await checkResolved(resolveAssertion(assertion, scope), view, { schema, snapshot: NO_SNAPSHOTS });
  } catch (error) {
    if (error instanceof VariableFailure) return undefined;
    throw error;
  }
}

/** Never asked: snapshots are not judged. */
const NO_SNAPSHOTS: AssertionContext['snapshot'] = {
  storing: 'never',
  redact: (value) => value,
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
};
