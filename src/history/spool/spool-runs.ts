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
import { joinRows, type RunRows } from '../run-rows.js';
import {
  CREATE_NO_LINK,
  defaultOrigin,
  FILE_MODE,
  FOLDER_MODE,
  prepareStore,
  SCHEMA_VERSION,
  type StoreLocation,
  type StoreOrigin,
} from '../store-location.js';
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
 * Returns true when the runs are on the disk, from where the next process that opens the store moves them into it.
 * Returns false when they must be added to the store itself, which also finds out why it cannot be used.
 */
export function spoolRuns(store: SpooledStore, runs: readonly RunRows[]): boolean {
  if (sizeOf(runs) > MAX_SPOOLED_SIZE) return false;
  try {
    const location = prepareStore(store.path, store.origin ?? defaultOrigin(store.path));
    if (!isUsable(location)) return false;
    const folder = spoolFolder(location.path);
    makeFolder(folder, FOLDER_MODE);
    const waiting = waitingNames(folder);
    if (waiting.length >= MAX_WAITING_FILES) return false;
    writeWhole(folder, waiting, runs, store);
    return true;
  } catch {
    return false;
  }
}

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
): void {
  const content = Buffer.from(`${JSON.stringify(joinRows(runs))}\n`);
  const { final, temporary } = nextName(waiting);
  const file = openSync(join(folder, temporary), CREATE_NO_LINK, FILE_MODE);
  try {
    try {
      writeFileSync(file, Buffer.concat([Buffer.from(headOf(keepRuns, content)), content]));
      renameSync(join(folder, temporary), join(folder, final));
    } catch (error) {
      rmSync(join(folder, temporary), { force: true });
      throw error;
    }
    try {
      fsyncSync(file);
    } catch (error) {
      // It must not be written a second time, because another process may be moving it into the store.
      onWarning(`the run may be missing in the history if the machine fails now: ${diskReason(error)}`);
    }
  } finally {
    closeSync(file);
  }
}

/** More would delay whoever reads the store next. */
export const MAX_WAITING_FILES = 50;

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
