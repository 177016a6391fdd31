import type { AssertionResult } from './result.js';

/** Absent values become null, because JSON would leave their keys out. */
export function nullAbsentValues(assertion: AssertionResult): AssertionResult {
  const { subject, operator, expected = null, actual = null, passed, message, line } = assertion;
  const { skipped, origin } = assertion;
  return {
    subject,
    operator,
    expected,
    actual,
    passed,
    message,
    line,
    ...(skipped && { skipped }),
    ...(origin && { origin }),
  };
}
