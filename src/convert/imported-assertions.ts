/** The assertions that importers write. */
import type { Assertion, Json } from '../request-file/model/model.js';

export function assertion(subject: string, operator: string, expected: Json = null): Assertion {
  return { subject, operator, expected, line: 0 };
}

export function statusEquals(status: number): Assertion {
  return assertion('status', 'equals', status);
}

/** From the first number up to, but excluding, the second. */
export function statusRange(from: number, below: number): readonly Assertion[] {
  return [assertion('status', 'greaterOrEqual', from), assertion('status', 'lessThan', below)];
}

export function headerContains(name: string, text: string): Assertion {
  const isPlain = /^[\w.+*/-]+$/.test(text);
  return { ...assertion(`header ${name}`, 'contains', text), ...(isPlain && { raw: text }) };
}
