import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.js';
import { ByteBuffer } from '../primitives/byte-buffer.js';
import type { ApiExchange } from './call/exchange.js';
import { MAX_BODY_BYTES } from './guards/content.js';

type BodyResult = Uint8Array | 'too-large';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Counts bytes while it reads, so that a body without a declared length is limited too. */
export function readBody(exchange: ApiExchange): Promise<BodyResult> {
  const { request } = exchange;
  return new Promise((resolve, reject) => {
    const body = new ByteBuffer(MAX_BODY_BYTES);
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', fail).off('close', fail);
      exchange.onCancel = undefined;
    };
    const onData = (chunk: Buffer): void => {
      if (!body.append(chunk)) finish('too-large');
    };
    const finish = (result: BodyResult): void => {
      stop();
      resolve(result);
    };
    const onEnd = (): void => finish(body.bytes());
    const fail = (): void => {
      stop();
      reject(new ServiceError('unavailable', 'the server is shutting down'));
    };
    request.on('data', onData).on('end', onEnd).on('error', fail).on('close', fail);
    exchange.onCancel = fail;
    if (exchange.isCancelled) fail();
  });
}
