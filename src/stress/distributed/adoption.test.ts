import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULTS, runAdoptionModel, type ModelInput } from '../../../test/support/runs/adoption-model.js';
import { Adoption } from './adoption.js';
import { LOAD_TIMES } from './load-times.js';

const EXACT = { offsetMs: 0, rate: 1, errorMs: 0 };

const clock = fc.record({
  offsetMs: fc.integer({ min: -100_000, max: 100_000 }),
  rate: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
  errorMs: fc.integer({ min: -100, max: 100 }),
});

const fault = fc.record({
  worker: fc.nat({ max: 2 }),
  kind: fc.constantFrom(...FAULTS),
  fromMs: fc.integer({ min: 0, max: 10_000 }),
  forMs: fc.integer({ min: 100, max: 8000 }),
});

const input = (mode: ModelInput['mode']): fc.Arbitrary<ModelInput> =>
  fc.record({
    mode: fc.constant(mode),
    faults: fc.array(fault, { maxLength: 4 }),
    clocks: fc.array(clock, { minLength: 3, maxLength: 3 }),
  });

const highest = (counts: Iterable<number>): number => Math.max(0, ...counts);

describe('a load whose workers take threads over', () => {
  it('starts no iteration twice, whatever is late, lost or paused', () => {
    fc.assert(
      fc.property(input('rate'), (given) => {
        expect(highest(runAdoptionModel(given).starts.values())).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    );
  });

  it('starts no round of a user twice', () => {
    fc.assert(
      fc.property(input('vus'), (given) => {
        expect(highest(runAdoptionModel(given).starts.values())).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });

  it('starts everything once when nothing is lost', () => {
    const { starts, planned, missing, adopted } = runAdoptionModel({
      mode: 'rate',
      faults: [],
      clocks: [EXACT, EXACT, EXACT],
    });
    expect([starts.size, highest(starts.values()), missing, adopted]).toEqual([planned, 1, 0, 0]);
  });

  it('leaves out five seconds of a worker at most, and goes on in its place', () => {
    for (const kind of ['frozen', 'muted', 'suspended'] as const) {
      const { starts, adopted } = runAdoptionModel({
        mode: 'rate',
        faults: [{ worker: 0, kind, fromMs: 3000, forMs: 20_000 }],
        clocks: [EXACT, EXACT, EXACT],
      });
      // Its thread is the first of four: every fourth iteration, ten a second.
      const own = [...starts.keys()].filter((number) => number % 4 === 0).sort((a, b) => a - b);
      const gaps = own.map((number, index) => number - (own[index - 1] ?? -4));
      expect([kind, highest(gaps)]).toSatisfy(([, gap]) => gap > 80 && gap < 5 * 40);
      expect(own.at(-1)).toBe(476);
      expect(adopted).toBeGreaterThan(30);
    }
  });

  it('goes on in the worker itself when it was not silent for long enough', () => {
    const { starts, planned, missing, adopted } = runAdoptionModel({
      mode: 'rate',
      faults: [{ worker: 0, kind: 'late', fromMs: 3000, forMs: 3000 }],
      clocks: [EXACT, EXACT, EXACT],
    });
    expect(adopted).toBe(0);
    expect(missing).toBeGreaterThan(0);
    expect(starts.size + missing).toBe(planned);
  });
});

describe('the threads of a lost worker', () => {
  const holders = [
    { id: 'a', first: 0, count: 1 },
    { id: 'b', first: 1, count: 3 },
    { id: 'c', first: 4, count: 1 },
  ];
  const moment = { atMs: 5000, endMs: 60_000, users: 0 };

  it('go to the others, which have at most twice their own', () => {
    const adoption = new Adoption(holders, LOAD_TIMES);
    const handed = adoption.handOver('b', ['a', 'c'], moment);
    expect(handed.map(({ thread, worker, fromMs }) => [thread, worker, fromMs])).toEqual([
      [1, 'a', 6000],
      [2, 'c', 6000],
    ]);
    // The third stays with its worker, which goes on with it when it is back.
    expect(adoption.control(6000, () => 0).handed).toEqual(handed);
    expect(adoption.handOver('a', ['b', 'c'], { ...moment, atMs: 9000 })).toMatchObject([
      { thread: 0, worker: 'b', fromMs: 10_000 },
      { thread: 1, worker: 'b' },
    ]);
  });

  it('are never handed over before a time until which the worker may start', () => {
    const adoption = new Adoption(holders, LOAD_TIMES);
    expect(adoption.control(4900, () => 0).untilMs).toEqual({ a: 6900, b: 6900, c: 6900 });
    expect(adoption.control(5500, (id) => (id === 'b' ? 2000 : 0)).untilMs).toEqual({ a: 7500, c: 7500 });
    expect(adoption.handOver('b', ['a'], moment)).toMatchObject([{ thread: 1, fromMs: 6900 }]);
  });

  it('stay where they are when the load is over before', () => {
    const adoption = new Adoption(holders, LOAD_TIMES);
    expect(adoption.handOver('b', ['a', 'c'], { ...moment, endMs: 6000 })).toEqual([]);
  });
});
