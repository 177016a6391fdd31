import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromGraphData, graphData } from './graph-data.js';
import { keepKeyOrder, keysOf } from './key-order.js';

/** As a message: JSON with bytes beside it. */
function sent<T>(value: T): T {
  const bytes: Uint8Array[] = [];
  const text = JSON.stringify(
    graphData(value).map((item) => (item instanceof Uint8Array ? { at: bytes.push(item) - 1 } : item)),
  );
  const items = JSON.parse(text) as (unknown[] | { at: number })[];
  const data = items.map((item) => ('at' in item && !Array.isArray(item) ? bytes[item.at] : item));
  return fromGraphData(data as unknown as Parameters<typeof fromGraphData>[0]) as T;
}

describe('data as a graph', () => {
  it('keeps one object that is referred to from several places, also by itself', () => {
    const owner: { name: string; nodes: unknown[] } = { name: 'a', nodes: [] };
    const node = { owner };
    owner.nodes.push(undefined, node);
    const states = new Map([[owner, new Set([node])]]);
    const copy = sent({ owner, node, states });
    expect(copy).toEqual({ owner, node, states });
    expect(copy.node.owner).toBe(copy.owner);
    expect(copy.owner.nodes[1]).toBe(copy.node);
    expect([...(copy.states.get(copy.owner) ?? [])][0]).toBe(copy.node);
  });

  it.each([undefined, null, 'text', 12, NaN, -0, Infinity, 123n, -5n, true, [], {}, [undefined]])(
    'keeps %s',
    (value) => {
      expect(sent(value)).toStrictEqual(value);
    },
  );

  it('keeps bytes', () => {
    expect([...sent({ bytes: Buffer.from('abc') }).bytes]).toEqual([97, 98, 99]);
  });

  it('keeps the order of keys', () => {
    const value = { b: 1, 1: 2 };
    keepKeyOrder(value, ['b', '1']);
    expect(keysOf(sent({ value }).value)).toEqual(['b', '1']);
  });

  it('keeps a key that names the prototype', () => {
    const value: unknown = JSON.parse('{"__proto__": {"a": 1}}');
    expect(Object.keys(sent(value) as object)).toEqual(['__proto__']);
  });

  it('keeps any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(sent(value)).toEqual(value);
      }),
      { numRuns: 100 },
    );
  });

  it.each([() => 1, { when: new Date(0) }])('refuses what is no data: %s', (value) => {
    expect(() => graphData(value)).toThrow('is no plain data');
  });

  it.each([[[]], [[['o', 'a', [7]]]], [[['x']]], [[['l', ['name']]]]])('refuses %j', (data) => {
    expect(() => fromGraphData(data as unknown as Parameters<typeof fromGraphData>[0])).toThrow(
      'not a graph',
    );
  });
});
