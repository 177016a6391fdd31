import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planArrivalTimes } from './arrival-times.js';
import { planIterations, planStagedArrivals } from './staged-arrivals.js';
import { parseStageList, totalDuration, type Stage } from './stages.js';

function stagesOf(text: string): readonly Stage[] {
  const plan = parseStageList(text);
  if ('reason' in plan) throw new Error(plan.reason);
  return plan.stages;
}

/** The integral of the rate, added up in small steps. */
function integral(stages: readonly Stage[], until: number): number {
  const step = 1;
  let count = 0;
  let start = 0;
  let before = 0;
  for (const { duration, target } of stages) {
    for (let at = 0; at < duration && start + at < until; at += step) {
      const length = Math.min(step, duration - at, until - start - at);
      count += ((before + ((target - before) * (at + length / 2)) / duration) * length) / 1000;
    }
    start += duration;
    before = target;
  }
  return count;
}

const targets = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 }));
const stageLists = fc
  .array(
    fc.record({ duration: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3000 })), target: targets }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .filter((stages) => totalDuration(stages) > 0);

describe('planStagedArrivals', () => {
  it('plans the ramp-up and what follows to the bit', () => {
    const staged = planStagedArrivals(stagesOf('30s:50/s, 2m:50/s'));
    const single = planArrivalTimes(50, 30_000);
    expect(staged.plannedBefore(150_000)).toBe(single.plannedBefore(150_000));
    const all = Array.from({ length: 6750 }, (_, k) => k);
    expect(all.map(staged.plannedAt)).toEqual(all.map(single.plannedAt));
  });

  it('plans any first ramp to the bit, and a jump as no ramp', () => {
    const rates = fc.double({ min: 0.01, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(
        rates,
        fc.nat(60_000),
        fc.integer({ min: 1, max: 600_000 }),
        fc.nat(2000),
        (rate, ramp, hold, k) => {
          const staged = planStagedArrivals([
            { duration: ramp, target: rate },
            { duration: hold, target: rate },
          ]);
          const single = planArrivalTimes(rate, ramp);
          const planned = single.plannedAt(k);
          if (planned < ramp + hold) expect(staged.plannedAt(k)).toBe(planned);
          expect(staged.plannedBefore(ramp + hold)).toBe(single.plannedBefore(ramp + hold));
        },
      ),
    );
  });

  it('follows the integral, never goes back, and plans each iteration at the first moment', () => {
    fc.assert(
      fc.property(stageLists, fc.double({ min: 0, max: 1, noNaN: true }), (stages, share) => {
        const { plannedAt, plannedBefore } = planStagedArrivals(stages);
        const total = totalDuration(stages);
        const time = share * total;
        if (time > 0) expect(Math.abs(plannedBefore(time) - integral(stages, time))).toBeLessThan(1.01);
        const count = plannedBefore(total);
        const times = Array.from({ length: count }, (_, k) => plannedAt(k));
        expect(times.every((planned, k) => planned >= (times[k - 1] ?? 0) && planned < total)).toBe(true);
        expect(plannedAt(count)).toBeGreaterThanOrEqual(total);
      }),
      { numRuns: 60 },
    );
  });

  it('sends nothing in a stage without load, and what is due at its beginning before it', () => {
    const { plannedAt, plannedBefore } = planStagedArrivals(
      stagesOf('0s:10/s, 1s:10/s, 0s:0/s, 5s:0/s, 0s:10/s, 1s:10/s'),
    );
    expect([9, 10, 11].map(plannedAt)).toEqual([900, 1000, 6100]);
    expect([plannedBefore(1000), plannedBefore(5999), plannedBefore(7000)]).toEqual([10, 11, 20]);
  });

  it('ends a falling line with its last whole iteration', () => {
    const { plannedAt, plannedBefore } = planStagedArrivals(stagesOf('0s:10/s, 2s:0/s'));
    expect(plannedBefore(2000)).toBe(10);
    expect([plannedAt(10), plannedAt(11)]).toEqual([2000, Infinity]);
  });

  it('answers in any order', () => {
    const { plannedAt } = planStagedArrivals(stagesOf('1s:20/s, 1s:5/s, 1s:40/s'));
    const rising = Array.from({ length: 40 }, (_, k) => plannedAt(k));
    expect(Array.from({ length: 40 }, (_, k) => plannedAt(39 - k)).reverse()).toEqual(rising);
  });

  it('plans iterations of several requests less often', () => {
    const stages = stagesOf('0s:20/s, 1s:20/s, 1s:40/s');
    const times = planIterations({ rate: 40, rampUp: 0, stages }, 20);
    expect([times.plannedBefore(1000), times.plannedBefore(2000)]).toEqual([10, 25]);
  });
});
