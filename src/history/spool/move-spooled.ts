import { renameSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { diskCode, diskReason } from '../../workspace/paths/disk-error.js';
import { sweepFolder } from '../../workspace/write/sweep-files.js';
import type { Connection } from '../store/connection.js';
import { classifyDatabaseError, textOf } from '../store/database.js';
import type { RunWriter } from '../store/write-runs.js';
import { readSpooled, type SpooledRuns } from './read-spooled.js';
import { spoolFolder, syncFolder, waitingNames } from './spool-files.js';

export interface MovedInto {
  /** The file of the store, free of symbolic links. */
  readonly path: string;
  readonly connection: Connection;
  readonly writer: RunWriter;
  /** Whether the path still leads to the file that the connection has open. */
  readonly isInPlace: () => boolean;
  readonly onWarning: (message: string) => void;
}

/**
 * Moves runs from the spool into the store. A table keeps the names of the files that were stored until they are seen
 * to be gone, so that a process that is killed before it has removed them causes no run twice.
 */
export class SpoolMover {
  readonly #into: MovedInto;
  readonly #folder: string;
  /** Files that cannot be read or removed; they are left alone by this process. */
  readonly #ignored = new Set<string>();
  #hasWarned = false;
  #hasSwept = false;

  constructor(into: MovedInto) {
    this.#into = into;
    this.#folder = spoolFolder(into.path);
  }

  /** Moves what waits now; throws only when the store is busy or damaged. */
  async move(): Promise<void> {
    try {
      const last = this.#waiting().at(-1);
      if (last === undefined) return;
      // What was removed the last time must be gone for good before the table forgets it.
      syncFolder(this.#folder);
      while (this.#moveBatch(last)) await nextTurn();
      if (!this.#hasSwept) await sweepFolder(this.#folder);
      this.#hasSwept = true;
    } catch (error) {
      const fault = classifyDatabaseError(error);
      if (fault?.kind === 'busy' || fault?.kind === 'damaged') throw error;
      this.#warnOnce(fault?.reason ?? diskReason(error));
    }
  }

  #waiting(): readonly string[] {
    return waitingNames(this.#folder).filter((name) => !this.#ignored.has(name));
  }

  /** Returns whether there are more up to that file. */
  #moveBatch(last: string): boolean {
    const { connection, writer, isInPlace } = this.#into;
    // Files are removed after the commit, which must therefore be on the disk.
    connection.exec('PRAGMA synchronous = FULL');
    let batch: Batch;
    try {
      batch = writer.transaction(() => this.#insertBatch(last));
    } finally {
      connection.exec('PRAGMA synchronous = NORMAL');
    }
    if (!isInPlace()) return false;
    for (const name of batch.stored) this.#remove(name);
    return batch.hasMore;
  }

  /** The folder is read while others cannot write, so that nobody else moves or forgets the same files. */
  #insertBatch(last: string): Batch {
    const { connection, writer } = this.#into;
    connection.exec(TABLE);
    const { names, settled } = listInOrder(this.#folder);
    this.#forgetRemoved(new Set(names));
    const stored: string[] = [];
    let bytes = 0;
    for (const name of names) {
      if (name > last) break;
      if (this.#ignored.has(name)) continue;
      const isFull = stored.length >= MAX_BATCH_FILES || bytes >= MAX_BATCH_BYTES;
      if (isFull || !settled.has(name)) return { stored, hasMore: true };
      if (connection.statement('SELECT 1 FROM spooled WHERE name = ?').get(name) === undefined) {
        const read = this.#read(name);
        if (read === undefined) continue;
        writer.insertJoined(read.rows, read.keepRuns);
        connection.statement('INSERT INTO spooled (name) VALUES (?)').run(name);
        bytes += read.byteLength;
      }
      stored.push(name);
    }
    return { stored, hasMore: false };
  }

  #forgetRemoved(present: ReadonlySet<string>): void {
    const { connection } = this.#into;
    for (const row of connection.statement('SELECT name FROM spooled').all()) {
      const name = textOf(row, 'name');
      if (!present.has(name)) connection.statement('DELETE FROM spooled WHERE name = ?').run(name);
    }
  }

  /** Returns undefined for a file that is not stored, after a warning. */
  #read(name: string): SpooledRuns | undefined {
    try {
      const read = readSpooled(join(this.#folder, name));
      if (read === undefined) this.#setAside(name);
      return read;
    } catch (error) {
      if (diskCode(error) === 'ENOENT') return undefined;
      this.#ignored.add(name);
      this.#warnOnce(diskReason(error));
      return undefined;
    }
  }

  #setAside(name: string): void {
    this.#ignored.add(name);
    const place = basename(this.#folder);
    try {
      renameSync(join(this.#folder, name), join(this.#folder, `${name}.refused`));
      this.#into.onWarning(`${place}/${name} is not a whole run of svc; it was renamed to ${name}.refused`);
    } catch {
      this.#into.onWarning(`${place}/${name} is not a whole run of svc; it is left alone`);
    }
  }

  #remove(name: string): void {
    try {
      unlinkSync(join(this.#folder, name));
    } catch (error) {
      if (diskCode(error) !== 'ENOENT') this.#ignored.add(name);
    }
  }

  #warnOnce(reason: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#into.onWarning(`runs that wait in ${basename(this.#folder)} are not in the history yet: ${reason}`);
  }
}

/**
 * A folder that changes while it is listed may show a file without the one that was written before it. Whatever was
 * written before a file of the first list is in the second one, so the files before the first new name are complete.
 */
function listInOrder(folder: string): {
  readonly names: readonly string[];
  readonly settled: ReadonlySet<string>;
} {
  const first = new Set(waitingNames(folder));
  const names = waitingNames(folder);
  const newAt = names.findIndex((name) => !first.has(name));
  return { names, settled: new Set(newAt < 0 ? names : names.slice(0, newAt)) };
}

interface Batch {
  /** The files whose runs are in the store now. */
  readonly stored: readonly string[];
  readonly hasMore: boolean;
}

/** The bounds of one transaction, so that other processes can write in between. */
const MAX_BATCH_FILES = 64;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Programs that do not know this table go on using the file. */
const TABLE = 'CREATE TABLE IF NOT EXISTS spooled (name TEXT PRIMARY KEY) WITHOUT ROWID';
