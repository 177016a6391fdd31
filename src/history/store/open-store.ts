import { chmodSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Connection } from './connection.js';
import {
  DamagedDatabase,
  classifyDatabaseError,
  loadDriver,
  openDatabase,
  type Database,
} from './database.js';
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
  const origin = file.origin ?? defaultOrigin(file.path);
  const first = await connectUnlessDamaged(file, origin);
  if (first instanceof Connection) return first;
  // Loading the driver may take longer than the repair, so other processes need not wait for it.
  await loadDriver();
  const release = await takeRepairLock(first.path);
  try {
    // Checks again under the lock, since another process may have replaced the file meanwhile.
    const second = await connectUnlessDamaged({ ...file, check: 'whole' }, origin);
    if (second instanceof Connection) return second;
    const aside = basename(withDiskErrors(() => setAside(second.path)));
    const name = basename(file.path);
    onWarning(`the history store ${name} is damaged; it was renamed to ${aside} and a new one was created`);
    return await connect(file, prepareStore(file.path, origin));
  } finally {
    release();
  }
}

/** Returns the location of a damaged store that may be replaced. */
async function connectUnlessDamaged(
  file: StoreFile,
  origin: StoreOrigin,
): Promise<Connection | StoreLocation> {
  const location = prepareStore(file.path, origin);
  try {
    return await connect(file, location);
  } catch (error) {
    if (classifyDatabaseError(error)?.kind !== 'damaged') throw error;
    if (!isReplaceable(location)) throw notOurStoreError(origin);
    return location;
  }
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
