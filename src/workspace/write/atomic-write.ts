import { renameSync, type Stats } from 'node:fs';
import { access, constants, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { diskCode, diskReason } from '../paths/disk-error.js';
import { refusalError, refuse } from '../paths/path-refusal.js';
import { ownerDigits, sweepOnce } from './sweep-files.js';

export interface WriteOptions {
  /** Mode of a file that is new, less the umask; an existing file keeps its own. */
  readonly mode?: number;
  /** For the eyes of its owner only, whatever mode an existing file has. */
  readonly private?: boolean;
  /** How messages name the file; its base name otherwise. */
  readonly shown?: string;
  /** The file has to be there already: what has taken its place since is not replaced. */
  readonly isReal?: boolean;
  /** Asked at the last moment; nothing is replaced, and the failure is of kind `changed`, when it is not. */
  readonly isSame?: () => boolean;
}

/**
 * Replaces a file so that readers, and a crash at any moment, see the old or the new content whole. Never follows
 * a link: the link is replaced. Whoever wants links followed finds the place first, see
 * output/locate-output.ts, and passes a path in a folder that is held open.
 */
export async function writeAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const shown = options.shown ?? basename(path);
  try {
    const old = options.isReal ? await realFile(path, shown) : await replaceable(path, shown);
    await replace(path, old?.isFile() ? old : undefined, data, options);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('output', `could not write ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

async function realFile(path: string, shown: string): Promise<Stats> {
  const found = await lstatOf(path);
  if (found?.isFile()) return found;
  throw refusalError(refuse(found ? 'kind' : 'missing', shown));
}

/** A file renamed over a device or a pipe would put it out of service for everybody. */
async function replaceable(path: string, shown: string): Promise<Stats | undefined> {
  const found = await lstatOf(path);
  if (found?.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return found;
  throw new ServiceError('output', `could not write ${shown}: it is not a regular file`);
}

async function lstatOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

async function replace(
  target: string,
  old: Stats | undefined,
  data: string | Uint8Array,
  { mode = 0o666, private: isPrivate = false, isSame, shown = basename(target) }: WriteOptions,
): Promise<void> {
  // A rename would not ask for this right.
  if (old) await access(target, constants.W_OK);
  const temporary = temporaryName(target);
  const handle = await open(temporary, CREATE_NO_LINK, old || isPrivate ? 0o600 : mode);
  try {
    try {
      await handle.writeFile(data);
      if (old) await takeOver(handle, old, isPrivate);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (isSame === undefined) await rename(temporary, target);
    else if (isSame()) renameSync(temporary, target);
    else throw changedSince(shown);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
  await sweepOnce(dirname(target));
}

/** A name that is taken, by a link to nothing too, is an error. */
export const CREATE_NO_LINK =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export function changedSince(shown: string): ServiceError {
  return new ServiceError('changed', `file has changed since it was read: ${shown}`);
}

const LONGEST_STEM = 50;

/**
 * Hidden, so that nobody takes it for a file of the workspace. It tells whose it is, so that what
 * a killed process left can be removed.
 */
export function temporaryName(target: string): string {
  const stem = Array.from(basename(target)).slice(0, LONGEST_STEM).join('');
  // The global generator: node:crypto takes a noticeable part of a whole start.
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
  return join(dirname(target), `.${stem}.${ownerDigits()}${random}.tmp`);
}

async function takeOver(handle: FileHandle, old: Stats, isPrivate: boolean): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== old.uid || own.gid !== old.gid) {
    await handle.chown(old.uid, old.gid).catch((error: unknown) => {
      if (diskCode(error) !== 'EPERM') throw error;
    });
  }
  if (!isPrivate) await handle.chmod(old.mode & 0o7777);
}

/** Makes the rename itself durable; some systems cannot open or sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
