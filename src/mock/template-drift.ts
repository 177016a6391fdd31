/** Which findings about the response of a template hold whatever the request says. */
import { isDeepStrictEqual } from 'node:util';
import { readSubject } from '../request-file/expressions/parse-subject.js';
import type { ExampleViews } from './example-views.js';
import type { FailedAssertion } from './responses/check-response.js';

/** What gives another value with other values in the request is left to the run. */
export function failedInBoth(
  found: readonly FailedAssertion[],
  other: readonly FailedAssertion[],
  { hasOpenBody }: Pick<ExampleViews, 'hasOpenBody'>,
): readonly FailedAssertion[] {
  const actuals = new Map(other.map(({ assertion, actual }) => [assertion, actual]));
  return found.filter(({ assertion, actual }) => {
    if (!actuals.has(assertion) || !isDeepStrictEqual(actuals.get(assertion), actual)) return false;
    return !hasOpenBody || isOfHead(assertion.subject);
  });
}

/** Whether the body has nothing to do with it. */
function isOfHead(subject: string): boolean {
  const { kind } = readSubject(subject, 0, subject.length, () => false).subject;
  return kind === 'status' || kind === 'header' || kind === 'cookie';
}
