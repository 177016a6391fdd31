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

/** An entry before somebody wants to see it: most never are seen. */
interface Kept extends Omit<RecentEntry, 'timestamp' | 'skipped'> {
  readonly time: number;
  readonly skipped: boolean;
}

export class RecentHistory {
  #kept: Kept[] = [];

  /** One entry per result, in their order. */
  add({ results }: FileOutcome, now: number): void {
    for (let at = Math.max(0, results.length - MOST_ENTRIES); at < results.length; at++) {
      const outcome = results[at];
      if (outcome) this.#kept.push(keptOf(outcome, now));
    }
    // Not for each entry: moving the others takes longer than all else.
    if (this.#kept.length > 2 * MOST_ENTRIES) this.#kept = this.#kept.slice(-MOST_ENTRIES);
  }

  /** Oldest first. */
  list(): readonly RecentEntry[] {
    return this.#kept.slice(-MOST_ENTRIES).map(({ time, skipped, ...entry }) => ({
      ...entry,
      timestamp: new Date(time).toISOString(),
      skipped,
    }));
  }

  clear(): void {
    this.#kept = [];
  }
}

function keptOf(outcome: RequestOutcome, time: number): Kept {
  const { request, response } = outcome;
  return {
    id: randomId(),
    file: outcome.file,
    requestName: outcome.name,
    method: request.method,
    url: request.url,
    statusCode: response.statusCode,
    duration: Math.round(outcome.duration),
    passed: outcome.passed,
    time,
    skipped: outcome.skipped,
  };
}
