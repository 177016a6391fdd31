import { describe, expect, it } from 'vitest';
import { parseThresholdList } from '../../primitives/threshold.js';
import { readStressOptions } from '../plan/stress-options.js';
import { createAbortWatch } from '../watch-abort.js';
import { AbortWatch } from './abort-watch.js';
import { LatencyHistogram } from './latency.js';

function limitsOf(text: string) {
  const limits = parseThresholdList(text);
  if ('reason' in limits) throw new Error(limits.reason);
  return limits;
}

function watch(text: string, window: number, isPlanned = () => true): AbortWatch {
  return new AbortWatch({ limits: limitsOf(text), window }, isPlanned);
}

/** One report per cell of 250 ms; undefined for one without a response. */
function report(target: AbortWatch, latencies: readonly (number | undefined)[], errors = 0): void {
  for (const [cell, milliseconds] of latencies.entries()) {
    const latency = new LatencyHistogram();
    if (milliseconds !== undefined) latency.record(milliseconds);
    const total = milliseconds === undefined ? 0 : 1;
    target.add({ cell, total, errors: errors * total, active: 1, latency: latency.data(), errorGroups: [] });
  }
}

describe('AbortWatch', () => {
  it('judges the first window when it is full, then every second', () => {
    const limits = watch('p95<100ms', 2500);
    report(
      limits,
      Array.from({ length: 20 }, () => 50),
    );
    expect([limits.nextFullAt, limits.check(), limits.nextFullAt]).toEqual([2500, undefined, 3500]);
  });

  it('goes by the responses of the window alone', () => {
    const limits = watch('p50<100ms', 1000);
    report(limits, [50, 50, 50, 50, 500, 500, 500, 500, 50, 50, 50, 50]);
    expect(limits.check()).toBeUndefined();
    expect(limits.check()).toEqual({ metric: 'p50', threshold: '<100ms', actual: 500, at: 2, window: 1 });
    expect(limits.check()).toBeUndefined();
  });

  it('takes errors in percent, and the first broken limit in the order of results', () => {
    const limits = watch('errors<20%, max<1s', 1000);
    report(limits, [10, 10, 10, 10], 1);
    expect(limits.check()).toEqual({ metric: 'errors', threshold: '<20%', actual: 100, at: 1, window: 1 });
  });

  it('takes no response as a breach when something was planned', () => {
    const limits = watch('errors<20%', 1000);
    report(limits, [10, 10, 10, 10, undefined, undefined, undefined, undefined]);
    expect(limits.check()).toBeUndefined();
    expect(limits.check()).toEqual({ metric: 'errors', threshold: '<20%', actual: 0, at: 2, window: 1 });
    expect(watch('p95<1s', 1000, () => false).check()).toBeUndefined();
  });
});

describe('createAbortWatch', () => {
  const abort = limitsOf('p95<1s');
  const stages = (mode: 'rate' | 'vus') => ({
    mode,
    stages: [
      { duration: 1000, target: 0 },
      { duration: 0, target: 10 },
      { duration: 2000, target: 10 },
    ],
  });

  it('looks at what the stages plan', () => {
    for (const mode of ['rate', 'vus'] as const) {
      const stress = readStressOptions({ duration: 3000, stages: stages(mode), abort, abortWindow: 1000 });
      const created = createAbortWatch(stress, 10, [undefined]);
      // The first iteration of a plan is due at once, so a rate has something to send in any first second.
      if (mode === 'vus') expect(created?.check()).toBeUndefined();
      else created?.check();
      expect(created?.check()).toMatchObject({ metric: 'p95', actual: 0, at: 2 });
    }
  });

  it('does not expect responses of users who think longer than the window', () => {
    const stress = readStressOptions({ duration: 9000, vus: 3, thinkTime: 2000, abort, abortWindow: 1000 });
    expect(createAbortWatch(stress, 10, [undefined])?.check()).toBeUndefined();
    expect(createAbortWatch(stress, 10, [5])?.check()).toBeDefined();
    expect(createAbortWatch(readStressOptions({ duration: 9000 }), 10, [])).toBeUndefined();
  });
});
