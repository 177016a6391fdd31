import { renameSync, type Stats } from 'node:fs';
import { access, constants, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { diskCode, diskReason } from '../paths/disk-error.js';
import { refusalError, refuse } from '../paths/path-refusal.js';
import { whileOpen } from '../paths/while-open.js';
import { ownerDigits, sweepOnce } from './sweep-files.js';

export interface WriteOptions {
  /** The mode of a new file, minus the umask; an existing file keeps its own. */
  readonly mode?: number;
  /** Readable by the owner only, even if an existing file has another mode. */
  readonly private?: boolean;
  /** The path in messages; the base name by default. */
  readonly shown?: string;
  /** The file must exist as a regular file; anything else is not replaced. */
  readonly isReal?: boolean;
  /** Called just before the rename: if it returns false, nothing is replaced and an error of kind `changed` is thrown. */
  readonly isSame?: () => boolean;
}

/**
 * Replaces a file so that readers, even after a crash, see either the old or the new content. Links are replaced, not
 * followed. To follow links, resolve the path first with output/locate-output.ts and pass a path in a held folder.
 */
export async function writeAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const shown = options.shown ?? basename(path);
  try {
    const old = options.isReal
      ? await requireRegularFile(path, shown)
      : await requireReplaceable(path, shown);
    await replace(path, old?.isFile() ? old : undefined, data, options);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('output', `could not write ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

async function requireRegularFile(path: string, shown: string): Promise<Stats> {
  const found = await lstatOf(path);
  if (found?.isFile()) return found;
  throw refusalError(refuse(found ? 'kind' : 'missing', shown));
}

/** Refuses devices and pipes, which a rename would destroy for every program. */
async function requireReplaceable(path: string, shown: string): Promise<Stats | undefined> {
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
  // A rename does not check the permission to write the file.
  if (old) await access(target, constants.W_OK);
  const temporary = temporaryName(target);
  const handle = await open(temporary, CREATE_NO_LINK, old || isPrivate ? 0o600 : mode);
  try {
    await whileOpen(handle, async () => {
      await handle.writeFile(data);
      if (old) await copyOwnership(handle, old, isPrivate);
      await handle.sync();
    });
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

/** Fails if the name exists, even as a dangling link. */
export const CREATE_NO_LINK =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export function changedSince(shown: string): ServiceError {
  return new ServiceError('changed', `file has changed since it was read: ${shown}`);
}

const MAX_STEM_CHARACTERS = 50;

/**
 * The name is hidden, so that it is not taken for a file of the workspace. It contains its owner, so that files of
 * killed processes can be removed.
 */
export function temporaryName(target: string): string {
  const stem = Array.from(basename(target)).slice(0, MAX_STEM_CHARACTERS).join('');
  // The global generator, because importing node:crypto delays the start of the command.
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
  return join(dirname(target), `.${stem}.${ownerDigits()}${random}.tmp`);
}

async function copyOwnership(handle: FileHandle, old: Stats, isPrivate: boolean): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== old.uid || own.gid !== old.gid) {
    await handle.chown(old.uid, old.gid).catch((error: unknown) => {
      if (diskCode(error) !== 'EPERM') throw error;
    });
  }
  if (!isPrivate) await handle.chmod(old.mode & 0o7777);
}

/** Makes the rename itself durable, where the system can sync folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
