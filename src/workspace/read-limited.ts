import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * At most one byte more than `limit`, so that the caller sees an overrun without reading it all.
 * Small files are read at once: each step through the thread pool would take longer than the whole reading.
 */
export async function readLimited(path: string, limit: number): Promise<Buffer> {
  const found = statSync(path);
  return found.isFile() && found.size <= SMALL_FILE ? readAtOnce(path, limit) : readInSteps(path, limit);
}

const SMALL_FILE = 262_144;
const FIRST_PIECE = 16_384;

function readAtOnce(path: string, limit: number): Buffer {
  const file = openSync(path, 'r');
  try {
    let buffer: Buffer = Buffer.allocUnsafe(Math.min(limit + 1, FIRST_PIECE));
    let filled = 0;
    for (;;) {
      const bytesRead = readSync(file, buffer, filled, buffer.length - filled, null);
      filled += bytesRead;
      if (bytesRead === 0 || filled > limit) return buffer.subarray(0, filled);
      if (filled === buffer.length) buffer = grown(buffer, limit + 1);
    }
  } finally {
    closeSync(file);
  }
}

/** Pipes work as well: the size is not asked for. */
async function readInSteps(path: string, limit: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    let buffer: Buffer = Buffer.allocUnsafe(Math.min(limit + 1, FIRST_PIECE));
    let filled = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, null);
      filled += bytesRead;
      if (bytesRead === 0 || filled > limit) return buffer.subarray(0, filled);
      if (filled === buffer.length) buffer = grown(buffer, limit + 1);
    }
  } finally {
    await handle.close();
  }
}

function grown(full: Buffer, most: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(full.length * 4, most));
  full.copy(larger);
  return larger;
}
