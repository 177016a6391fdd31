import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { diskCode } from './disk-error.js';

/**
 * For what the operator names, which may be a pipe or a device. At most one byte more than `limit`, so that the
 * caller sees an overrun without reading it all. Small files are read at once: each step through the thread pool
 * would take longer than the whole reading. The signal ends the waiting for a pipe.
 */
export async function readLimited(path: string, limit: number, signal?: AbortSignal): Promise<Buffer> {
  const found = statSync(path);
  if (found.isFile()) return readRegular(path, limit);
  const handle = await open(path, READ);
  try {
    return await readHandle(handle, limit, { pause: pauseFor(path, await handle.stat(), signal) });
  } finally {
    await handle.close();
  }
}

/** The same for regular files only; `flags` may forbid links. */
export async function readRegular(path: string, limit: number, flags = READ): Promise<Buffer> {
  const file = openSync(path, flags);
  let isLarge = false;
  try {
    const found = fstatSync(file);
    requireRegular(found);
    isLarge = found.size > SMALL_FILE;
    if (!isLarge) return readAtOnce(file, limit);
  } finally {
    closeSync(file);
  }
  const handle = await open(path, flags);
  try {
    const found = await handle.stat();
    requireRegular(found);
    return await readHandle(handle, limit, found);
  } finally {
    await handle.close();
  }
}

/** At once, whatever its size. */
export function readRegularNow(path: string, limit: number, flags = READ): Buffer {
  const file = openSync(path, flags);
  try {
    requireRegular(fstatSync(file));
    return readAtOnce(file, limit);
  } finally {
    closeSync(file);
  }
}

/** At most one byte more than `limit`, also of a file that grows while it is read. */
export async function readHandle(
  handle: FileHandle,
  limit: number,
  { size = 0, pause = failAtOnce }: { readonly size?: number; readonly pause?: Pause } = {},
): Promise<Buffer> {
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(limit + 1, Math.max(size + 1, FIRST_PIECE)));
  let filled = 0;
  for (;;) {
    const bytesRead = await readPiece(handle, buffer, filled);
    filled += bytesRead ?? 0;
    if (bytesRead === 0 && !(filled === 0 && pause.isEmptyTooEarly)) return buffer.subarray(0, filled);
    if (filled > limit) return buffer.subarray(0, filled);
    if (bytesRead === undefined || bytesRead === 0) await pause.wait();
    else if (filled === buffer.length) buffer = grown(buffer, limit + 1);
  }
}

/** Throws what a reader of files is told about folders, pipes and devices. */
export function requireRegular(found: Stats): void {
  if (found.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
  if (!found.isFile()) throw Object.assign(new Error('no regular file'), { code: 'EFTYPE' });
}

/** Never waits: opening a pipe that nobody writes to would block a thread of the pool for ever. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
export const READ_NO_LINK = READ | (constants.O_NOFOLLOW ?? 0);

const SMALL_FILE = 262_144;
const FIRST_PIECE = 16_384;
const PIPE_PAUSE_MS = 10;
const MAX_PIPE_WAIT_MS = 30_000;

/** What to do while a pipe holds nothing. */
interface Pause {
  /** Nobody has opened a named pipe for writing yet: its end is not the end of what comes. */
  readonly isEmptyTooEarly: boolean;
  readonly wait: () => Promise<void>;
}

const failAtOnce: Pause = {
  isEmptyTooEarly: false,
  wait: () => Promise.reject(Object.assign(new Error('nothing to read'), { code: 'EAGAIN' })),
};

function pauseFor(path: string, found: Stats, signal?: AbortSignal): Pause {
  const end = Date.now() + MAX_PIPE_WAIT_MS;
  return {
    // Pipes of a shell, which are no files of a folder, have a writer from the beginning.
    isEmptyTooEarly: found.isFIFO() && !/^\/(?:dev|proc)\//.test(path),
    wait: async () => {
      if (signal?.aborted) throw Object.assign(new Error('aborted'), { code: 'ECANCELED' });
      if (Date.now() > end) throw Object.assign(new Error('nothing came'), { code: 'ETIMEDOUT' });
      await new Promise((resolve) => {
        setTimeout(resolve, PIPE_PAUSE_MS);
      });
    },
  };
}

/** Undefined when there is nothing yet. */
async function readPiece(handle: FileHandle, buffer: Buffer, filled: number): Promise<number | undefined> {
  try {
    return (await handle.read(buffer, filled, buffer.length - filled, null)).bytesRead;
  } catch (error) {
    if (diskCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

function readAtOnce(file: number, limit: number): Buffer {
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(limit + 1, FIRST_PIECE));
  let filled = 0;
  for (;;) {
    const bytesRead = readSync(file, buffer, filled, buffer.length - filled, null);
    filled += bytesRead;
    if (bytesRead === 0 || filled > limit) return buffer.subarray(0, filled);
    if (filled === buffer.length) buffer = grown(buffer, limit + 1);
  }
}

function grown(full: Buffer, most: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(full.length * 4, most));
  full.copy(larger);
  return larger;
}
