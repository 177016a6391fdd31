import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { diskCode } from './disk-error.js';
import { whileOpen } from './while-open.js';

/**
 * Reads a file that the operator names, which may be a pipe or a device. Reads at most one byte more than `limit`, so
 * that the caller detects an overrun without reading it all. The signal ends the wait for a pipe.
 */
export async function readLimited(path: string, limit: number, signal?: AbortSignal): Promise<Buffer> {
  const found = statSync(path);
  if (found.isFile()) return readRegular(path, limit);
  return whileOpen(await open(path, READ), async (handle) =>
    readHandle(handle, limit, { pause: pauseFor(path, await handle.stat(), signal) }),
  );
}

/** Reads a regular file, a small one synchronously; `flags` may forbid links. */
export async function readRegular(path: string, limit: number, flags = READ): Promise<Buffer> {
  const file = openSync(path, flags);
  let isLarge = false;
  try {
    const found = fstatSync(file);
    requireRegular(found);
    isLarge = found.size > SMALL_FILE_BYTES;
    if (!isLarge) return readDescriptor(file, limit, found.size);
  } finally {
    closeSync(file);
  }
  return whileOpen(await open(path, flags), async (handle) => {
    const found = await handle.stat();
    requireRegular(found);
    return readHandle(handle, limit, found);
  });
}

export function readRegularSync(path: string, limit: number, flags = READ): Buffer {
  const file = openSync(path, flags);
  try {
    const found = fstatSync(file);
    requireRegular(found);
    return readDescriptor(file, limit, found.size);
  } finally {
    closeSync(file);
  }
}

/** Reads at most one byte more than `limit`, even if the file grows in the meantime. */
export async function readHandle(
  handle: FileHandle,
  limit: number,
  { size = 0, pause = NO_WAITING }: { readonly size?: number; readonly pause?: Pause } = {},
): Promise<Buffer> {
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(limit + 1, Math.max(size + 1, FIRST_CHUNK_BYTES)));
  let filled = 0;
  for (;;) {
    const bytesRead = await readChunk(handle, buffer, filled);
    filled += bytesRead ?? 0;
    if (bytesRead === 0 && !(filled === 0 && pause.isEmptyTooEarly)) return buffer.subarray(0, filled);
    if (filled > limit) return buffer.subarray(0, filled);
    if (bytesRead === undefined || bytesRead === 0) await pause.wait();
    else if (filled === buffer.length) buffer = enlarge(buffer, limit + 1);
  }
}

/** Throws an error with a code for folders, pipes and devices. */
export function requireRegular(found: Stats): void {
  if (found.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
  if (!found.isFile()) throw Object.assign(new Error('no regular file'), { code: 'EFTYPE' });
}

/** Does not wait: opening a pipe without a writer would block a thread of the pool forever. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
export const READ_NO_LINK = READ | (constants.O_NOFOLLOW ?? 0);

const SMALL_FILE_BYTES = 262_144;
const FIRST_CHUNK_BYTES = 16_384;
const PIPE_PAUSE_MS = 10;
const MAX_PIPE_WAIT_MS = 30_000;

/** What to do while a pipe is empty. */
interface Pause {
  /** A named pipe may report its end before a writer has opened it. */
  readonly isEmptyTooEarly: boolean;
  readonly wait: () => Promise<void>;
}

const NO_WAITING: Pause = {
  isEmptyTooEarly: false,
  wait: () => Promise.reject(Object.assign(new Error('nothing to read'), { code: 'EAGAIN' })),
};

function pauseFor(path: string, found: Stats, signal?: AbortSignal): Pause {
  const end = Date.now() + MAX_PIPE_WAIT_MS;
  return {
    // Pipes of a shell have no file name, and a writer from the start.
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

/** Undefined if nothing can be read yet. */
async function readChunk(handle: FileHandle, buffer: Buffer, filled: number): Promise<number | undefined> {
  try {
    return (await handle.read(buffer, filled, buffer.length - filled, null)).bytesRead;
  } catch (error) {
    if (diskCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

/** Files that give more than their size, such as those of `/proc`, are read to their end too. */
function readDescriptor(file: number, limit: number, size: number): Buffer {
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(limit, size || FIRST_CHUNK_BYTES) + 1);
  let filled = 0;
  for (;;) {
    const bytesRead = readSync(file, buffer, filled, buffer.length - filled, null);
    filled += bytesRead;
    // One byte more was requested, so exactly the size is the whole file.
    if (bytesRead === 0 || filled === size || filled > limit) return buffer.subarray(0, filled);
    if (filled === buffer.length) buffer = enlarge(buffer, limit + 1);
  }
}

function enlarge(full: Buffer, maxBytes: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(full.length * 4, maxBytes));
  full.copy(larger);
  return larger;
}
