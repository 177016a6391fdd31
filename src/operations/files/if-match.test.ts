import { describe, expect, it } from 'vitest';
import { etagOf, ifMatchCondition } from './if-match.js';

describe('If-Match', () => {
  it.each([
    ['"abc"', true],
    ['  "abc"  ', true],
    ['"x", "abc"', true],
    ['"x","abc","y"', true],
    ['*', true],
    [' * ', true],
    ['"x"', false],
    ['W/"abc"', false],
    ['W/"x", "abc"', true],
    ['abc', false],
    ['""', false],
    ['', false],
    ['"*"', false],
    ['"a,bc"', false],
  ])('%s: %s', (header, passes) => {
    expect(ifMatchCondition(header)?.('abc')).toBe(passes);
  });

  it('asks nothing without the header', () => {
    expect(ifMatchCondition(undefined)).toBeUndefined();
    expect(etagOf('abc')).toBe('"abc"');
  });
});
