import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadOrder } from '../../test/support/runs/stress-run.js';
import { ArrivalRate } from './arrival-rate.js';
import type { Iteration } from './iteration.js';
import type { LiveChain } from './load-context.js';
import { readStressOptions, type StressInput } from './plan/stress-options.js';
import { LoadRecorder } from './measure/load-recorder.js';
import type { Strategy } from './strategy.js';
import type { LoadTask } from './worker-messages.js';

interface StartedIteration {
  readonly planned: number;
  readonly lagStart: number;
}

const chain = {} as LiveChain;

/** Iterations that only record when they start. */
function scheduled(
  input: StressInput,
  place: Partial<Pick<LoadTask, 'thread' | 'threads' | 'slots'>> = {},
  start = 1234.567,
): { strategy: Strategy; started: StartedIteration[]; inFlight: Iteration[]; recorder: LoadRecorder } {
  const started: StartedIteration[] = [];
  const inFlight: Iteration[] = [];
  const stress = readStressOptions(input);
  const recorder = new LoadRecorder(1, () => undefined);
  const order = loadOrder({
    stress,
    weights: [1],
    iterationRate: stress.rate,
    slots: 1_000_000,
    ...place,
  });
  const newIteration = (): Iteration => {
    const iteration = {
      start: (_chain: LiveChain, planned: number, lagStart: number) => {
        started.push({ planned, lagStart });
        inFlight.push(iteration);
      },
    } as unknown as Iteration;
    return iteration;
  };
  const strategy = new ArrivalRate({
    task: order,
    chains: [chain],
    pick: () => 0,
    recorder,
    start,
    newIteration,
  });
  return { strategy, started, inFlight, recorder };
}

describe('ArrivalRate', () => {
  it('starts what is due, at its planned time and not at the current one', () => {
    const { strategy, started } = scheduled({ duration: 1000, rate: 100 }, {}, 5000);
    expect(strategy.wake(5000)).toBe(5010);
    expect(strategy.wake(5009)).toBe(5010);
    expect(started).toHaveLength(1);
    expect(strategy.wake(5035)).toBe(5040);
    expect(started.map(({ planned }) => planned)).toEqual([5000, 5010, 5020, 5030]);
  });

  it('plans the same number on any clock, for any rate', () => {
    const clocks = fc.double({ min: 0, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(
        clocks,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 900 }),
        (start, rate, duration) => {
          const { strategy, started } = scheduled({ duration, rate }, {}, start);
          strategy.wake(start + duration / 2);
          expect(strategy.close(start + duration).count).toBe(0);
          expect(started).toHaveLength(Math.ceil(Number(((rate * duration) / 1000).toFixed(9))));
        },
      ),
      { examples: [[0, 270, 900]] },
    );
  });

  it('shares the iterations out: every one belongs to one thread', () => {
    const all = [0, 1, 2].flatMap((thread) => {
      const { strategy, started } = scheduled({ duration: 1000, rate: 100 }, { thread, threads: 3 }, 0);
      strategy.wake(1000);
      expect(strategy.close(1000).count).toBe(0);
      return started.map(({ planned }) => planned);
    });
    expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, k) => k * 10));
  });

  it('lets wait what finds no slot, and does not call that lag', () => {
    const { strategy, started, inFlight, recorder } = scheduled(
      { duration: 1000, rate: 100 },
      { slots: 2 },
      0,
    );
    expect(strategy.wake(500)).toBe(Infinity);
    expect(started).toHaveLength(2);
    expect(recorder.active).toBe(2);
    const [first] = inFlight;
    if (!first) throw new Error('nothing began');
    strategy.onEnded(first, chain, true, 700);
    // The third was due at 20, but could not begin before 700.
    expect(started[2]).toEqual({ planned: 20, lagStart: 700 });
    expect(started).toHaveLength(3);
    expect(strategy.close(1000)).toEqual({ count: 97, reason: 'waiting' });
    expect(strategy.wake(1000)).toBe(Infinity);
  });

  it('counts what was planned before a stop', () => {
    const { strategy, started } = scheduled({ duration: 10_000, rate: 100 }, { slots: 5 }, 0);
    strategy.wake(200);
    expect(started).toHaveLength(5);
    expect(strategy.close(505)).toEqual({ count: 51 - 5, reason: 'waiting' });
  });

  it.each([
    [0, 'waiting'],
    [1, 'waiting'],
    [2, 'connecting'],
  ])('tells what kept iterations from starting: %i of 2 connect', (connecting, reason) => {
    const { strategy, inFlight } = scheduled({ duration: 1000, rate: 100 }, { slots: 2 }, 0);
    strategy.wake(500);
    expect(inFlight).toHaveLength(2);
    for (const iteration of inFlight.slice(0, connecting)) Object.assign(iteration, { isConnecting: true });
    expect(strategy.close(1000)).toEqual({ count: 98, reason });
  });

  it('blames the generator when slots were free until the end', () => {
    const { strategy } = scheduled({ duration: 1000, rate: 100 }, { slots: 2 }, 0);
    expect(strategy.close(1000)).toEqual({ count: 98, reason: 'late' });
  });
});
