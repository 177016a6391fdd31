/** Writes runs into the spool, without the code and the driver of the store, which take long to load. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { makeFolder } from '../../workspace/paths/make-folder.js';
import { joinRows, type RunRows } from '../store/run-rows.js';
import {
  CREATE_NO_LINK,
  defaultOrigin,
  FILE_MODE,
  FOLDER_MODE,
  prepareStore,
  SCHEMA_VERSION,
  type StoreLocation,
  type StoreOrigin,
} from '../store/store-location.js';
import { headOf, nextName, spoolFolder, waitingNames } from './spool-files.js';

/** The store that the runs are for. */
export interface SpooledStore {
  readonly path: string;
  readonly origin?: StoreOrigin | undefined;
  readonly keepRuns: number;
  /** Called with complete sentences that contain no absolute path. */
  readonly onWarning: (message: string) => void;
}

/**
 * Returns whether the runs are on the disk, from where the next process that opens the store moves them into it; with
 * `many`, this process should do so. With `no` they must be added to the store itself, which also finds out why it
 * cannot be used.
 */
export function spoolRuns(
  store: SpooledStore,
  runs: readonly RunRows[],
  disk: Disk = DISK,
): 'yes' | 'many' | 'no' {
  if (sizeOf(runs) > MAX_SPOOLED_SIZE) return 'no';
  try {
    const location = prepareStore(store.path, store.origin ?? defaultOrigin(store.path));
    if (!isUsable(location)) return 'no';
    const folder = spoolFolder(location.path);
    makeFolder(folder, FOLDER_MODE);
    const waiting = waitingNames(folder);
    if (waiting.length >= MAX_FILES) return 'no';
    writeWhole(folder, waiting, runs, store, disk);
    return waiting.length < MANY_FILES ? 'yes' : 'many';
  } catch {
    return 'no';
  }
}

/** What may fail on a full or broken disk, which tests imitate. */
const DISK = { openSync, writeFileSync, renameSync, fsyncSync };

type Disk = typeof DISK;

/** Other stores are opened, so that the user is told what is wrong with them. */
function isUsable({ path, content, version }: StoreLocation): boolean {
  if (content !== 'empty' && content !== 'own') return false;
  accessSync(path, constants.W_OK);
  return version === 0 || version === SCHEMA_VERSION;
}

/** The file gets its name when it is whole; one sync then makes both durable. */
function writeWhole(
  folder: string,
  waiting: readonly string[],
  runs: readonly RunRows[],
  { keepRuns, onWarning }: SpooledStore,
  disk: Disk,
): void {
  const content = Buffer.from(`${JSON.stringify(joinRows(runs))}\n`);
  const { final, temporary } = nextName(waiting);
  const file = disk.openSync(join(folder, temporary), CREATE_NO_LINK, FILE_MODE);
  try {
    try {
      disk.writeFileSync(file, Buffer.concat([Buffer.from(headOf(keepRuns, content)), content]));
      disk.renameSync(join(folder, temporary), join(folder, final));
    } catch (error) {
      rmSync(join(folder, temporary), { force: true });
      throw error;
    }
    try {
      disk.fsyncSync(file);
    } catch (error) {
      // It must not be written a second time, because another process may be moving it into the store.
      onWarning(`the run may be missing in the history if the machine fails now: ${diskReason(error)}`);
    }
  } finally {
    closeSync(file);
  }
}

/** More would delay whoever reads the store next. */
export const MANY_FILES = 50;

/** So many wait only when nobody can move them. */
const MAX_FILES = 10_000;

/** Writing larger runs into the spool first would take longer than it saves. */
const MAX_SPOOLED_SIZE = 4 * 1024 * 1024;

/** About the number of bytes. */
function sizeOf(runs: readonly RunRows[]): number {
  let size = 0;
  for (const { results, assertions } of runs) {
    for (const value of results) size += typeof value === 'string' ? value.length : 4;
    for (const value of assertions) size += typeof value === 'string' ? value.length : 4;
  }
  return size;
}
