import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.js';
import { ByteBuffer } from '../primitives/byte-buffer.js';
import { MAX_BODY_BYTES } from './guards/content.js';

export type BodyResult = Uint8Array | 'too-large';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A signal would cost more than the reading. */
export interface Cancellable {
  readonly isCancelled: boolean;
  onCancel: (() => void) | undefined;
}

/** Counts while it reads, so that a body without a declared length is limited too. */
export function readBody(request: IncomingMessage, exchange: Cancellable): Promise<BodyResult> {
  return new Promise((resolve, reject) => {
    const body = new ByteBuffer(MAX_BODY_BYTES);
    const stop = (): void => {
      request.off('data', take).off('end', finish).off('error', fail).off('close', fail);
      exchange.onCancel = undefined;
    };
    const take = (chunk: Buffer): void => {
      if (!body.append(chunk)) end('too-large');
    };
    const end = (reading: BodyResult): void => {
      stop();
      resolve(reading);
    };
    const finish = (): void => end(body.bytes());
    const fail = (): void => {
      stop();
      reject(new ServiceError('unavailable', 'the server is shutting down'));
    };
    request.on('data', take).on('end', finish).on('error', fail).on('close', fail);
    exchange.onCancel = fail;
    if (exchange.isCancelled) fail();
  });
}
