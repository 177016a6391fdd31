/** The state of one load, and what its workers offer. */
import type { Clock } from '../../primitives/clock.js';
import { DRAIN_TIMEOUT_MS } from '../measure/load-recorder.js';
import { distributedSlots, highestRate, shareThreads } from '../plan/share-threads.js';
import type { StressOptions } from '../plan/stress-options.js';
import { sortWorkers, type Crew, type LoadControl, type LoadReport } from './load-messages.js';
import type { WorkerRecord } from './worker-record.js';

export interface RunningLoad {
  phase: LoadControl['phase'];
  /** On the clock of the queue. */
  startAt: number | null;
  /** The same on the clock of `elapsed`. */
  startMs: number | undefined;
  stoppedAtMs: number | undefined;
  hasDrained: boolean;
  isQueueLost: boolean;
}

export function newLoad(): RunningLoad {
  return {
    phase: 'prepare',
    startAt: null,
    startMs: undefined,
    stoppedAtMs: undefined,
    hasDrained: false,
    isQueueLost: false,
  };
}

/** Milliseconds; 0 as long as there is no start, and negative before it. */
export function sinceStart({ startMs }: RunningLoad, { now }: Pick<Clock, 'now'>): number {
  return startMs === undefined ? 0 : now() - startMs;
}

/** How long after the end of the load a worker that is there may take to say that it is done. */
const LAST_REPORT_MS = 30_000;

/** When a load of this length is done at the latest, in milliseconds after its start. */
export function latestMs(duration: number): number {
  return duration + DRAIN_TIMEOUT_MS + LAST_REPORT_MS;
}

export function offersOf(crew: Crew): readonly number[] {
  return sortWorkers(crew.workers).map(({ threads }) => threads);
}

/** The slots that were chosen, with the name that users have for them. */
export interface ChosenSlots {
  readonly count: number | undefined;
  readonly shownName: string;
}

/** Throws when there are fewer slots than workers, or when they do not offer enough threads. */
export function shareSlots(stress: StressOptions, crew: Crew, slots: ChosenSlots | undefined): StressOptions {
  const maxVUs = distributedSlots(stress, slots?.count, crew.workers.length, slots?.shownName);
  const options = { ...stress, maxVUs };
  const offers = offersOf(crew);
  shareThreads(options, offers);
  const { find } = options;
  if (!find) return options;
  // A search does not try what would be refused.
  return { ...options, find: { ...find, to: Math.min(find.to, highestRate(offers, maxVUs)) } };
}

/**
 * Milliseconds after the start of the load until which everything that was measured is here. One that is lost is not
 * waited for; without any that sends nothing more is to be expected.
 */
export function reportedUntil(records: readonly WorkerRecord[]): number {
  const sending = records.filter(({ isLost, hasEnded }) => !isLost && !hasEnded);
  return sending.length === 0 ? 0 : Math.min(...sending.map(({ reportedMs }) => reportedMs));
}

export function wholeReports(records: readonly WorkerRecord[]): ReadonlyMap<string, LoadReport> {
  const reports = new Map<string, LoadReport>();
  for (const record of records) {
    const report = record.wholeReport();
    if (report) reports.set(record.worker.id, report);
  }
  return reports;
}
