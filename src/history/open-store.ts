import { chmodSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Connection } from './connection.js';
import { DamagedDatabase, classifyDatabaseError, openDatabase, type Database } from './database.js';
import { applyPragmas, applySchema, isForeign, markAsOurs } from './schema.js';
import { setAside, takeRepairLock } from './set-aside.js';
import {
  withDiskErrors,
  defaultOrigin,
  FILE_MODE,
  isReplaceable,
  notOurStoreError,
  prepareStore,
  type StoreOrigin,
  type StoreLocation,
} from './store-location.js';

export interface StoreFile {
  readonly path: string;
  /** Left out for the default store. */
  readonly origin?: StoreOrigin | undefined;
  /**
   * `whole` checks every page when the store is opened, which a server can afford. `touched` does that for small
   * files only; in a large one, damage is found when a statement reads it.
   */
  readonly check: 'whole' | 'touched';
  /** How long a statement waits for a lock. */
  readonly busyTimeoutMs: number;
}

/** Creates the store when there is none; a damaged one is renamed and replaced by a new one. */
export async function openStore(file: StoreFile, onWarning: (message: string) => void): Promise<Connection> {
  const location = prepareStore(file.path, file.origin ?? defaultOrigin(file.path));
  try {
    return await connect(file, location);
  } catch (error) {
    if (classifyDatabaseError(error)?.kind !== 'damaged') throw error;
  }
  if (!isReplaceable(location)) throw notOurStoreError(location.origin);
  const release = await takeRepairLock(location.path);
  try {
    return await connectOrReplace(file, onWarning);
  } finally {
    release();
  }
}

/** Checks again under the lock, since another process may have replaced the file meanwhile. */
async function connectOrReplace(file: StoreFile, onWarning: (message: string) => void): Promise<Connection> {
  const origin = file.origin ?? defaultOrigin(file.path);
  const location = prepareStore(file.path, origin);
  try {
    return await connect({ ...file, check: 'whole' }, location);
  } catch (error) {
    if (classifyDatabaseError(error)?.kind !== 'damaged') throw error;
  }
  if (!isReplaceable(location)) throw notOurStoreError(origin);
  const name = basename(file.path);
  const aside = basename(withDiskErrors(() => setAside(location.path)));
  onWarning(`the history store ${name} is damaged; it was renamed to ${aside} and a new one was created`);
  return connect(file, prepareStore(file.path, origin));
}

async function connect(
  { check, busyTimeoutMs }: StoreFile,
  { path, content, origin }: StoreLocation,
): Promise<Connection> {
  if (content === 'none') throw new DamagedDatabase('not a database');
  const database = await openDatabase(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    if (isForeign(database)) throw notOurStoreError(origin);
    applyPragmas(database);
    const { size, mode } = statSync(path);
    if (check === 'whole' || size <= SMALL_BYTES) checkPages(database);
    if (!applySchema(database)) throw notOurStoreError(origin);
    if (content === 'unmarked') markAsOurs(database);
    // The mode is changed only now because the file is known to be ours from here on.
    if ((mode & 0o077) !== 0) chmodSync(path, FILE_MODE);
    return new Connection(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Checking a file of this size takes a few milliseconds. */
const SMALL_BYTES = 2 * 1024 * 1024;

function checkPages(database: Database): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new DamagedDatabase(String(result));
}
