import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 64 * 1024;

/** Reads a request to its end and keeps the start of its body; one that breaks off has ended too. */
export function readStart(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size < MOST_BYTES) chunks.push(chunk.subarray(0, MOST_BYTES - size));
    size += chunk.length;
  });
  return new Promise((resolve) => {
    const finish = (): void => resolve(Buffer.concat(chunks).toString('utf8'));
    request.once('end', finish);
    request.once('close', finish);
  });
}
