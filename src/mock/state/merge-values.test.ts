import { describe, expect, it } from 'vitest';
import { mergeInto, mergeOver, mergePatch, valueAt, withValueAt } from './merge-values.js';

describe('mergePatch', () => {
  /** The examples of RFC 7396, appendix A. */
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('changes no prototype', () => {
    const patch = JSON.parse('{"__proto__": {"polluted": true}}') as object;
    const result = mergePatch({ a: 1 }, patch) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });
});

describe('mergeOver', () => {
  it('keeps what only the base has, and replaces lists', () => {
    const base = { id: 1, tags: ['x', 'y'], at: { city: 'Oslo', zip: 1 } };
    const over = { tags: ['z'], at: { zip: 2 }, extra: null };
    expect(mergeOver(base, over)).toEqual({ id: 1, tags: ['z'], at: { city: 'Oslo', zip: 2 }, extra: null });
  });
});

describe('mergeInto', () => {
  it('adds no member', () => {
    expect(mergeInto({ id: 1, state: 'new' }, { state: 'old', more: 1 })).toEqual({ id: 1, state: 'old' });
  });
});

describe('values at paths', () => {
  it('are found in own members and elements only', () => {
    expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(valueAt({ a: 1 }, ['toString'])).toBeUndefined();
    expect(valueAt([1], [1])).toBeUndefined();
  });

  it('are set in copies', () => {
    const value = { a: [{ b: 1 }] };
    expect(withValueAt(value, ['a', 0, 'b'], 2)).toEqual({ a: [{ b: 2 }] });
    expect(withValueAt(value, ['c', 'd'], 2)).toEqual({ a: [{ b: 1 }], c: { d: 2 } });
    expect(withValueAt(value, ['a', 1], 2)).toEqual(value);
    expect(value).toEqual({ a: [{ b: 1 }] });
  });
});
