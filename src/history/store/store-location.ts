/** Checks where a store is and what the file contains: nothing but a history of svc is ever moved or written. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isBelow } from '../../workspace/paths/boundary.js';
import { hasIrregularCompanion } from '../../workspace/files/database-files.js';
import { diskCode, diskReason } from '../../workspace/paths/disk-error.js';
import { makeFolder } from '../../workspace/paths/make-folder.js';
import { READ_NO_LINK } from '../../workspace/paths/read-limited.js';
import { writePlace } from '../../workspace/paths/write-place.js';
import { HistoryUnavailable } from './history-unavailable.js';

/** Who named the file of a store, which decides where it may be and what may be replaced there. */
export interface StoreOrigin {
  readonly namedBy: 'default' | 'operator' | 'config';
  /** The path as the user wrote it, for messages. */
  readonly shown: string;
  /** The folders that must contain a store named by a config file. */
  readonly within: readonly string[];
}

export interface StoreLocation {
  /** Absolute and free of symbolic links; the file exists. */
  readonly path: string;
  readonly content: StoreContent;
  /** The version of its tables as the head of the file has it, or 0; a newer one may still be in the log. */
  readonly version: number;
  readonly origin: StoreOrigin;
}

/** Marks a database as a history of svc, in the head of the file (https://sqlite.org/pragma.html#pragma_application_id). */
export const APPLICATION_ID = 0x73766368;

/** The version of the tables that this version of svc makes and reads. */
export const SCHEMA_VERSION = 1;

/**
 * `own` carries our application id. `unmarked` is a database without one, as stores of earlier versions are.
 * `other` is a database of another program. `none` is not a database.
 */
export type StoreContent = 'empty' | 'own' | 'unmarked' | 'other' | 'none';

/** Creates the file when there is none. */
export function prepareStore(path: string, origin: StoreOrigin): StoreLocation {
  return withDiskErrors(() => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return prepareOnce(path, origin);
      } catch (error) {
        // Another process may rename a damaged store or remove its journal between two steps.
        if (diskCode(error) !== 'ENOENT' || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  });
}

const MAX_ATTEMPTS = 20;

function prepareOnce(path: string, origin: StoreOrigin): StoreLocation {
  makeFolder(dirname(resolveWithin(path, origin)), FOLDER_MODE);
  // A new folder cannot lead elsewhere, but one that existed may have been replaced meanwhile.
  const location = resolveWithin(path, origin);
  refuseUnsafeFiles(location, origin);
  createFile(location);
  const head = bytesAt(location, 0, HEAD_BYTES);
  if (head === undefined) throw notOurStoreError(origin);
  const content = detectContent(head);
  if (content === 'other') throw notOurStoreError(origin);
  return { path: location, content, version: head.length < HEAD_BYTES ? 0 : head.readUInt32BE(60), origin };
}

/** Decides whether a damaged store may be renamed and replaced. */
export function isReplaceable({ path, content, origin }: StoreLocation): boolean {
  if (origin.namedBy === 'default') return true;
  if (content === 'own' || content === 'empty') return true;
  if (origin.namedBy === 'operator')
    return content === 'unmarked' || (content === 'none' && DATABASE_NAME.test(path));
  return content === 'unmarked' && withDiskErrors(() => hasOurTables(path));
}

export function notOurStoreError({ shown }: Pick<StoreOrigin, 'shown'>): HistoryUnavailable {
  return new HistoryUnavailable(`${shown} is not a history of svc`);
}

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** A file that is not a database and has another extension was probably named by mistake. */
const DATABASE_NAME = /\.(?:db|sqlite3?)$/i;

function resolveWithin(path: string, { namedBy, within, shown }: StoreOrigin): string {
  const location = writePlace(path);
  if (namedBy === 'config' && !within.some((folder) => isBelow(location, writePlace(folder))))
    throw new HistoryUnavailable(
      `${shown} is outside the workspace and the folder .svc of the user; name it with --history-db instead`,
    );
  return location;
}

/** A link at the resolved path would be dangling, and SQLite would follow links at its companion files. */
function refuseUnsafeFiles(location: string, origin: StoreOrigin): void {
  const found = lstatSync(location, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new HistoryUnavailable('it is a directory');
  const isOdd = found?.isFile() === false || hasIrregularCompanion(location);
  if (isOdd || namesOtherFile(`${location}-journal`)) throw notOurStoreError(origin);
}

/** SQLite creates its companion files with the mode of this one. */
function createFile(location: string): void {
  try {
    closeSync(openSync(location, CREATE_NO_LINK, FILE_MODE));
  } catch (error) {
    if (diskCode(error) !== 'EEXIST') throw error;
  }
}

export const CREATE_NO_LINK =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Runs before SQLite opens the file, since SQLite would remove the log of a file that is not its own. */
function detectContent(head: Buffer): StoreContent {
  if (head.length === 0) return 'empty';
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'none';
  const mark = head.length < 72 ? 0 : head.readUInt32BE(68);
  return mark === APPLICATION_ID ? 'own' : mark === 0 ? 'unmarked' : 'other';
}

/** The version is at offset 60, the application id at 68 (https://sqlite.org/fileformat2.html section 1.3). */
const HEAD_BYTES = 100;

/** The start of every database (https://sqlite.org/fileformat2.html section 1.3.1). */
const MAGIC = 'SQLite format 3\0';

/** The text of the schema is in the first page, which is the only part of a damaged file that can be trusted. */
function hasOurTables(location: string): boolean {
  const page = bytesAt(location, 0, 65_536)?.toString('latin1') ?? '';
  return ['runs', 'results', 'assertions'].every((name) => page.includes(`CREATE TABLE ${name} (`));
}

/**
 * A journal may end with the name of another one, which SQLite deletes when it rolls back
 * (https://sqlite.org/fileformat2.html section 3). Ours never do, and a planted one could name any file.
 */
function namesOtherFile(journal: string): boolean {
  const size = lstatSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const end = size < 8 ? undefined : bytesAt(journal, size - 8, 8);
  return end?.toString('hex') === 'd9d505f920a163d7';
}

/** Returns undefined when it is not a regular file. */
function bytesAt(path: string, position: number, length: number): Buffer | undefined {
  const file = openSync(path, READ_NO_LINK);
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, position));
  } finally {
    closeSync(file);
  }
}

export function withDiskErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof HistoryUnavailable) throw error;
    if (diskCode(error) === 'EEXIST') throw new HistoryUnavailable('its folder is not a directory', error);
    throw new HistoryUnavailable(diskReason(error), error);
  }
}

/** The origin of the store that is used when nobody names one. */
export function defaultOrigin(path: string): StoreOrigin {
  return { namedBy: 'default', shown: basename(path), within: [] };
}
