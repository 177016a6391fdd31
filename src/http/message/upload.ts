import type { Writable } from 'node:stream';
import { RequestFailure, type StreamedBody } from './message.js';

/**
 * Sends a streamed body as fast as the other side takes it. Resolves with whether the whole body was sent, because it
 * ends early when the exchange is over.
 */
export async function upload(
  body: StreamedBody,
  stream: Writable,
  isOver: () => boolean,
  write: (chunk: Uint8Array) => boolean = (chunk) => stream.write(chunk),
): Promise<boolean> {
  const { length = Infinity } = body;
  let sent = 0;
  for await (const chunk of readable(body)) {
    if (isOver()) return false;
    sent += chunk.length;
    if (sent > length) throw sizeChanged();
    if (!write(chunk)) await waitForDrain(stream);
  }
  if (isOver()) return false;
  if (body.length !== undefined && sent < length) throw sizeChanged();
  return true;
}

async function* readable(body: StreamedBody): AsyncGenerator<Uint8Array> {
  try {
    yield* body.open();
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    throw new RequestFailure('file', 'a file of the body cannot be read', { cause: error });
  }
}

function waitForDrain(stream: Writable): Promise<void> | undefined {
  if (stream.destroyed) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

function sizeChanged(): RequestFailure {
  return new RequestFailure('file', 'a file changed its size while it was sent');
}
