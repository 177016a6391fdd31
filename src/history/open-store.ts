import { chmodSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { Buffer } from 'node:buffer';
import { basename, dirname } from 'node:path';
import { diskCode, diskReason } from '../workspace/disk-error.js';
import { makeFolder } from '../workspace/make-folder.js';
import { Connection } from './connection.js';
import { DamagedDatabase, databaseFault, openDatabase, type Database } from './database.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { applyPragmas, applySchema, refuseForeign } from './schema.js';
import { setAside, takeRepairLock } from './set-aside.js';

export interface StoreFile {
  readonly path: string;
  /**
   * `whole`: every page is looked at when the store is opened, as a server can afford. `touched`: only when
   * the file is small; in a large one damage shows when a statement meets it.
   */
  readonly check: 'whole' | 'touched';
  /** Milliseconds a statement waits for a lock. */
  readonly busyTimeout: number;
}

/** Made when there is none; a damaged one is set aside and a new one begun (server.md 9). */
export async function openStore(file: StoreFile, onWarning: (message: string) => void): Promise<Connection> {
  createFile(file.path);
  try {
    return await connect(file);
  } catch (error) {
    if (databaseFault(error)?.kind !== 'damaged') throw error;
  }
  const release = await takeRepairLock(file.path);
  try {
    return await connectOrReplace(file, onWarning);
  } finally {
    release();
  }
}

/** Asked again under the lock: another process may have replaced the file meanwhile. */
async function connectOrReplace(file: StoreFile, onWarning: (message: string) => void): Promise<Connection> {
  try {
    return await connect({ ...file, check: 'whole' });
  } catch (error) {
    if (databaseFault(error)?.kind !== 'damaged') throw error;
  }
  const name = basename(file.path);
  const aside = basename(asDiskWork(() => setAside(file.path)));
  onWarning(`the history store ${name} is damaged; it was renamed to ${aside} and a new one was begun`);
  createFile(file.path);
  return connect(file);
}

async function connect({ path, check, busyTimeout }: StoreFile): Promise<Connection> {
  checkHead(path);
  const database = await openDatabase(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
    refuseForeign(database);
    applyPragmas(database);
    const { size, mode } = statSync(path);
    if (check === 'whole' || size <= SMALL_BYTES) checkPages(database);
    applySchema(database);
    // Known to be ours only now.
    if ((mode & 0o077) !== 0) chmodSync(path, FILE_MODE);
    return new Connection(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Looking at that many takes a few milliseconds. */
const SMALL_BYTES = 2 * 1024 * 1024;

/** SQLite makes its companion files with the mode of this one. */
function createFile(path: string): void {
  asDiskWork(() => {
    makeFolder(dirname(path), FOLDER_MODE);
    closeSync(openSync(path, 'a', FILE_MODE));
  });
}

function asDiskWork<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (diskCode(error) === 'EEXIST') throw new HistoryUnavailable('its folder is not a directory', error);
    throw new HistoryUnavailable(diskReason(error), error);
  }
}

/** Looked at before SQLite does, which would remove the log beside a file that is none of its own. */
function checkHead(path: string): void {
  const head = Buffer.alloc(MAGIC.length);
  const length = asDiskWork(() => {
    const file = openSync(path, 'r');
    try {
      return readSync(file, head);
    } finally {
      closeSync(file);
    }
  });
  if (length > 0 && head.toString('latin1') !== MAGIC) throw new DamagedDatabase('not a database');
}

/** https://sqlite.org/fileformat2.html section 1.3.1 */
const MAGIC = 'SQLite format 3\0';

function checkPages(database: Database): void {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (verdict !== 'ok') throw new DamagedDatabase(String(verdict));
}
