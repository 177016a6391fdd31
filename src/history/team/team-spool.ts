/** The file where runs and load tests wait until the team history takes them. */
import { existsSync } from 'node:fs';
import { LockFailure, takeLock, type LockRules } from '../../workspace/write/process-lock.js';
import {
  classifyDatabaseError,
  inTransaction,
  numberOf,
  openDatabase,
  textOf,
  type Database,
  type Row,
} from '../store/database.js';
import { HistoryUnavailable } from '../store/history-unavailable.js';
import { APPLICATION_ID, defaultOrigin, notOurStoreError, prepareStore } from '../store/store-location.js';

export interface SpoolEntry {
  readonly kind: 'run' | 'test';
  readonly uid: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** JSON. */
  readonly content: string;
}

export interface WaitingEntry extends SpoolEntry {
  readonly id: number;
}

export interface SpoolLimits {
  readonly entries: number;
  readonly bytes: number;
}

const LIMITS: SpoolLimits = { entries: 10_000, bytes: 256 * 1024 * 1024 };

/** A history with this version in its head; programs that take it for one leave it alone. */
const SPOOL_VERSION = 1001;

const TABLE = `
  CREATE TABLE IF NOT EXISTS waiting (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    refused INTEGER NOT NULL DEFAULT 0,
    content TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS waiting_by_start ON waiting (started_at, id);
`;

/** Opens the file for each operation, so that nothing keeps it open in between; throws HistoryUnavailable. */
export class TeamSpool {
  readonly #path: string;
  readonly #limits: SpoolLimits;

  constructor(path: string, limits: SpoolLimits = LIMITS) {
    this.#path = path;
    this.#limits = limits;
  }

  /** Returns how many old entries were dropped to make room. */
  async add(entries: readonly SpoolEntry[]): Promise<number> {
    return this.#use((database) =>
      inTransaction(database, 'write', () => {
        const insert = database.prepare(
          'INSERT INTO waiting (uid, kind, started_at, bytes, content) VALUES (?, ?, ?, ?, ?) ON CONFLICT (uid) DO NOTHING',
        );
        for (const { uid, kind, startedAt, content } of entries) {
          insert.run(uid, kind, startedAt, Buffer.byteLength(content), content);
        }
        return this.#dropOldest(database);
      }),
    );
  }

  /** The number of entries that can be handed in. */
  async count(): Promise<number> {
    if (!existsSync(this.#path)) return 0;
    return this.#use((database) =>
      numberOf(
        database.prepare('SELECT count(*) AS total FROM waiting WHERE refused = 0').get() ?? {},
        'total',
      ),
    );
  }

  /** Returns so many entries, or fewer when they are large. */
  async oldest(count: number): Promise<readonly WaitingEntry[]> {
    if (!existsSync(this.#path)) return [];
    return this.#use((database) => {
      const sizes = 'SELECT id, bytes FROM waiting WHERE refused = 0 ORDER BY started_at, id LIMIT ?';
      const read = database.prepare('SELECT * FROM waiting WHERE id = ?');
      const entries: WaitingEntry[] = [];
      let bytes = 0;
      for (const { id = 0, bytes: size } of database.prepare(sizes).all(count)) {
        bytes += Number(size);
        if (entries.length > 0 && bytes > MAX_READ_BYTES) break;
        entries.push(waitingEntry(read.get(id) ?? {}));
      }
      return entries;
    });
  }

  async remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#use((database) =>
      inTransaction(database, 'write', () => {
        for (const id of ids) database.prepare('DELETE FROM waiting WHERE id = ?').run(id);
      }),
    );
  }

  /** Keeps an entry that the server will never take from being tried again. */
  async refuse(id: number): Promise<void> {
    await this.#use(
      (database) => void database.prepare('UPDATE waiting SET refused = 1 WHERE id = ?').run(id),
    );
  }

  /** Runs work that hands entries in while no other process does; undefined when another one does. */
  async exclusively<T>(work: () => Promise<T>, maxWaitMs: number): Promise<T | undefined> {
    let release: () => void;
    try {
      release = await takeLock(`${this.#path}.push`, { ...PUSH_RULES, maxWaitMs });
    } catch (error) {
      if (error instanceof LockFailure) return undefined;
      throw error;
    }
    try {
      return await work();
    } finally {
      release();
    }
  }

  #dropOldest(database: Database): number {
    const { entries, bytes } = this.#limits;
    let dropped = 0;
    for (;;) {
      const row = database.prepare('SELECT count(*) AS total, sum(bytes) AS bytes FROM waiting').get() ?? {};
      if (numberOf(row, 'total') <= entries && numberOf(row, 'bytes') <= bytes) return dropped;
      const excess = Math.max(1, numberOf(row, 'total') - entries);
      const sql =
        'DELETE FROM waiting WHERE id IN (SELECT id FROM waiting ORDER BY refused DESC, started_at, id LIMIT ?)';
      dropped += database.prepare(sql).run(excess).changes;
    }
  }

  async #use<T>(work: (database: Database) => T): Promise<T> {
    try {
      const database = await this.#open();
      try {
        return work(database);
      } finally {
        database.close();
      }
    } catch (error) {
      if (error instanceof HistoryUnavailable) throw error;
      const fault = classifyDatabaseError(error);
      throw new HistoryUnavailable(
        fault?.reason ?? (error instanceof Error ? error.message : String(error)),
        error,
      );
    }
  }

  async #open(): Promise<Database> {
    const origin = defaultOrigin(this.#path);
    const { path, content } = prepareStore(this.#path, origin);
    if (content === 'none' || content === 'unmarked') throw notOurStoreError(origin);
    const database = await openDatabase(path);
    try {
      // A spool is small and must survive the machine, so it has neither a second file nor late writes.
      database.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
      database.exec('PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF');
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      if (version !== SPOOL_VERSION) makeTables(database, version);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

function waitingEntry(row: Row): WaitingEntry {
  return {
    id: numberOf(row, 'id'),
    uid: textOf(row, 'uid'),
    kind: textOf(row, 'kind') === 'test' ? 'test' : 'run',
    startedAt: numberOf(row, 'started_at'),
    content: textOf(row, 'content'),
  };
}

function makeTables(database: Database, version: number): void {
  if (version !== 0) throw new HistoryUnavailable('another version of svc wrote the file of waiting runs');
  inTransaction(database, 'write', () => {
    database.exec(TABLE);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SPOOL_VERSION}`);
  });
}

/** So much is in memory at a time. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

const PUSH_RULES: Omit<LockRules, 'maxWaitMs'> = { pauseMs: 20, staleMs: 5000 };
