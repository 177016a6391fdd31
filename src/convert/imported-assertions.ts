/** The checks that importers write. */
import type { Assertion } from '../request-file/model/model.js';

export function statusEquals(status: number): Assertion {
  return { subject: 'status', operator: 'equals', expected: status, line: 0 };
}

/** From the first number up to, but without, the second. */
export function statusRange(from: number, below: number): readonly Assertion[] {
  return [
    { subject: 'status', operator: 'greaterOrEqual', expected: from, line: 0 },
    { subject: 'status', operator: 'lessThan', expected: below, line: 0 },
  ];
}

export function headerContains(name: string, text: string): Assertion {
  const plain = /^[\w.+*/-]+$/.test(text);
  return {
    subject: `header ${name}`,
    operator: 'contains',
    expected: text,
    line: 0,
    ...(plain && { raw: text }),
  };
}
