import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import { elapsed } from '../primitives/clock.js';
import type { Connection } from './connection.js';
import { databaseFault } from './database.js';
import type { HistoryConnection, Query } from './history-operations.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { openStore, type StoreFile } from './open-store.js';
import { queriesOf, type Queries } from './queries.js';

export interface RunStoreOptions extends StoreFile {
  readonly keepRuns: number;
  /** Milliseconds to wait for a lock, in all. */
  readonly patience: number;
  /** Milliseconds before a store that failed is tried again. */
  readonly retryAfter: number;
}

/** Owns the only connection of its thread; knows what to do when the store fails (server.md 9.2). */
export class RunStore implements HistoryConnection {
  readonly #settings: RunStoreOptions;
  readonly #onWarning: (message: string) => void;
  #check: StoreFile['check'];
  #connection: Connection | undefined;
  #queries: Queries | undefined;
  #place: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly reason: string; readonly retryAt: number } | undefined;

  constructor(settings: RunStoreOptions, onWarning: (message: string) => void) {
    this.#settings = settings;
    this.#check = settings.check;
    this.#onWarning = onWarning;
  }

  /** One after the other: a query must not meet a store that is still being opened. */
  readonly query: Query = (name, ...args) => this.#inTurn(() => this.#attempt(name, args));

  close(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        this.#connection?.exec('PRAGMA wal_checkpoint(PASSIVE)');
      } catch {
        // The next one who opens the store does it.
      }
      this.#disconnect();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #attempt<K extends keyof Queries>(
    name: K,
    args: Parameters<Queries[K]>,
  ): Promise<ReturnType<Queries[K]>> {
    const earlier = this.#failure;
    if (earlier !== undefined && elapsed() < earlier.retryAt) throw new HistoryUnavailable(earlier.reason);
    try {
      const result = await this.#whenFree(() => this.#ask(name, args));
      this.#failure = undefined;
      return result;
    } catch (error) {
      const reason = unavailableReason(error);
      if (reason === undefined) throw error;
      this.#disconnect();
      const damaged = databaseFault(error)?.kind === 'damaged';
      this.#failure = { reason, retryAt: damaged ? Infinity : elapsed() + this.#settings.retryAfter };
      const unavailable = new HistoryUnavailable(reason, error);
      if (earlier === undefined) this.#onWarning(unavailable.message);
      throw unavailable;
    }
  }

  /** Between the tries the thread is free for other work. */
  async #whenFree<T>(work: () => Promise<T>): Promise<T> {
    const end = elapsed() + this.#settings.patience;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (databaseFault(error)?.kind !== 'busy' || elapsed() >= end) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #ask<K extends keyof Queries>(
    name: K,
    args: Parameters<Queries[K]>,
  ): Promise<ReturnType<Queries[K]>> {
    try {
      return call(await this.#connected(), name, args);
    } catch (error) {
      if (databaseFault(error)?.kind !== 'damaged' || this.#check === 'whole') throw error;
      // Was only looked at in passing: opened again with a whole check it will be set aside.
      this.#disconnect();
      this.#check = 'whole';
      return call(await this.#connected(), name, args);
    }
  }

  async #connected(): Promise<Queries> {
    if (this.#queries !== undefined && !this.#isElsewhere()) return this.#queries;
    this.#disconnect();
    this.#connection = await openStore({ ...this.#settings, check: this.#check }, this.#onWarning);
    this.#place = placeOf(this.#settings.path);
    // From now on damage is damage while running.
    this.#queries = queriesOf(this.#connection, this.#settings.keepRuns);
    return this.#queries;
  }

  /** SQLite would go on writing to a file that has no name any more, and everything would be lost at the end. */
  #isElsewhere(): boolean {
    if (placeOf(this.#settings.path) === this.#place) return false;
    const name = basename(this.#settings.path);
    this.#onWarning(
      `the history store ${name} was moved or removed; what lies in its place is used from now on`,
    );
    return true;
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#queries = undefined;
  }
}

const PAUSE_MS = 25;

/** What tells whether a path still leads to the same file. */
function placeOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    // Opening it again tells why.
    return undefined;
  }
}

function call<K extends keyof Queries>(
  queries: Queries,
  name: K,
  args: Parameters<Queries[K]>,
): ReturnType<Queries[K]> {
  const query = queries[name] as (...values: Parameters<Queries[K]>) => ReturnType<Queries[K]>;
  return query(...args);
}

/** Undefined for a defect of ours, which is not the store's fault. */
function unavailableReason(error: unknown): string | undefined {
  if (error instanceof HistoryUnavailable) return error.reason;
  if (error instanceof ServiceError) return error.message;
  return databaseFault(error)?.reason;
}
