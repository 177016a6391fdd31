import { describe, expect, it } from 'vitest';
import { compareRanks } from './rank-test.js';

/** The age at diagnosis of men and women, an example in the documentation of scipy.stats.mannwhitneyu. */
const MALES = [19, 22, 16, 29, 24];
const FEMALES = [20, 11, 17, 12];

/** Permeability constants of the human chorioamnion, an example in the documentation of R's wilcox.test. */
const AT_TERM = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
const EARLY = [1.15, 0.88, 0.9, 0.74, 1.21];

/** Ozone in New York in May and August 1973, with ties, another example there. */
const MAY = [
  41, 36, 12, 18, 28, 23, 19, 8, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32, 23, 45, 115, 37,
];
const AUGUST = [
  39, 9, 16, 78, 35, 66, 122, 89, 110, 44, 28, 65, 22, 59, 23, 31, 44, 21, 9, 45, 168, 73, 76, 118, 84, 85,
];

describe('compareRanks', () => {
  it('gives the published values of samples without ties', () => {
    const { u, p } = compareRanks(MALES, FEMALES);
    expect(u).toBe(17);
    expect(p).toBeCloseTo(0.1111111111111111, 14);
    expect(compareRanks(FEMALES, MALES)).toEqual({ u: 3, p });
    const term = compareRanks(AT_TERM, EARLY);
    expect(term.u).toBe(35);
    // R gives 0.1272 for one side.
    expect(term.p / 2).toBeCloseTo(0.1272, 4);
  });

  it('approximates as published, with continuity and tie correction', () => {
    expect(compareRanks(MALES, FEMALES, 'approximate').p).toBeCloseTo(0.11134688653314041, 7);
    const ozone = compareRanks(MAY, AUGUST);
    expect(ozone.u).toBe(127.5);
    expect(ozone.p).toBeCloseTo(0.0001208, 7);
  });

  it.each([
    [3, 3, 0, 2 / 20],
    [4, 4, 0, 2 / 70],
    [5, 5, 2, 8 / 252],
    [5, 5, 0, 2 / 252],
    [1, 10, 0, 2 / 11],
  ])('counts arrangements of %i and %i values: U = %i', (m, n, u, p) => {
    const second = Array.from({ length: n }, (_, index) => 10 * (index + 1));
    // The last of the first sample is above as many of the second as U says.
    const first = Array.from({ length: m }, (_, index) =>
      index < m - 1 ? index : 10 * u + 5 - (u === 0 ? 10 : 0),
    );
    const found = compareRanks(first, second);
    expect(found.u).toBe(u);
    expect(found.p).toBeCloseTo(p, 12);
  });

  it('has the critical values of the usual table: 23 for 10 and 10, 127 for 20 and 20', () => {
    const upTo = (size: number, u: number): number => {
      // Pairs are swapped one by one, from the lowest possible U.
      const first = Array.from({ length: size }, (_, index) => {
        const above = Math.min(size, Math.max(0, u - (size - 1 - index) * size));
        return above * 10 + 1 + index / 100;
      });
      const second = Array.from({ length: size }, (_, index) => index * 10 + 5);
      const found = compareRanks(first, second);
      expect(found.u).toBe(u);
      return found.p;
    };
    expect(upTo(10, 23)).toBeLessThanOrEqual(0.05);
    expect(upTo(10, 24)).toBeGreaterThan(0.05);
    expect(upTo(20, 127)).toBeLessThanOrEqual(0.05);
    expect(upTo(20, 128)).toBeGreaterThan(0.05);
  });

  it('never gives more than 1, also for equal samples', () => {
    expect(compareRanks([5, 5], [5, 5, 5]).p).toBe(1);
    expect(compareRanks([1, 4], [2, 3]).p).toBe(1);
    expect(compareRanks([1], [2]).p).toBe(1);
  });
});
