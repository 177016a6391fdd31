import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoadDefinition, RequestChain } from './load-plan.js';
import { IterationRows, userRowNumbers } from './row-numbers.js';
import { createWeightedPick } from './weighted-pick.js';

const definition = (data?: string): LoadDefinition =>
  ({ name: '', node: { request: { metadata: { data } } } }) as unknown as LoadDefinition;
const chain = (...steps: number[]): RequestChain => ({ steps }) as unknown as RequestChain;

/** The row of each request of the first iterations, by thread, put together. */
function rowsBy(threads: number, seed: number): (number | undefined)[][] {
  const definitions = [definition('a.csv'), definition('b.csv'), definition(), definition('c.csv')];
  const chains = [chain(0, 3), chain(1, 3), chain(0, 2, 1, 3), chain(2)];
  const weights = [3, 1, 2, 0];
  const pick = createWeightedPick(weights, seed);
  const all: (number | undefined)[][] = [];
  for (let thread = 0; thread < threads; thread++) {
    const rows = new IterationRows({ definitions, chains, weights }, pick);
    for (let k = thread; k < 60; k += threads) {
      const numbers = rows.of(k);
      const steps = chains[pick(k, 0)]?.steps ?? [];
      all[k] = [0, 1, 3].map((place) => (steps.includes(place) ? numbers(place) : undefined));
    }
  }
  return all;
}

describe('the data rows of iterations', () => {
  it('count the iterations that contain the request', () => {
    const rows = rowsBy(1, 5);
    for (const place of [0, 1, 2]) {
      const used = rows.flatMap((row) => row[place] ?? []);
      expect(used).toEqual(used.map((_, index) => index));
    }
    // Every iteration that can be chosen contains the last one.
    expect(rows.map((row) => row[2])).toEqual(rows.map((_, k) => k));
  });

  it('do not depend on the number of threads', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.integer(), (threads, seed) => {
        expect(rowsBy(threads, seed)).toEqual(rowsBy(1, seed));
      }),
      { numRuns: 30 },
    );
  });
});

it('takes the number of the iteration for elements of a list', () => {
  const ofList = { name: '', node: { request: { metadata: { each: { source: '1..9', name: 'each' } } } } };
  const definitions = [ofList as unknown as LoadDefinition, definition('a.csv'), definition()];
  const plan = { definitions, chains: [chain(0), chain(1), chain(2)], weights: [1, 1, 1] };
  const rows = new IterationRows(plan, (k) => k % 3);
  expect([0, 3, 6, 7].map((k) => rows.of(k)(0))).toEqual([0, 3, 6, 7]);
  const alone = new IterationRows(
    { ...plan, definitions: definitions.slice(0, 1), chains: [chain(0)] },
    () => 0,
  );
  expect([0, 1, 5].map((k) => alone.of(k)(0))).toEqual([0, 1, 5]);
});

it('gives users the next row in each round', () => {
  const rows = [0, 1].map((round) => [0, 1, 2].map((user) => userRowNumbers(user, round, 3)(0)));
  expect(rows).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);
});
