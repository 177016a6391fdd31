import { describe, expect, it } from 'vitest';
import { findTestFailure } from './test-failure.js';

const refused = { count: 30, name: '', kind: 'connect', message: 'h:1 refused the connection' };
const missing = { count: 9, name: 'a', kind: 'variable', message: 'variable "x" has no value' };

describe('findTestFailure', () => {
  it('finds none as soon as one response arrived, even a bad one', () => {
    const requests = {
      total: 40,
      sent: 40,
      responses: 1,
      errorKinds: { connect: 39 },
      errorGroups: [refused],
    };
    expect(findTestFailure(requests)).toEqual({ error: '', errorKind: '' });
  });

  it('names the most frequent cause, and the network if it alone is to blame', () => {
    const requests = {
      total: 40,
      sent: 40,
      responses: 0,
      errorKinds: { connect: 31, timeout: 9 },
      errorGroups: [refused],
    };
    expect(findTestFailure(requests)).toEqual({
      error: 'none of 40 requests got a complete response; most often: connect: h:1 refused the connection',
      errorKind: 'connect',
    });
    expect(findTestFailure({ ...requests, errorKinds: { connect: 30, protocol: 10 } }).errorKind).toBe(
      'protocol',
    );
  });

  it('tells requests that could not be sent from a test without any', () => {
    const unsent = { total: 9, sent: 0, responses: 0, errorKinds: { variable: 9 }, errorGroups: [missing] };
    expect(findTestFailure(unsent)).toEqual({
      error: 'none of 9 requests could be sent; most often: variable "x" has no value',
      errorKind: 'variable',
    });
    const { error } = findTestFailure({ total: 0, sent: 0, responses: 0, errorKinds: {}, errorGroups: [] });
    expect(error).toMatch(/^nothing was sent, because no request met its conditions/);
  });
});
