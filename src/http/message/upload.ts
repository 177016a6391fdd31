import { RequestFailure, type StreamedBody } from './message.js';

/** Where the bytes of a body go. */
export interface UploadSink {
  readonly destroyed: boolean;
  /** False: a `drain` tells when there is room again. */
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
    if (sent > length) throw changed();
    if (!sink.write(chunk)) await roomAgain(sink);
  }
  if (isOver()) return;
  if (body.length !== undefined && sent < length) throw changed();
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

function roomAgain(sink: UploadSink): Promise<void> | undefined {
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

function changed(): RequestFailure {
  return new RequestFailure('file', 'a file changed its size while it was sent');
}
