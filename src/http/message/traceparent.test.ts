import { describe, expect, it } from 'vitest';
import { formatTraceparent, writtenTraceparent } from './traceparent.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

it('is written in the form of version 00, sampled', () => {
  expect(formatTraceparent({ traceId, spanId })).toBe(`00-${traceId}-${spanId}-01`);
});

describe('a written header', () => {
  it.each([
    ['as svc writes it', `00-${traceId}-${spanId}-01`],
    ['not sampled', `00-${traceId}-${spanId}-00`],
    ['in blanks', `  00-${traceId}-${spanId}-01 `],
    ['of a later version', `01-${traceId}-${spanId}-01`],
    ['of a later version with more fields', `cc-${traceId}-${spanId}-01-what-the-future-will-be-like`],
  ])('counts %s', (_case, value) => {
    expect(writtenTraceparent([['TraceParent', value]])).toEqual({ traceId, spanId });
  });

  it.each([
    ['that is empty', ''],
    ['in upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['of the forbidden version', `ff-${traceId}-${spanId}-01`],
    ['of version 00 with more fields', `00-${traceId}-${spanId}-01-x`],
    ['of a later version with more digits', `01-${traceId}-${spanId}-01x`],
    ['with a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['with a span id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['that is too short', `00-${traceId.slice(1)}-${spanId}-01`],
    ['without flags', `00-${traceId}-${spanId}`],
  ])('does not count %s', (_case, value) => {
    expect(writtenTraceparent([['traceparent', value]])).toBeUndefined();
  });

  it('does not count twice', () => {
    const value = `00-${traceId}-${spanId}-01`;
    const headers = [['traceparent', value] as const, ['Traceparent', value] as const];
    expect(writtenTraceparent(headers)).toBeUndefined();
    expect(writtenTraceparent([['Accept', value]])).toBeUndefined();
  });
});
