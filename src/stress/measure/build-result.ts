/** From what the threads counted to the result. */
import { LatencyHistogram } from './latency.js';
import type { Definition } from '../plan/load-plan.js';
import type { StressOptions } from '../plan/options.js';
import type { ThreadTotals } from './recorder.js';
import { rounded, roundedSummary } from './rounding.js';
import type { RequestStatistics, StressResult } from './stress-result.js';
import { checkThresholds } from './thresholds.js';
import type { SeriesPoint } from './time-series.js';
import { checkValidity } from './validity.js';

export interface Finished {
  readonly stress: StressOptions;
  readonly definitions: readonly Definition[];
  readonly totals: readonly ThreadTotals[];
  /** Milliseconds; 0 when the load never began. */
  readonly loadTime: number;
  readonly cpuPercent: number;
  readonly error: string;
  readonly stopped: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly warnings: readonly string[];
  readonly series: (seconds: number) => readonly SeriesPoint[];
}

export function buildResult(finished: Finished): StressResult {
  const { stress, definitions, totals, error, stopped, warnings } = finished;
  const requests = definitions.map(({ name }, index) => requestTotals(name, index, totals));
  const latency = merged(totals.flatMap(({ perRequest }) => perRequest.map((each) => each.latency)));
  const total = sum(requests, ({ count }) => count);
  const errors = sum(requests, ({ errorCount }) => errorCount);
  const seconds = Math.max(finished.loadTime, ...totals.map(({ lastAnswer }) => lastAnswer)) / 1000;
  const rps = seconds > 0 ? total / seconds : 0;
  const dropped = sum(totals, (thread) => thread.dropped);
  return {
    duration: rounded(seconds),
    totalRequests: total,
    successCount: total - errors,
    errorCount: errors,
    avgRps: rounded(rps),
    latency: roundedSummary(latency.summary()),
    thresholds: checkThresholds(stress.thresholds, { latency, total, errors, rps }),
    perRequest: requests.map(({ latency: times, ...counts }) => ({ ...counts, ...requestTimes(times) })),
    error,
    stopped,
    mode: stress.mode,
    startedAt: new Date(finished.startedAt).toISOString(),
    finishedAt: new Date(finished.finishedAt).toISOString(),
    seed: stress.seed,
    serviceTime: roundedSummary(merged(totals.map(({ service }) => service)).summary()),
    droppedCount: dropped,
    abortedCount: sum(totals, ({ aborted }) => aborted),
    statusCodes: counts(totals.map(({ statusCodes }) => statusCodes)),
    errorKinds: counts(totals.map(({ errorKinds }) => errorKinds)),
    warnings: [...warnings, ...unsent(definitions, totals)],
    timeSeries: finished.series(seconds),
    validity: checkValidity({
      lagP99: merged(totals.map(({ lag }) => lag)).percentile(99),
      planned: sum(totals, ({ begun }) => begun) + dropped,
      dropped,
      sent: latency.count,
      cpuPercent: finished.cpuPercent,
    }),
  };
}

function unsent(definitions: readonly Definition[], totals: readonly ThreadTotals[]): string[] {
  return definitions.flatMap(({ name }, index) => {
    const reason = totals.find((thread) => thread.unsent.has(index))?.unsent.get(index);
    return reason === undefined ? [] : [`request ${name} was not sent: ${reason}`];
  });
}

interface RequestSums {
  readonly name: string;
  readonly count: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly latency: LatencyHistogram;
}

function requestTotals(name: string, index: number, totals: readonly ThreadTotals[]): RequestSums {
  const own = totals.flatMap(({ perRequest }) => perRequest[index] ?? []);
  const count = sum(own, (each) => each.count);
  const errorCount = sum(own, ({ errors }) => errors);
  const latency = merged(own.map((each) => each.latency));
  return { name, count, successCount: count - errorCount, errorCount, latency };
}

function requestTimes(
  latency: LatencyHistogram,
): Omit<RequestStatistics, 'name' | 'count' | 'successCount' | 'errorCount'> {
  const { mean, min, max, p50, p95, p99 } = roundedSummary(latency.summary());
  return { avgMs: mean, minMs: min, maxMs: max, p50Ms: p50, p95Ms: p95, p99Ms: p99 };
}

function merged(parts: readonly Parameters<LatencyHistogram['add']>[0][]): LatencyHistogram {
  const whole = new LatencyHistogram();
  for (const part of parts) whole.add(part);
  return whole;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Codes in their order, kinds by name: results of equal runs look equal. */
function counts(parts: readonly ReadonlyMap<string | number, number>[]): Readonly<Record<string, number>> {
  const all = new Map<string, number>();
  for (const part of parts) {
    for (const [key, count] of part) all.set(String(key), (all.get(String(key)) ?? 0) + count);
  }
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}
