import { renameSync, type Stats } from 'node:fs';
import {
  access,
  constants,
  lstat,
  open,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '../errors.js';
import { diskCode, diskReason, isAbsent } from './disk-error.js';
import { refusalError, refuse } from './path-refusal.js';
import { ownerDigits, sweepOnce } from './sweep-files.js';

export interface WriteOptions {
  /** Mode of a file that is new, less the umask; an existing file keeps its own. */
  readonly mode?: number;
  /** For the eyes of its owner only, whatever mode an existing file has. */
  readonly private?: boolean;
  /** How messages name the file; its base name otherwise. */
  readonly shown?: string;
  /** The path has been resolved and the file is there: no link that has taken its place since is followed. */
  readonly isReal?: boolean;
  /** The same for a file that may be new. */
  readonly isPlace?: boolean;
  /** Asked at the last moment; nothing is replaced, and the failure is of kind `changed`, when it is not. */
  readonly isSame?: () => boolean;
}

/**
 * Replaces a file so that readers, and a crash at any moment, see the old or the new content whole.
 * A symbolic link stays and its target is replaced.
 */
export async function writeAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const shown = options.shown ?? basename(path);
  try {
    if (options.isReal) return await replace(path, await realFile(path, shown), data, options);
    if (options.isPlace) {
      const old = await lstatOf(path);
      return await replace(path, old?.isFile() ? old : undefined, data, options);
    }
    const target = await realTarget(path);
    const old = await statOf(target);
    if (old && !old.isFile()) await writeInPlace(target, old, data);
    else await replace(target, old, data, options);
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

async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    // A link whose target is missing would be replaced by a file, so the link has to be absent too.
    if (!isAbsent(error) || (await lstatOf(path))) throw error;
    return path;
  }
}

async function lstatOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Devices and pipes take the bytes; a file renamed over them would put them out of service. */
async function writeInPlace(target: string, old: Stats, data: string | Uint8Array): Promise<void> {
  if (old.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
  await writeFile(target, data);
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
  const handle = await open(temporary, 'wx', old || isPrivate ? 0o600 : mode);
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
