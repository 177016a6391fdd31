import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadOrder } from '../../test/support/stress-run.js';
import { arrivalRate } from './arrival-rate.js';
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { stressOptions, type StressInput } from './plan/options.js';
import { Recorder } from './measure/recorder.js';
import type { Strategy } from './strategy.js';
import type { LoadOrder } from './worker-messages.js';

interface Begun {
  readonly planned: number;
  readonly lagFrom: number;
}

const chain = {} as LiveChain;

/** Iterations that only tell when they began. */
function scheduled(
  wishes: StressInput,
  place: Partial<Pick<LoadOrder, 'thread' | 'threads' | 'slots'>> = {},
  start = 1234.567,
): { strategy: Strategy; begun: Begun[]; inFlight: Iteration[]; recorder: Recorder } {
  const begun: Begun[] = [];
  const inFlight: Iteration[] = [];
  const stress = stressOptions(wishes);
  const recorder = new Recorder(1, () => undefined);
  const order = loadOrder({
    stress,
    weights: [1],
    iterationRate: stress.rate,
    slots: 1_000_000,
    ...place,
  });
  const newIteration = (): Iteration => {
    const iteration = {
      begin: (_chain: LiveChain, planned: number, lagFrom: number) => {
        begun.push({ planned, lagFrom });
        inFlight.push(iteration);
      },
    } as unknown as Iteration;
    return iteration;
  };
  const strategy = arrivalRate({ order, chains: [chain], pick: () => 0, recorder, start, newIteration });
  return { strategy, begun, inFlight, recorder };
}

describe('arrivalRate', () => {
  it('begins what is due, at its planned time whatever the clock says', () => {
    const { strategy, begun } = scheduled({ duration: 1000, rate: 100 }, {}, 5000);
    expect(strategy.wake(5000)).toBe(5010);
    expect(strategy.wake(5009)).toBe(5010);
    expect(begun).toHaveLength(1);
    expect(strategy.wake(5035)).toBe(5040);
    expect(begun.map(({ planned }) => planned)).toEqual([5000, 5010, 5020, 5030]);
  });

  it('plans the same number on any clock, for any rate', () => {
    const clocks = fc.double({ min: 0, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(
        clocks,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 900 }),
        (start, rate, duration) => {
          const { strategy, begun } = scheduled({ duration, rate }, {}, start);
          strategy.wake(start + duration / 2);
          expect(strategy.close(start + duration)).toBe(0);
          expect(begun).toHaveLength(Math.ceil(Number(((rate * duration) / 1000).toFixed(9))));
        },
      ),
      { examples: [[0, 270, 900]] },
    );
  });

  it('shares the iterations out: every one belongs to one thread', () => {
    const all = [0, 1, 2].flatMap((thread) => {
      const { strategy, begun } = scheduled({ duration: 1000, rate: 100 }, { thread, threads: 3 }, 0);
      strategy.wake(1000);
      expect(strategy.close(1000)).toBe(0);
      return begun.map(({ planned }) => planned);
    });
    expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, k) => k * 10));
  });

  it('lets wait what finds no slot, and does not call that lag', () => {
    const { strategy, begun, inFlight, recorder } = scheduled({ duration: 1000, rate: 100 }, { slots: 2 }, 0);
    expect(strategy.wake(500)).toBe(Infinity);
    expect(begun).toHaveLength(2);
    expect(recorder.active).toBe(2);
    const [first] = inFlight;
    if (!first) throw new Error('nothing began');
    strategy.ended(first, chain, true, 700);
    // The third was due at 20, but could not begin before 700.
    expect(begun[2]).toEqual({ planned: 20, lagFrom: 700 });
    expect(begun).toHaveLength(3);
    expect(strategy.close(1000)).toBe(97);
    expect(strategy.wake(1000)).toBe(Infinity);
  });

  it('counts what was planned before a stop', () => {
    const { strategy, begun } = scheduled({ duration: 10_000, rate: 100 }, { slots: 5 }, 0);
    strategy.wake(200);
    expect(begun).toHaveLength(5);
    expect(strategy.close(505)).toBe(51 - 5);
  });
});
