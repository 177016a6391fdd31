import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from '../../primitives/byte-buffer.js';

const MAX_START_BYTES = 64 * 1024;

/** Reads a request to its end and keeps the start of its body; also resolves when the request is aborted. */
export function readBodyStart(request: IncomingMessage): Promise<string> {
  const start = new ByteBuffer(MAX_START_BYTES);
  request.on('data', (chunk: Buffer) => start.fill(chunk));
  return new Promise((resolve) => {
    const finish = (): void => resolve(start.text());
    request.once('end', finish);
    request.once('close', finish);
  });
}

/** The start of a body that has been read. */
export function startText(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_START_BYTES)).toString('utf8');
}
