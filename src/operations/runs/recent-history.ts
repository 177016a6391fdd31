/** The latest results, kept in memory only. */
import { randomId } from '../../primitives/random-id.js';
import type { FileOutcome, RequestOutcome } from '../../runner/outcome/result.js';

export interface RecentEntry {
  readonly id: string;
  readonly file: string;
  readonly requestName: string;
  readonly method: string;
  readonly url: string;
  readonly statusCode: number;
  readonly duration: number;
  readonly passed: boolean;
  readonly timestamp: string;
  readonly skipped: boolean;
}

const MAX_ENTRIES = 100;

/** Every execution adds entries and few clients list them, so ids and timestamps are formatted only for a list. */
export class RecentHistory {
  /** May contain more than MAX_ENTRIES results; only the last ones are listed. */
  #results: RecentResult[] = [];

  add(results: readonly RecentResult[]): void {
    for (const result of results) this.#results.push(result);
    // Older results are dropped in batches, since moving the array for each one would dominate the cost of adding.
    if (this.#results.length > 2 * MAX_ENTRIES) this.#results = this.#results.slice(-MAX_ENTRIES);
  }

  /** Returns the oldest entry first. */
  list(): readonly RecentEntry[] {
    return this.#results.slice(-MAX_ENTRIES).map(toEntry);
  }

  clear(): void {
    this.#results = [];
  }
}

/** The part of a result that is kept; created by the thread that has the results. */
export interface RecentResult extends Omit<RecentEntry, 'id' | 'timestamp'> {
  /** Empty until the entry is listed for the first time. */
  id: string;
  /** Milliseconds since 1970. */
  readonly endedAtMs: number;
}

/** Returns one entry per result, in their order, at most as many as are kept. */
export function toRecentResults({ results }: FileOutcome, endedAtMs: number): readonly RecentResult[] {
  return results.slice(-MAX_ENTRIES).map((outcome) => recentResult(outcome, endedAtMs));
}

function recentResult(
  { file, name, request, response, duration, passed, skipped }: RequestOutcome,
  endedAtMs: number,
): RecentResult {
  const { method, url } = request;
  return {
    id: '',
    file,
    requestName: name,
    method,
    url,
    statusCode: response.statusCode,
    duration: Math.round(duration),
    passed,
    endedAtMs,
    skipped,
  };
}

function toEntry(result: RecentResult): RecentEntry {
  result.id ||= randomId();
  const { id, file, requestName, method, url, statusCode, duration, passed, endedAtMs, skipped } = result;
  const timestamp = new Date(endedAtMs).toISOString();
  return { id, file, requestName, method, url, statusCode, duration, passed, timestamp, skipped };
}
