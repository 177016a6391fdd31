import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseThresholdList, type Threshold } from '../../primitives/threshold.js';
import { LatencyHistogram } from '../measure/latency.js';
import type { StressResult } from '../measure/stress-result.js';
import { checkThresholds } from '../measure/thresholds.js';
import { stepDuration, stepVerdict } from './find-result.js';
import { StepWatch } from './step-watch.js';

function limitsOf(text: string): readonly Threshold[] {
  const limits = parseThresholdList(text);
  if ('reason' in limits) throw new Error(limits.reason);
  return limits;
}

function cell(latencies: readonly number[], errors: number) {
  const latency = new LatencyHistogram();
  for (const each of latencies) latency.record(each);
  return { cell: 0, total: latencies.length, errors, active: 0, latency: latency.data(), errorGroups: [] };
}

interface Figures {
  readonly passed?: boolean;
  readonly lagP99Ms?: number;
  readonly cpuPercent?: number;
  readonly droppedCount?: number;
  readonly error?: string;
}

function verdict(figures: Figures, isBroken = false): string {
  const { passed = true, lagP99Ms = 1, cpuPercent = 20, droppedCount = 0, error = '' } = figures;
  const result = { thresholds: [{ passed }], validity: { lagP99Ms, cpuPercent }, droppedCount, error };
  return stepVerdict(result as unknown as StressResult, isBroken);
}

describe('stepVerdict', () => {
  it('blames workers that were lost or began too far apart', () => {
    const step = (changes: Partial<StressResult>): string => {
      const validity = { lagP99Ms: 1, cpuPercent: 20 };
      const result = { thresholds: [], validity, droppedCount: 0, error: '', ...changes };
      return stepVerdict(result as unknown as StressResult, false);
    };
    const worker = (lostAt: number | null) =>
      ({ name: 'a', lostAt }) as NonNullable<StressResult['workers']>[number];
    expect(step({ workers: [worker(null)], startSpreadMs: 50 })).toBe('held');
    expect(step({ workers: [worker(null), worker(3.5)], startSpreadMs: 1 })).toBe('generator');
    expect(step({ workers: [worker(null)], startSpreadMs: 50.1 })).toBe('generator');
  });

  it('blames the generator before the target, and slots only while the limits hold', () => {
    expect(verdict({})).toBe('held');
    expect(verdict({ passed: false })).toBe('broken');
    expect(verdict({}, true)).toBe('broken');
    expect(verdict({ error: 'none of 5 requests got a complete response' })).toBe('broken');
    expect(verdict({ droppedCount: 1 })).toBe('slots');
    expect(verdict({ droppedCount: 9, passed: false })).toBe('broken');
    expect(verdict({ lagP99Ms: 10.001, passed: false })).toBe('generator');
    expect(verdict({ cpuPercent: 80.5 }, true)).toBe('generator');
    expect(verdict({ cpuPercent: 80, lagP99Ms: 10 })).toBe('held');
  });
});

describe('stepDuration', () => {
  it('plans 100 requests, in at most six times the length, and doubles to confirm', () => {
    expect(stepDuration(50, 5000, false)).toBe(5000);
    expect(stepDuration(10, 5000, false)).toBe(10_000);
    expect(stepDuration(1, 5000, false)).toBe(30_000);
    expect(stepDuration(50, 5000, true)).toBe(10_000);
    expect(stepDuration(10, 5000, true)).toBe(20_000);
  });
});

describe('StepWatch', () => {
  it('allows as many slow responses as the percentile of all planned ones', () => {
    const watch = new StepWatch(limitsOf('p95<200ms'), 100);
    watch.add(cell([300, 300, 300, 300, 300], 0));
    expect(watch.isBroken).toBe(false);
    watch.add(cell([199, 201], 0));
    expect(watch.isBroken).toBe(true);
  });

  it('allows no response above a maximum, as many errors as asked for, and waits with a mean', () => {
    const broken = (text: string, latencies: readonly number[], errors = 0): boolean => {
      const watch = new StepWatch(limitsOf(text), 100);
      watch.add(cell(latencies, errors));
      return watch.isBroken;
    };
    expect(broken('max<=200ms', [150])).toBe(false);
    expect(broken('max<=200ms', [201])).toBe(true);
    expect(broken('errors<=2%', [1, 1], 2)).toBe(false);
    expect(broken('errors<2%', [1, 1], 2)).toBe(true);
    expect(broken('mean<1ms', [500, 500])).toBe(false);
  });

  it('is broken only when no rest of the step could save it', () => {
    const limits = limitsOf('p50<100ms, p99<400ms');
    // Values at a limit itself are not told apart from others of their bucket.
    const time = fc.integer({ min: 1, max: 600 }).filter((each) => each !== 100 && each !== 400);
    const times = fc.array(time, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.nat(60), (latencies, more) => {
        const watch = new StepWatch(limits, latencies.length + more);
        watch.add(cell(latencies, 0));
        const latency = new LatencyHistogram();
        // The best rest that is possible.
        for (const each of [...latencies, ...Array.from({ length: more }, () => 1)]) latency.record(each);
        const measured = { latency, total: latency.count, errors: 0, rps: 1 };
        const hold = checkThresholds(limits, measured).every(({ passed }) => passed);
        expect(watch.isBroken).toBe(!hold);
      }),
    );
  });
});
