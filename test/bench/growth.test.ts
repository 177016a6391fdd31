import { describe, expect, it } from 'vitest';
import { fitExponent, lastExponent, withoutFixedCost } from '../../bench/growth/fit.mjs';
import { measures } from '../../bench/growth/main.mjs';
import { bars, measureGrowth, repetitions } from '../../bench/growth/sweep.mjs';

const sizes = [1, 10, 100, 1000, 10_000];

function points(cost: (size: number) => number): { size: number; cost: number }[] {
  return sizes.map((size) => ({ size, cost: cost(size) }));
}

describe('the exponent of a growth', () => {
  it.each([0, 0.5, 1, 1.5, 2, 3])('is found when it is %d', (exponent) => {
    expect(fitExponent(points((size) => 7 * size ** exponent))).toBeCloseTo(exponent, 10);
  });

  it('is near 1 when sorting is part of the cost, and near it with noise', () => {
    const sorted = fitExponent(points((size) => size * Math.log2(size + 1)));
    expect(sorted).toBeGreaterThan(1.1);
    expect(sorted).toBeLessThan(1.35);
    expect(fitExponent(points((size) => size * (size % 3 === 1 ? 1.1 : 0.9)))).toBeCloseTo(1, 1);
  });

  it('of the last two sizes shows a small quadratic part', () => {
    const mixed = points((size) => size + size ** 2 / 10_000);
    expect(fitExponent(mixed)).toBeLessThan(1.15);
    expect(lastExponent(mixed)).toBeGreaterThan(1.2);
  });

  it('cannot be told from one size', () => {
    expect(fitExponent([{ size: 5, cost: 1 }])).toBeNaN();
    expect(fitExponent([])).toBeNaN();
  });
});

describe('a fixed cost', () => {
  it.each([0.1, 1, 3])('of %d does not flatten a linear growth', (fixed) => {
    const grown = withoutFixedCost(points((size) => fixed + size / 10));
    expect(fitExponent(grown)).toBeCloseTo(1, 10);
  });

  it('hides sizes that cost hardly more, but no quadratic growth', () => {
    const measured = points((size) => 100 + size ** 2 / 100);
    expect(withoutFixedCost(measured).map(({ size }) => size)).toEqual([99, 999, 9999]);
    expect(fitExponent(withoutFixedCost(measured))).toBeCloseTo(2, 1);
  });

  it('is the least cost when the first size was disturbed', () => {
    const disturbed = points((size) => (size === 1 ? 40 : 10 + size));
    expect(fitExponent(withoutFixedCost(disturbed))).toBeCloseTo(1, 1);
  });

  it('is nothing without sizes', () => {
    expect(withoutFixedCost([])).toEqual([]);
  });
});

describe('a sweep', () => {
  const context = { directory: '', dist: '' };

  it('takes the least cost of every round but the first, and closes its meter', async () => {
    let round = 0;
    let closed = 0;
    const growth = await measureGrowth(
      {
        name: 'a',
        what: 'b',
        expected: 'linear',
        sizes,
        rounds: 3,
        open: () =>
          Promise.resolve({
            measure: (size: number) => {
              if (size === 1) round += 1;
              return Promise.resolve(round === 1 ? 0 : size * round);
            },
            close: () => Promise.resolve(void (closed += 1)),
          }),
      },
      context,
    );
    expect(growth.points.map(({ cost }) => cost)).toEqual(sizes.map((size) => size * 2));
    expect([growth.exponent, growth.last, closed].map((value) => value.toFixed(3))).toEqual([
      '1.000',
      '1.000',
      '1.000',
    ]);
  });

  it('that shall not grow keeps its fixed cost', async () => {
    const open = () => Promise.resolve({ measure: (size: number) => Promise.resolve(50 + size / 1000) });
    const sweep = { name: 'a', what: 'b', expected: 'flat' as const, sizes, rounds: 1, open };
    expect((await measureGrowth(sweep, context)).exponent).toBeLessThan(bars.flat);
  });

  it('repeats small sizes more often', () => {
    expect([0, 1, 10, 100, 10_000].map((size) => repetitions(size, 1000, 50))).toEqual([50, 50, 50, 10, 1]);
  });
});

it('every sweep is a measure with a name of its own and a bar', () => {
  expect(new Set(measures.map(({ name }) => name)).size).toBe(measures.length);
  expect(measures.map(({ group, better, bar }) => `${group} ${better} ${bar > 0}`)).toEqual(
    measures.map(() => 'growth lower true'),
  );
});
