import type { Writable } from 'node:stream';
import { RequestFailure, type StreamedBody } from './message.js';

/** Sends a streamed body as fast as the other side takes it; ends early when the exchange is over. */
export async function upload(body: StreamedBody, request: Writable, isOver: () => boolean): Promise<void> {
  const { length = Infinity } = body;
  let sent = 0;
  for await (const chunk of readable(body)) {
    if (isOver()) return;
    sent += chunk.length;
    if (sent > length) throw changed();
    if (!request.write(chunk)) await roomAgain(request);
  }
  if (isOver()) return;
  if (body.length !== undefined && sent < length) throw changed();
  request.end();
}

async function* readable(body: StreamedBody): AsyncGenerator<Uint8Array> {
  try {
    yield* body.open();
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    throw new RequestFailure('file', 'a file of the body cannot be read', { cause: error });
  }
}

function roomAgain(request: Writable): Promise<void> | undefined {
  if (request.destroyed) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      request.off('drain', done).off('close', done);
      resolve();
    };
    request.on('drain', done).on('close', done);
  });
}

function changed(): RequestFailure {
  return new RequestFailure('file', 'a file changed its size while it was sent');
}
