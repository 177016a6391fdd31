import { constants, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { diskCode } from './disk-error.js';

/**
 * A folder held open: names in it mean what lies in this very folder, even when its path has come to mean
 * another one in the meantime. Linux gives every open folder a path of its own; elsewhere the path that was
 * resolved has to do.
 */
export interface HeldFolder {
  /** Where it really lies, free of symbolic links. */
  readonly real: string;
  /** Path of a name in it. */
  at(name: string): string;
  /** Makes renames in it durable; some systems cannot. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Fails like `open` when there is no folder. */
export async function holdFolder(path: string): Promise<HeldFolder> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    const own = `/proc/self/fd/${handle.fd}`;
    const real = await readlink(own).catch(() => undefined);
    return real === undefined
      ? held(handle, await realpath(path), await realpath(path))
      : held(handle, real, own);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The same for a path that has been resolved: one that leads elsewhere by now fails with `ELOOP`. */
export async function holdRealFolder(path: string): Promise<HeldFolder> {
  const folder = await holdFolder(path);
  if (folder.real === path) return folder;
  await folder.close();
  throw Object.assign(new Error('the folder has moved'), { code: 'ELOOP' });
}

/** Lets go of the folder afterwards. */
export async function whileHeld<T>(folder: HeldFolder, work: (folder: HeldFolder) => Promise<T>): Promise<T> {
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
}

function held(handle: FileHandle, real: string, start: string): HeldFolder {
  return {
    real,
    at: (name) => join(start, name),
    sync: async () => {
      await handle.sync().catch((error: unknown) => {
        if (!UNSYNCED.has(diskCode(error))) throw error;
      });
    },
    close: () => handle.close(),
  };
}

const UNSYNCED: ReadonlySet<string> = new Set(['EINVAL', 'EPERM', 'EISDIR', 'EBADF', 'ENOTSUP', 'EACCES']);
