import { describe, expect, it } from 'vitest';
import {
  collectKeyOrders,
  containsKeptOrder,
  entriesOf,
  keepKeyOrder,
  keysOf,
  objectFrom,
  restoreKeyOrders,
  valuesOf,
} from './key-order.js';

describe('the order of keys', () => {
  it('is kept where JavaScript would change it', () => {
    const object = objectFrom([
      ['10', 'a'],
      ['b', 'b'],
      ['2', 'c'],
      ['b', 'd'],
      ['__proto__', 'e'],
    ]);
    expect(Object.keys(object)).toEqual(['2', '10', 'b', '__proto__']);
    expect(keysOf(object)).toEqual(['10', 'b', '2', '__proto__']);
    expect(entriesOf(object)).toEqual([
      ['10', 'a'],
      ['b', 'd'],
      ['2', 'c'],
      ['__proto__', 'e'],
    ]);
    expect(valuesOf(object)).toEqual(['a', 'd', 'c', 'e']);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  it('is that of JavaScript for every other object', () => {
    const usual = objectFrom([
      ['1', 0],
      ['2', 0],
      ['a', 0],
      ['4294967295', 0],
      ['01', 0],
    ]);
    expect(keysOf(usual)).toEqual(['1', '2', 'a', '4294967295', '01']);
    expect(containsKeptOrder(usual)).toBe(false);
    expect(valuesOf({ b: 1, a: 2 })).toEqual([1, 2]);
  });

  it('is found in members at any depth', () => {
    const inner = objectFrom([
      ['2', 0],
      ['1', 0],
    ]);
    expect(containsKeptOrder({ a: [null, 'x', { b: inner }] })).toBe(true);
    expect(containsKeptOrder({ a: [null, 'x', { b: { ...inner } }] })).toBe(false);
  });

  it('can be taken along when data is copied', () => {
    const inner = objectFrom([
      ['2', 0],
      ['1', 0],
    ]);
    const data: Record<string, unknown> = {
      map: new Map([['a', [inner]]]),
      set: new Set([inner]),
      bytes: new Uint8Array(9),
    };
    data['itself'] = data;
    const copy = structuredClone({ orders: collectKeyOrders(data), data });
    const copied = (copy.data['map'] as Map<string, object[]>).get('a')?.[0] ?? {};
    expect(keysOf(copied)).toEqual(['1', '2']);
    restoreKeyOrders(copy.orders);
    expect(keysOf(copied)).toEqual(['2', '1']);
  });

  it('is forgotten when the object gets other keys', () => {
    const object: Record<string, number> = { '2': 0, '1': 0 };
    keepKeyOrder(object, ['2', '1']);
    expect(keysOf(object)).toEqual(['2', '1']);
    object['0'] = 0;
    expect(keysOf(object)).toEqual(['0', '1', '2']);
    delete object['2'];
    expect(keysOf(object)).toEqual(['0', '1']);
    expect(containsKeptOrder(object)).toBe(false);
  });
});
