import { constants, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { diskCode } from './disk-error.js';

/**
 * A folder held open: names in it refer to this very folder, even if its path leads to another one in the meantime.
 * Linux gives every open folder a path of its own; elsewhere the resolved path is used.
 */
export interface HeldFolder {
  /** The real path, free of symbolic links. */
  readonly real: string;
  /** The path of a name in the folder. */
  at(name: string): string;
  /** Makes renames in the folder durable where the system supports it. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Throws the error of `open` if there is no folder. */
export async function holdFolder(path: string): Promise<HeldFolder> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    const own = `/proc/self/fd/${handle.fd}`;
    const real = await readlink(own).catch(() => undefined);
    return real === undefined
      ? heldFolder(handle, await realpath(path), await realpath(path))
      : heldFolder(handle, real, own);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Holds the folder of a resolved path; throws `ELOOP` if the path leads elsewhere by now. */
export async function holdRealFolder(path: string): Promise<HeldFolder> {
  const folder = await holdFolder(path);
  if (folder.real === path) return folder;
  await folder.close();
  throw Object.assign(new Error('the folder has moved'), { code: 'ELOOP' });
}

function heldFolder(handle: FileHandle, real: string, start: string): HeldFolder {
  return {
    real,
    at: (name) => join(start, name),
    sync: async () => {
      await handle.sync().catch((error: unknown) => {
        if (!SYNC_UNSUPPORTED.has(diskCode(error))) throw error;
      });
    },
    close: () => handle.close(),
  };
}

const SYNC_UNSUPPORTED: ReadonlySet<string> = new Set([
  'EINVAL',
  'EPERM',
  'EISDIR',
  'EBADF',
  'ENOTSUP',
  'EACCES',
]);
