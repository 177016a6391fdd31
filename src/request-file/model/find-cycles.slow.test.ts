import { describe, expect, it } from 'vitest';
import { findCycles } from './find-cycles.js';

describe('findCycles', () => {
  it('follows every step of a long cycle without recursion', () => {
    const count = 200_000;
    const edges = Array.from({ length: count }, (_, i) => [(i + 1) % count]);
    const [cycle] = findCycles(edges);
    expect(cycle).toHaveLength(count);
    expect(cycle?.slice(0, 3)).toEqual([0, 1, 2]);
  });
});
