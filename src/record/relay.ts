import type { Readable, Writable } from 'node:stream';

/**
 * Passes bytes on as they come, no faster than they are taken. When the taker goes away the rest is read and
 * thrown away, so that whoever sends can finish and read its answer.
 */
export function relay(from: Readable, to: Writable, onChunk: (chunk: Uint8Array) => void): void {
  from.on('data', (chunk: Uint8Array) => {
    onChunk(chunk);
    if (!to.destroyed && !to.write(chunk)) from.pause();
  });
  to.on('drain', () => from.resume());
  to.on('close', () => from.resume());
  from.on('end', () => {
    if (!to.destroyed) to.end();
  });
}
