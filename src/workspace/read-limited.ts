import { open } from 'node:fs/promises';

/**
 * At most one byte more than `limit`, so that the caller sees an overrun without reading it all.
 * Pipes work as well: the size is not asked for.
 */
export async function readLimited(path: string, limit: number): Promise<Buffer> {
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

const FIRST_PIECE = 16_384;

function grown(full: Buffer, most: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.min(full.length * 4, most));
  full.copy(larger);
  return larger;
}
