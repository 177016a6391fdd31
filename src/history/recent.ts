/** What ran last, kept in memory only (server.md 6.5). */
import { randomId } from '../primitives/random-id.js';
import type { FileOutcome } from '../runner/result.js';

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

export class RecentHistory {
  #entries: readonly RecentEntry[] = [];

  /** One entry per result, in their order. */
  add({ results }: FileOutcome, now: number): void {
    const timestamp = new Date(now).toISOString();
    const added = results.slice(-MOST_ENTRIES).map((outcome): RecentEntry => ({
      id: randomId(),
      file: outcome.file,
      requestName: outcome.name,
      method: outcome.request.method,
      url: outcome.request.url,
      statusCode: outcome.response.statusCode,
      duration: Math.round(outcome.duration),
      passed: outcome.passed,
      timestamp,
      skipped: outcome.skipped,
    }));
    this.#entries = [...this.#entries, ...added].slice(-MOST_ENTRIES);
  }

  /** Entries that were made elsewhere. */
  addAll(added: readonly RecentEntry[]): void {
    this.#entries = [...this.#entries, ...added].slice(-MOST_ENTRIES);
  }

  /** Oldest first. */
  list(): readonly RecentEntry[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}
