import { describe, expect, it } from 'vitest';
import { valuesBetween } from './values-between.js';

describe('valuesBetween', () => {
  it.each([
    [['', ''], 'abc', ['abc']],
    [['v', '.', ''], 'v1.22', ['1', '22']],
    [['', '-', '-', ''], 'a-b-c-d', ['a', 'b', 'c-d']],
    [['a', 'a'], 'aba', ['b']],
  ])('%j takes the values of %j', (literals, text, values) => {
    expect(valuesBetween(literals, text)).toEqual(values);
  });

  it.each([
    [['', ''], ''],
    [['a', 'a'], 'aa'],
    [['a', 'a'], 'a'],
    [['a', 'b', 'b'], 'axb'],
    [['', '-', ''], '-b'],
    [['x', ''], 'ya'],
  ])('%j does not match %j', (literals, text) => {
    expect(valuesBetween(literals, text)).toBeUndefined();
  });
});
