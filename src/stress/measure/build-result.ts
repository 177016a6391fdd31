/** Builds the result from the counts of all threads. */
import type { AbortCause } from './abort-watch.js';
import { ErrorCounter } from './error-groups.js';
import { LatencyHistogram, type LatencySummary } from './latency.js';
import type { LoadDefinition } from '../plan/load-plan.js';
import type { StressOptions } from '../plan/stress-options.js';
import type { ThreadTotals } from './load-recorder.js';
import { mergeDropped } from './merge-totals.js';
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import type { RequestStatistics, StressResult } from './stress-result.js';
import type { StageResult } from './stage-totals.js';
import { findTestFailure, NO_FAILURE } from './test-failure.js';
import { checkThresholds } from './thresholds.js';
import type { SeriesPoint } from './time-series.js';
import { checkValidity, type Validity } from './validity.js';
import { checkWorkers, distributedResult, type DistributedFigures } from './worker-figures.js';

export interface FinishedTest extends Pick<StressResult, 'error' | 'errorKind' | 'stopped' | 'warnings'> {
  readonly stress: StressOptions;
  readonly definitions: readonly Pick<LoadDefinition, 'name'>[];
  readonly totals: readonly ThreadTotals[];
  /** Milliseconds; 0 when the load never started. */
  readonly loadTime: number;
  readonly cpuPercent: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly series: (seconds: number) => readonly SeriesPoint[];
  readonly stages: (seconds: number) => readonly StageResult[];
  /** Null when nothing aborted it. */
  readonly aborted: AbortCause | null;
  /** Undefined without workers. */
  readonly distributed?: DistributedFigures | undefined;
}

export function buildResult(finished: FinishedTest): StressResult {
  const { stress, definitions, totals, stopped, warnings } = finished;
  const requests = definitions.map(({ name }, index) => requestStatistics(name, index, totals));
  const latency = merged(totals.flatMap(({ perRequest }) => perRequest.map((each) => each.latency)));
  const total = sum(requests, ({ count }) => count);
  const errors = sum(requests, ({ errorCount }) => errorCount);
  const seconds = Math.max(finished.loadTime, ...totals.map(({ lastResponseMs }) => lastResponseMs)) / 1000;
  const rps = seconds > 0 ? total / seconds : 0;
  const statusCodes = counts(totals.map((thread) => thread.statusCodes));
  const errorKinds = counts(totals.map((thread) => thread.errorKinds));
  const errorGroups = mergeErrors(definitions, totals);
  const responses = Object.values(statusCodes).reduce((all, count) => all + count, 0);
  const failure = findFailure(finished, {
    total,
    errors,
    sent: latency.count,
    responses,
    errorKinds,
    errorGroups,
    limitsErrors: stress.thresholds.some(({ metric }) => metric === 'errors'),
  });
  return {
    duration: roundThousandths(seconds),
    totalRequests: total,
    successCount: total - errors,
    errorCount: errors,
    avgRps: roundThousandths(rps),
    latency: roundedSummary(latency),
    thresholds: checkThresholds(stress.thresholds, { latency, total, errors, rps }),
    perRequest: requests,
    ...failure,
    stopped,
    mode: stress.mode,
    startedAt: new Date(finished.startedAt).toISOString(),
    finishedAt: new Date(finished.finishedAt).toISOString(),
    seed: stress.seed,
    serviceTime: roundedSummary(merged(totals.map(({ service }) => service))),
    droppedCount: mergeDropped(totals).count,
    abortedCount: sum(totals, ({ aborted }) => aborted),
    statusCodes,
    errorKinds,
    errorGroups,
    warnings: [...warnings, ...unsent(definitions, totals)],
    timeSeries: finished.series(seconds),
    validity: validityOf(finished, total, latency.count),
    stressId: 0,
    ...(stress.stages && { stages: finished.stages(seconds) }),
    ...(stress.abort && { aborted: finished.aborted }),
    ...(finished.distributed && distributedResult(finished.distributed, seconds)),
  };
}

/** `total` requests have ended, and `sent` of them were sent. */
function validityOf(finished: FinishedTest, total: number, sent: number): Validity {
  const { stress, totals, stopped, cpuPercent, distributed } = finished;
  const { count: dropped, reason: dropReason } = mergeDropped(totals);
  const figures = {
    lagP99: merged(totals.map(({ lag }) => lag)).percentile(99),
    planned: sum(totals, ({ started }) => started) + dropped,
    dropped,
    dropReason,
    slots: stress.maxVUs,
    sent,
    unsentReason: whyUnsent(finished, total),
    stopped,
  };
  return distributed ? checkWorkers(distributed, figures) : checkValidity({ ...figures, cpuPercent });
}

/** A test that was stopped or could not start has no further failure. */
function findFailure(
  { error, errorKind, stopped }: FinishedTest,
  requests: Parameters<typeof findTestFailure>[0],
): Pick<StressResult, 'error' | 'errorKind'> {
  if (error !== '') return { error, errorKind };
  return stopped ? NO_FAILURE : findTestFailure(requests);
}

function whyUnsent({ error, stopped }: FinishedTest, total: number): string {
  if (error !== '') return ', because the load did not start';
  if (total > 0) return ', because no request could be built';
  return stopped ? ' before the test was stopped' : ', because no request met its conditions';
}

function mergeErrors(
  definitions: readonly Pick<LoadDefinition, 'name'>[],
  totals: readonly ThreadTotals[],
): StressResult['errorGroups'] {
  const all = new ErrorCounter();
  for (const { errorGroups } of totals) all.addAll(errorGroups);
  return all.groups((definition) => definitions[definition]?.name ?? '');
}

function unsent(
  definitions: readonly Pick<LoadDefinition, 'name'>[],
  totals: readonly ThreadTotals[],
): string[] {
  return definitions.flatMap(({ name }, index) => {
    const reason = totals.find((thread) => thread.unsent.has(index))?.unsent.get(index);
    return reason === undefined ? [] : [`request ${name} was not sent: ${reason}`];
  });
}

function requestStatistics(name: string, index: number, totals: readonly ThreadTotals[]): RequestStatistics {
  const own = totals.flatMap(({ perRequest }) => perRequest[index] ?? []);
  const count = sum(own, (each) => each.count);
  const errorCount = sum(own, ({ errors }) => errors);
  const { mean, min, max, p50, p95, p99 } = roundedSummary(merged(own.map(({ latency }) => latency)));
  const times = { avgMs: mean, minMs: min, maxMs: max, p50Ms: p50, p95Ms: p95, p99Ms: p99 };
  return { name, count, successCount: count - errorCount, errorCount, ...times };
}

function roundedSummary(latency: LatencyHistogram): LatencySummary {
  const rounded = Object.entries(latency.summary()).map(([key, value]) => [key, roundThousandths(value)]);
  return Object.fromEntries(rounded) as LatencySummary;
}

function merged(parts: readonly Parameters<LatencyHistogram['add']>[0][]): LatencyHistogram {
  const whole = new LatencyHistogram();
  for (const part of parts) whole.add(part);
  return whole;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Sorted, so that results of equal runs are equal. */
function counts(parts: readonly ReadonlyMap<string | number, number>[]): Readonly<Record<string, number>> {
  const all = new Map<string, number>();
  for (const part of parts) {
    for (const [key, count] of part) all.set(String(key), (all.get(String(key)) ?? 0) + count);
  }
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}
