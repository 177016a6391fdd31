/** Every bucket of a test, for other tools and for later comparisons. */
import type { LoadDefinition } from '../plan/load-plan.js';
import { LatencyHistogram, type LatencyBucket } from './latency.js';
import type { ThreadTotals } from './load-recorder.js';

export interface HistogramDocument {
  /** The unit of the buckets: microseconds. */
  readonly unit: 'us';
  readonly significantDigits: 3;
  readonly latency: HistogramBuckets;
  readonly serviceTime: HistogramBuckets;
  readonly perRequest: readonly { readonly name: string; readonly latency: HistogramBuckets }[];
}

export interface HistogramBuckets {
  readonly count: number;
  /** Without empty ones, in rising order. */
  readonly buckets: readonly LatencyBucket[];
}

export function buildHistogram(
  definitions: readonly Pick<LoadDefinition, 'name'>[],
  totals: readonly Pick<ThreadTotals, 'perRequest' | 'service'>[],
): HistogramDocument {
  const perRequest = definitions.map(({ name }, index) => ({
    name,
    latency: bucketsOf(totals.flatMap((thread) => thread.perRequest[index]?.latency ?? [])),
  }));
  return {
    unit: 'us',
    significantDigits: 3,
    latency: bucketsOf(totals.flatMap((thread) => thread.perRequest.map(({ latency }) => latency))),
    serviceTime: bucketsOf(totals.map(({ service }) => service)),
    perRequest,
  };
}

function bucketsOf(parts: readonly Parameters<LatencyHistogram['add']>[0][]): HistogramBuckets {
  const whole = new LatencyHistogram();
  for (const part of parts) whole.add(part);
  return { count: whole.count, buckets: whole.buckets() };
}
