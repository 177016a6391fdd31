import { describe, expect, it } from 'vitest';
import { KeptBodies } from './kept-bodies.js';

function columns(...keys: string[]): { files: string[]; keys: string[]; rows: Float64Array } {
  return { files: keys.map(() => 'a.http'), keys, rows: Float64Array.from(keys.keys()) };
}

describe('kept bodies', () => {
  it('are replaced by newer ones, also by those that results give themselves', () => {
    const kept = new KeptBodies();
    kept.add(columns('a', 'b'), { bodyRows: [0, 1], bodies: [new Uint8Array(3), new Uint8Array(4)] });
    kept.add(columns('b', 'c'), { bodyRows: [1], bodies: [new Uint8Array(5)] });
    expect(kept.find('a.http', 'a')).toHaveLength(3);
    expect(kept.find('a.http', 'b')).toBeUndefined();
    expect(kept.find('a.http', 'c')).toHaveLength(5);
    kept.forgetFile('a.http');
    expect(kept.find('a.http', 'a')).toBeUndefined();
  });

  it('are dropped from the oldest on when they exceed the limit, and say so', () => {
    const kept = new KeptBodies(10);
    for (const name of ['a', 'b', 'c'])
      kept.add(columns(name), { bodyRows: [0], bodies: [new Uint8Array(5)] });
    expect(kept.find('a.http', 'a')).toBe('dropped');
    expect(kept.find('a.http', 'b')).toHaveLength(5);
    kept.add(columns('d'), { bodyRows: [0], bodies: [new Uint8Array(0)] });
    expect(kept.find('a.http', 'd')).toBe('dropped');
    kept.add(columns('a'), { bodyRows: [0], bodies: [new Uint8Array(5)] });
    expect([kept.find('a.http', 'a'), kept.find('a.http', 'b')]).toEqual([new Uint8Array(5), 'dropped']);
  });
});
