import { describe, expect, it } from 'vitest';
import { compareBodies, withoutEqualParts } from './compare-bodies.js';
import { compareHeaders, durationChange } from './compare-results.js';

describe('two bodies', () => {
  it('that are the same, or the same JSON, are called so', async () => {
    expect(await compareBodies('{"a":1}', '{"a":1}')).toEqual({ kind: 'same' });
    expect(await compareBodies('{"a":1}', '{ "a": 1 }')).toEqual({ kind: 'same JSON' });
  });

  it('are compared member by member if they are JSON, with every digit', async () => {
    const found = await compareBodies('{"id":9007199254740992,"b":[1]}', '{"id":9007199254740993,"b":[1]}');
    expect(found).toMatchObject({
      kind: 'different',
      rows: [
        { kind: 'same', text: '{' },
        { kind: 'removed', text: '  "id": 9007199254740992,', before: 2, after: 0 },
        { kind: 'added', text: '  "id": 9007199254740993,', before: 0, after: 2 },
        { kind: 'same', text: '  "b": [', before: 3, after: 3 },
        { kind: 'same' },
        { kind: 'same' },
        { kind: 'gap', count: 1 },
      ],
    });
  });

  it('are compared line by line if they are text', async () => {
    expect(await compareBodies('a\nb', 'a\nc')).toMatchObject({
      rows: [{ text: 'a' }, { kind: 'removed', text: 'b' }, { kind: 'added', text: 'c' }],
    });
  });

  it('are not compared if that would take long', async () => {
    expect(await compareBodies('x'.repeat(3_000_000), 'y')).toEqual({ kind: 'too long' });
    const lines = (start: number): string => Array.from({ length: 3000 }, (_, at) => at + start).join('\n');
    expect(await compareBodies(lines(0), lines(100_000))).toEqual({ kind: 'too long' });
  });
});

describe('equal parts', () => {
  it('are left out and counted', () => {
    const same = (text: string) => ({ kind: 'same' as const, text });
    const lines = 'a b c d e f g h'.split(' ').map(same);
    expect(withoutEqualParts([...lines, { kind: 'added', text: 'x' }])[0]).toEqual({ kind: 'gap', count: 5 });
  });
});

describe('headers and durations', () => {
  it('are compared without what always differs', () => {
    expect(compareHeaders({ Date: '1', Etag: 'a', Old: 'x' }, { Date: '2', Etag: 'b', New: 'y' })).toEqual([
      { name: 'Etag', before: 'a', after: 'b' },
      { name: 'Old', before: 'x', after: undefined },
      { name: 'New', before: undefined, after: 'y' },
    ]);
    expect(durationChange(120, 90)).toBe('120 ms → 90 ms (−25 %)');
    expect(durationChange(0, 90)).toBe('0 ms → 90 ms');
  });
});
