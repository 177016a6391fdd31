/** The totals of several threads as those of one. */
import { ErrorCounter } from './error-groups.js';
import { LatencyHistogram, type LatencyData } from './latency.js';
import type { Dropped, RequestTotals, ThreadTotals } from './load-recorder.js';

export function mergeTotals(all: readonly ThreadTotals[], definitions: number): ThreadTotals {
  const errorGroups = new ErrorCounter();
  for (const totals of all) errorGroups.addAll(totals.errorGroups);
  return {
    perRequest: Array.from({ length: definitions }, (_, place) => mergeRequest(all, place)),
    service: mergeLatencies(all.map(({ service }) => service)),
    lag: mergeLatencies(all.map(({ lag }) => lag)),
    statusCodes: addCounts(all.map(({ statusCodes }) => statusCodes)),
    errorKinds: addCounts(all.map(({ errorKinds }) => errorKinds)),
    errorGroups: errorGroups.list(),
    // The reason of the first thread that has one.
    unsent: new Map(all.toReversed().flatMap(({ unsent }) => [...unsent])),
    started: sumOf(all, ({ started }) => started),
    dropped: mergeDropped(all),
    missing: sumOf(all, ({ missing }) => missing),
    adopted: sumOf(all, ({ adopted }) => adopted),
    aborted: sumOf(all, ({ aborted }) => aborted),
    lastResponseMs: all.reduce((latest, { lastResponseMs }) => Math.max(latest, lastResponseMs), 0),
    // The first thread sends the first request.
    firstLagMs: all.find(({ firstLagMs }) => firstLagMs !== undefined)?.firstLagMs,
  };
}

/** The reason is that of the thread that dropped most. */
export function mergeDropped(totals: readonly Pick<ThreadTotals, 'dropped'>[]): Dropped {
  const all = totals.map(({ dropped }) => dropped).sort((a, b) => b.count - a.count);
  return { count: sumOf(all, ({ count }) => count), reason: all[0]?.reason ?? 'waiting' };
}

export function mergeLatencies(all: readonly LatencyData[]): LatencyData {
  const parts = all.filter(({ count }) => count > 0);
  const [only] = parts;
  // Most of the time there is one, and a copy of it is large.
  if (only !== undefined && parts.length === 1) return only;
  const whole = new LatencyHistogram();
  for (const part of parts) whole.add(part);
  return whole.data();
}

function mergeRequest(all: readonly ThreadTotals[], place: number): RequestTotals {
  const own = all.flatMap(({ perRequest }) => perRequest[place] ?? []);
  return {
    count: sumOf(own, ({ count }) => count),
    errors: sumOf(own, ({ errors }) => errors),
    latency: mergeLatencies(own.map(({ latency }) => latency)),
  };
}

function addCounts<K>(parts: readonly ReadonlyMap<K, number>[]): ReadonlyMap<K, number> {
  const all = new Map<K, number>();
  for (const part of parts) for (const [key, count] of part) all.set(key, (all.get(key) ?? 0) + count);
  return all;
}

function sumOf<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
