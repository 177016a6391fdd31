import type { IncomingMessage } from 'node:http';
import { ByteBuffer } from '../../primitives/byte-buffer.js';

/** Of a body that routes look at. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

export type ReceivedBody = Uint8Array | 'too large' | 'aborted';

export const NO_BODY = new Uint8Array(0);

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads a body to its end. What follows the limit is discarded, so that the client still reads the response. */
export function readBody(request: IncomingMessage): Promise<ReceivedBody> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.resolve('too large');
  const body = new ByteBuffer(MAX_BODY_BYTES);
  return new Promise((resolve) => {
    const finish = (result: ReceivedBody): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      if (body.append(chunk)) return;
      finish('too large');
      request.resume();
    };
    const onEnd = (): void => finish(body.bytes());
    const onClose = (): void => finish('aborted');
    request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
  });
}
