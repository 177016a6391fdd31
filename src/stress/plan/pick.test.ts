import { describe, expect, it } from 'vitest';
import { weightedPick } from './pick.js';

describe('weightedPick', () => {
  it('keeps to the weights', () => {
    const pick = weightedPick([1, 0, 3], 42);
    const counts = [0, 0, 0];
    for (let k = 0; k < 40_000; k++) {
      const place = pick(k, 0);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    expect(counts[1]).toBe(0);
    expect((counts[0] ?? 0) / 40_000).toBeCloseTo(0.25, 1);
  });

  it('depends on seed, iteration and round only', () => {
    const choices = (seed: number, round: number): number[] => {
      const pick = weightedPick([1, 1, 1, 1], seed);
      return Array.from({ length: 64 }, (_, k) => pick(k, round));
    };
    expect(choices(7, 0)).toEqual(choices(7, 0));
    expect(choices(7, 0)).not.toEqual(choices(8, 0));
    expect(choices(7, 0)).not.toEqual(choices(7, 1));
    expect(choices(2 ** 40 + 7, 0)).not.toEqual(choices(7, 0));
    expect(choices(-7, 0)).not.toEqual(choices(7, 0));
  });

  it('takes the only one without a question', () => {
    expect(weightedPick([5], 1)(123, 4)).toBe(0);
  });
});
