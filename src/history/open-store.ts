import { chmodSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Connection } from './connection.js';
import { DamagedDatabase, databaseFault, openDatabase, type Database } from './database.js';
import { applyPragmas, applySchema, isForeign, markAsOurs } from './schema.js';
import { setAside, takeRepairLock } from './set-aside.js';
import {
  asDiskWork,
  defaultOrigin,
  FILE_MODE,
  mayBeReplaced,
  notOurs,
  prepareStore,
  type StoreOrigin,
  type StorePlace,
} from './store-place.js';

export interface StoreFile {
  readonly path: string;
  /** Left out for the store that nobody named. */
  readonly origin?: StoreOrigin | undefined;
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
  const place = prepareStore(file.path, file.origin ?? defaultOrigin(file.path));
  try {
    return await connect(file, place);
  } catch (error) {
    if (databaseFault(error)?.kind !== 'damaged') throw error;
  }
  if (!mayBeReplaced(place)) throw notOurs(place.origin);
  const release = await takeRepairLock(place.path);
  try {
    return await connectOrReplace(file, onWarning);
  } finally {
    release();
  }
}

/** Asked again under the lock: another process may have replaced the file meanwhile. */
async function connectOrReplace(file: StoreFile, onWarning: (message: string) => void): Promise<Connection> {
  const origin = file.origin ?? defaultOrigin(file.path);
  const place = prepareStore(file.path, origin);
  try {
    return await connect({ ...file, check: 'whole' }, place);
  } catch (error) {
    if (databaseFault(error)?.kind !== 'damaged') throw error;
  }
  if (!mayBeReplaced(place)) throw notOurs(origin);
  const name = basename(file.path);
  const aside = basename(asDiskWork(() => setAside(place.path)));
  onWarning(`the history store ${name} is damaged; it was renamed to ${aside} and a new one was begun`);
  return connect(file, prepareStore(file.path, origin));
}

async function connect(
  { check, busyTimeout }: StoreFile,
  { path, content, origin }: StorePlace,
): Promise<Connection> {
  if (content === 'none') throw new DamagedDatabase('not a database');
  const database = await openDatabase(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
    if (isForeign(database)) throw notOurs(origin);
    applyPragmas(database);
    const { size, mode } = statSync(path);
    if (check === 'whole' || size <= SMALL_BYTES) checkPages(database);
    if (!applySchema(database)) throw notOurs(origin);
    if (content === 'unmarked') markAsOurs(database);
    // Known to be ours only now.
    if ((mode & 0o077) !== 0) chmodSync(path, FILE_MODE);
    return new Connection(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Looking at that many takes a few milliseconds. */
const SMALL_BYTES = 2 * 1024 * 1024;

function checkPages(database: Database): void {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (verdict !== 'ok') throw new DamagedDatabase(String(verdict));
}
