/** Where a store may lie, and what must lie there: nothing that is not a history of svc is moved or written. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isBelow } from '../workspace/paths/boundary.js';
import { hasIrregularCompanion } from '../workspace/files/database-files.js';
import { diskCode, diskReason } from '../workspace/paths/disk-error.js';
import { makeFolder } from '../workspace/paths/make-folder.js';
import { READ_NO_LINK } from '../workspace/paths/read-limited.js';
import { writePlace } from '../workspace/paths/write-place.js';
import { HistoryUnavailable } from './history-unavailable.js';
import { APPLICATION_ID } from './schema.js';

/** Who named the file of a store, which decides where it may lie and what may be replaced there. */
export interface StoreOrigin {
  readonly namedBy: 'default' | 'operator' | 'config';
  /** As it was written. */
  readonly shown: string;
  /** Folders that a store named by a config file must lie in. */
  readonly within: readonly string[];
}

export interface StorePlace {
  /** Absolute and free of symbolic links; the file is there. */
  readonly path: string;
  readonly content: StoreContent;
  readonly origin: StoreOrigin;
}

/**
 * `own`: it carries our mark. `unmarked`: a database without a mark, as stores of earlier versions are. `other`:
 * a database with the mark of another program. `none`: no database.
 */
export type StoreContent = 'empty' | 'own' | 'unmarked' | 'other' | 'none';

/** Makes the file when there is none. */
export function prepareStore(path: string, origin: StoreOrigin): StorePlace {
  const place = asDiskWork(() => {
    const real = placeWithin(path, origin);
    makeFolder(dirname(real), FOLDER_MODE);
    // A folder that is new cannot lead elsewhere; one that was there may have been replaced meanwhile.
    return placeWithin(path, origin);
  });
  const content = asDiskWork(() => {
    refuseOddFiles(place, origin);
    createFile(place);
    return contentOf(place, origin);
  });
  if (content === 'other') throw notOurs(origin);
  return { path: place, content, origin };
}

/** Whether a store that turned out to be damaged may be set aside. */
export function mayBeReplaced({ path, content, origin }: StorePlace): boolean {
  if (origin.namedBy === 'default') return true;
  if (content === 'own' || content === 'empty') return true;
  if (origin.namedBy === 'operator')
    return content === 'unmarked' || (content === 'none' && DATABASE_NAME.test(path));
  return content === 'unmarked' && asDiskWork(() => hasOurTables(path));
}

export function notOurs({ shown }: Pick<StoreOrigin, 'shown'>): HistoryUnavailable {
  return new HistoryUnavailable(`${shown} is not a history of svc`);
}

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** What is no database and has another name was named by mistake. */
const DATABASE_NAME = /\.(?:db|sqlite3?)$/i;

function placeWithin(path: string, { namedBy, within, shown }: StoreOrigin): string {
  const place = writePlace(path);
  if (namedBy === 'config' && !within.some((folder) => isBelow(place, writePlace(folder))))
    throw new HistoryUnavailable(
      `${shown} is outside the workspace and the folder .svc of the user; name it with --history-db instead`,
    );
  return place;
}

/** A link at the resolved path leads to nothing, and SQLite would follow those beside it. */
function refuseOddFiles(place: string, origin: StoreOrigin): void {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new HistoryUnavailable('it is a directory');
  const isOdd = found?.isFile() === false || hasIrregularCompanion(place);
  if (isOdd || namesOtherFile(`${place}-journal`)) throw notOurs(origin);
}

/** SQLite makes its companion files with the mode of this one. */
function createFile(place: string): void {
  try {
    closeSync(openSync(place, CREATE_NO_LINK, FILE_MODE));
  } catch (error) {
    if (diskCode(error) !== 'EEXIST') throw error;
  }
}

const CREATE_NO_LINK =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Looked at before SQLite does, which would remove the log beside a file that is none of its own. */
function contentOf(place: string, origin: StoreOrigin): StoreContent {
  const head = bytesAt(place, 0, 100);
  if (head === undefined) throw notOurs(origin);
  if (head.length === 0) return 'empty';
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'none';
  // https://sqlite.org/fileformat2.html section 1.3: the mark of the program that made it.
  const mark = head.length < 72 ? 0 : head.readUInt32BE(68);
  return mark === APPLICATION_ID ? 'own' : mark === 0 ? 'unmarked' : 'other';
}

/** https://sqlite.org/fileformat2.html section 1.3.1 */
const MAGIC = 'SQLite format 3\0';

/** The text of the schema is in the first page; that is all that can be trusted in a damaged file. */
function hasOurTables(place: string): boolean {
  const page = bytesAt(place, 0, 65_536)?.toString('latin1') ?? '';
  return ['runs', 'results', 'assertions'].every((name) => page.includes(`CREATE TABLE ${name} (`));
}

/**
 * A journal may end with the name of a further one, which SQLite removes when it rolls back
 * (https://sqlite.org/fileformat2.html section 3). Ours never do, and a planted one could name any file.
 */
function namesOtherFile(journal: string): boolean {
  const size = lstatSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const end = size < 8 ? undefined : bytesAt(journal, size - 8, 8);
  return end?.toString('hex') === 'd9d505f920a163d7';
}

/** Undefined when it is no regular file. */
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

export function asDiskWork<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof HistoryUnavailable) throw error;
    if (diskCode(error) === 'EEXIST') throw new HistoryUnavailable('its folder is not a directory', error);
    throw new HistoryUnavailable(diskReason(error), error);
  }
}

/** For a store that nobody named. */
export function defaultOrigin(path: string): StoreOrigin {
  return { namedBy: 'default', shown: basename(path), within: [] };
}
