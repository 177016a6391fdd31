import { RequestFailure, type StreamedBody } from './message.js';

/** The destination of the bytes of a body. */
export interface UploadSink {
  readonly destroyed: boolean;
  /** Returns false when the caller has to wait for `drain`. */
  write(chunk: Uint8Array): boolean;
  end(): void;
  on(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** Sends a streamed body as fast as the other side takes it; ends early when the exchange is over. */
export async function upload(body: StreamedBody, sink: UploadSink, isOver: () => boolean): Promise<void> {
  const { length = Infinity } = body;
  let sent = 0;
  for await (const chunk of readable(body)) {
    if (isOver()) return;
    sent += chunk.length;
    if (sent > length) throw sizeChanged();
    if (!sink.write(chunk)) await waitForDrain(sink);
  }
  if (isOver()) return;
  if (body.length !== undefined && sent < length) throw sizeChanged();
  sink.end();
}

async function* readable(body: StreamedBody): AsyncGenerator<Uint8Array> {
  try {
    yield* body.open();
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    throw new RequestFailure('file', 'a file of the body cannot be read', { cause: error });
  }
}

function waitForDrain(sink: UploadSink): Promise<void> | undefined {
  if (sink.destroyed) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      sink.off('drain', done);
      sink.off('close', done);
      resolve();
    };
    sink.on('drain', done);
    sink.on('close', done);
  });
}

function sizeChanged(): RequestFailure {
  return new RequestFailure('file', 'a file changed its size while it was sent');
}
