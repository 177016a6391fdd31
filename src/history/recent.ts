/** What ran last, kept in memory only. */
import { randomId } from '../primitives/random-id.js';
import type { FileOutcome, RequestOutcome } from '../runner/outcome/result.js';

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

/** Each execution adds to it and few ever look, so what only lookers need is made for them. */
export class RecentHistory {
  /** The last of these count. */
  #kept: RecentResult[] = [];

  add(results: readonly RecentResult[]): void {
    for (const result of results) this.#kept.push(result);
    // Not each time: moving the others takes longer than all else.
    if (this.#kept.length > 2 * MAX_ENTRIES) this.#kept = this.#kept.slice(-MAX_ENTRIES);
  }

  /** Oldest first. */
  list(): readonly RecentEntry[] {
    return this.#kept.slice(-MAX_ENTRIES).map(entryOf);
  }

  clear(): void {
    this.#kept = [];
  }
}

/** What is kept of a result; made by the thread that has the results. */
export interface RecentResult extends Omit<RecentEntry, 'id' | 'timestamp'> {
  /** Empty until somebody looks. */
  id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One per result, in their order, as far as they are kept. */
export function recentResults({ results }: FileOutcome, now: number): readonly RecentResult[] {
  return results.slice(-MAX_ENTRIES).map((outcome) => recentResult(outcome, now));
}

function recentResult(
  { file, name, request, response, duration, passed, skipped }: RequestOutcome,
  now: number,
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
    now,
    skipped,
  };
}

function entryOf(facts: RecentResult): RecentEntry {
  facts.id ||= randomId();
  const { id, file, requestName, method, url, statusCode, duration, passed, now, skipped } = facts;
  const timestamp = new Date(now).toISOString();
  return { id, file, requestName, method, url, statusCode, duration, passed, timestamp, skipped };
}
