/** What ran last, kept in memory only (server.md 6.5). */
import { randomId } from '../primitives/random-id.js';
import type { FileOutcome, RequestOutcome } from '../runner/result.js';

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

const MOST_ENTRIES = 100;

/** Each execution adds to it and few ever look, so what only lookers need is made for them. */
export class RecentHistory {
  /** The last of these count. */
  #kept: Kept[] = [];

  /** One entry per result, in their order. */
  add({ results }: FileOutcome, now: number): void {
    for (let at = Math.max(0, results.length - MOST_ENTRIES); at < results.length; at += 1) {
      const outcome = results[at];
      if (outcome !== undefined) this.#kept.push(kept(outcome, now));
    }
    this.#trim();
  }

  /** Entries that were made elsewhere. */
  addAll(added: readonly RecentEntry[]): void {
    for (const { timestamp, ...facts } of added) this.#kept.push({ ...facts, now: Date.parse(timestamp) });
    this.#trim();
  }

  /** Oldest first. */
  list(): readonly RecentEntry[] {
    return this.#kept.slice(-MOST_ENTRIES).map(entryOf);
  }

  clear(): void {
    this.#kept = [];
  }

  /** Not each time: moving the others takes longer than all else. */
  #trim(): void {
    if (this.#kept.length > 2 * MOST_ENTRIES) this.#kept = this.#kept.slice(-MOST_ENTRIES);
  }
}

interface Kept extends Omit<RecentEntry, 'id' | 'timestamp'> {
  /** Empty until somebody looks. */
  id: string;
  readonly now: number;
}

function kept(
  { file, name, request, response, duration, passed, skipped }: RequestOutcome,
  now: number,
): Kept {
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

function entryOf(facts: Kept): RecentEntry {
  facts.id ||= randomId();
  const { id, file, requestName, method, url, statusCode, duration, passed, now, skipped } = facts;
  const timestamp = new Date(now).toISOString();
  return { id, file, requestName, method, url, statusCode, duration, passed, timestamp, skipped };
}
