import { describe, expect, it } from 'vitest';
import { findTestFailure } from './test-failure.js';

const refused = { count: 30, name: '', kind: 'connect', message: 'h:1 refused the connection' };
const NO_LIMIT = { errors: 40, limitsErrors: false };
const missing = { count: 9, name: 'a', kind: 'variable', message: 'variable "x" has no value' };

describe('findTestFailure', () => {
  it('finds none as soon as one response arrived, even a bad one', () => {
    const requests = {
      ...NO_LIMIT,
      total: 40,
      errors: 39,
      sent: 40,
      responses: 1,
      errorKinds: { connect: 39 },
      errorGroups: [refused],
    };
    expect(findTestFailure(requests)).toEqual({ error: '', errorKind: '' });
  });

  it('finds one where every response failed, unless a threshold says how many may', () => {
    const wrong = { count: 40, name: 'a', kind: 'assertion', message: 'status 500, expected 200' };
    const requests = {
      ...NO_LIMIT,
      total: 40,
      sent: 40,
      responses: 40,
      errorKinds: { assertion: 40 },
      errorGroups: [wrong],
    };
    expect(findTestFailure(requests)).toEqual({
      error: 'none of 40 requests passed; most often: status 500, expected 200',
      errorKind: 'assertion',
    });
    expect(findTestFailure({ ...requests, errors: 39 }).error).toBe('');
    expect(findTestFailure({ ...requests, limitsErrors: true }).error).toBe('');
  });

  it('names the most frequent cause, and the network if it alone is to blame', () => {
    const requests = {
      ...NO_LIMIT,
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
    const unsent = {
      ...NO_LIMIT,
      total: 9,
      errors: 9,
      sent: 0,
      responses: 0,
      errorKinds: { variable: 9 },
      errorGroups: [missing],
    };
    expect(findTestFailure(unsent)).toEqual({
      error: 'none of 9 requests could be sent; most often: variable "x" has no value',
      errorKind: 'variable',
    });
    const { error } = findTestFailure({
      ...NO_LIMIT,
      total: 0,
      errors: 0,
      sent: 0,
      responses: 0,
      errorKinds: {},
      errorGroups: [],
    });
    expect(error).toMatch(/^nothing was sent, because no request met its conditions/);
  });
});
