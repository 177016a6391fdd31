import { statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { ServiceError } from '../errors.js';
import { systemClock, type Clock } from '../primitives/clock.js';
import { writePlace } from '../workspace/paths/write-place.js';
import type { Connection } from './store/connection.js';
import { classifyDatabaseError } from './store/database.js';
import type { HistoryConnection, Query } from './queries/history-connection.js';
import { defaultOrigin } from './store/store-location.js';
import { HistoryUnavailable } from './store/history-unavailable.js';
import { openStore, type StoreFile } from './store/open-store.js';
import type { KeptCounts, Queries } from './queries/queries.js';
import { createQueries } from './sqlite-queries.js';
import { SpoolMover } from './spool/move-spooled.js';
import { RunWriter } from './store/write-runs.js';

export interface RunStoreOptions extends StoreFile, KeptCounts {
  /** The total time to wait for a lock. */
  readonly lockTimeoutMs: number;
  /** The time before a store that failed is tried again. */
  readonly retryDelayMs: number;
}

/** Owns the only connection of its thread and handles failures of the store. */
export class RunStore implements HistoryConnection {
  readonly #settings: RunStoreOptions;
  readonly #onWarning: (message: string) => void;
  readonly #clock: Clock;
  #check: StoreFile['check'];
  #connection: Connection | undefined;
  #queries: Queries | undefined;
  #mover: SpoolMover | undefined;
  #openedFile: string | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #failure: { readonly reason: string; readonly retryAt: number } | undefined;

  constructor(settings: RunStoreOptions, onWarning: (message: string) => void, clock: Clock = systemClock) {
    this.#settings = settings;
    this.#check = settings.check;
    this.#onWarning = onWarning;
    this.#clock = clock;
  }

  /** Queries run one after the other, so that none uses a store that is still being opened. */
  readonly query: Query = (name, ...args) => this.#enqueue(() => this.#attempt(name, args));

  close(): Promise<void> {
    return this.#enqueue(async () => {
      try {
        this.#connection?.exec('PRAGMA wal_checkpoint(PASSIVE)');
      } catch {
        // A checkpoint that fails now is done when the store is opened again.
      }
      this.#disconnect();
    });
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work);
    this.#queue = mine.catch(() => undefined);
    return mine;
  }

  async #attempt<K extends keyof Queries>(
    name: K,
    args: Parameters<Queries[K]>,
  ): Promise<ReturnType<Queries[K]>> {
    const earlier = this.#failure;
    if (earlier !== undefined && this.#clock.now() < earlier.retryAt)
      throw new HistoryUnavailable(earlier.reason);
    try {
      const result = await this.#retryWhileBusy(() => this.#perform(name, args));
      this.#failure = undefined;
      return result;
    } catch (error) {
      const reason = unavailableReason(error);
      if (reason === undefined) throw error;
      this.#disconnect();
      const damaged = classifyDatabaseError(error)?.kind === 'damaged';
      this.#failure = {
        reason,
        retryAt: damaged ? Infinity : this.#clock.now() + this.#settings.retryDelayMs,
      };
      const unavailable = new HistoryUnavailable(reason, error);
      if (earlier === undefined) this.#onWarning(this.#describe(reason));
      throw unavailable;
    }
  }

  /** People who read the warning need to know which file it is about; clients of a server do not. */
  #describe(reason: string): string {
    const { shown: written } = this.#settings.origin ?? defaultOrigin(this.#settings.path);
    // A log may be read by others, whom the folders of this machine do not concern.
    const shown = isAbsolute(written) ? basename(written) : written;
    return new HistoryUnavailable(reason.includes(shown) ? reason : `${shown}: ${reason}`).message;
  }

  /** The thread is free for other work between the attempts. */
  async #retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
    const end = this.#clock.now() + this.#settings.lockTimeoutMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (classifyDatabaseError(error)?.kind !== 'busy' || this.#clock.now() >= end) throw error;
        await this.#clock.sleep(LOCK_RETRY_MS);
      }
    }
  }

  async #perform<K extends keyof Queries>(
    name: K,
    args: Parameters<Queries[K]>,
  ): Promise<ReturnType<Queries[K]>> {
    try {
      return call(await this.#prepared(), name, args);
    } catch (error) {
      if (classifyDatabaseError(error)?.kind !== 'damaged' || this.#check === 'whole') throw error;
      // Only a part of the file was checked before; opened again with a full check, the damaged store is replaced.
      this.#disconnect();
      this.#check = 'whole';
      return call(await this.#prepared(), name, args);
    }
  }

  /** Runs that wait in the spool ended before, so they come first. */
  async #prepared(): Promise<Queries> {
    const queries = await this.#connected();
    await this.#mover?.move();
    return queries;
  }

  async #connected(): Promise<Queries> {
    if (this.#queries !== undefined && !this.#wasReplaced()) return this.#queries;
    this.#disconnect();
    const { path, keepRuns } = this.#settings;
    const connection = await openStore({ ...this.#settings, check: this.#check }, this.#onWarning);
    this.#connection = connection;
    this.#openedFile = fileIdentity(path);
    const writer = new RunWriter(connection, keepRuns);
    const isInPlace = (): boolean => fileIdentity(path) === this.#openedFile;
    const onWarning = this.#onWarning;
    this.#mover = new SpoolMover({ path: writePlace(path), connection, writer, isInPlace, onWarning });
    // From here on, damage is a failure of a running store.
    this.#queries = createQueries(connection, writer, this.#settings);
    return this.#queries;
  }

  /** SQLite would go on writing to a deleted file, and everything would be lost when it is closed. */
  #wasReplaced(): boolean {
    if (fileIdentity(this.#settings.path) === this.#openedFile) return false;
    const name = basename(this.#settings.path);
    this.#onWarning(
      `the history store ${name} was moved or removed; the file in its place is used from now on`,
    );
    return true;
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#queries = undefined;
    this.#mover = undefined;
  }
}

const LOCK_RETRY_MS = 25;

/** Identifies the file, to detect that the path leads to another one. */
function fileIdentity(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    // Opening the file again gives the error with its reason.
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

/** Returns undefined for a defect of the program, which is not a fault of the store. */
function unavailableReason(error: unknown): string | undefined {
  if (error instanceof HistoryUnavailable) return error.reason;
  if (error instanceof ServiceError) return error.message;
  return classifyDatabaseError(error)?.reason;
}
