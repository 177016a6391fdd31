import type { IncomingMessage } from 'node:http';
import { Duplex, Readable } from 'node:stream';

/**
 * Up to Node 24 the body of a request that asks for an upgrade is still part of the connection. Node 26 reads it
 * as that of any other request, and the connection goes on behind it.
 */
export function isBodyApart(request: IncomingMessage, stream: Duplex): boolean {
  const { headers, readableLength } = request;
  if (stream !== request.socket || readableLength > 0) return true;
  // A body of no bytes leaves no trace.
  return headers['transfer-encoding'] !== undefined && nodeMajor() >= 26;
}

/** Node 20 has no navigator. */
function nodeMajor(): number {
  const { navigator } = globalThis as { navigator?: { readonly userAgent?: string } };
  return Number(/^Node\.js\/(\d+)/.exec(navigator?.userAgent ?? '')?.[1] ?? 20);
}

/**
 * The connection as if nothing but its address had been read from it yet: it begins with the start of a request,
 * goes on with the body that Node has taken off, and then with whatever comes.
 */
export function rewoundConnection(
  start: Buffer,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
): Duplex {
  const readable = Readable.from(bytesOf(start, request, stream, head), { objectMode: false });
  const connection = Duplex.from({ readable, writable: stream });
  const { socket } = request;
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  socket.on('timeout', () => connection.emit('timeout'));
  return Object.assign(connection, {
    localAddress,
    localPort,
    remoteAddress,
    remotePort,
    setTimeout: (milliseconds: number): unknown => socket.setTimeout(milliseconds),
  });
}

async function* bytesOf(
  start: Buffer,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
): AsyncGenerator<Buffer> {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  yield start;
  for await (const bytes of request as AsyncIterable<Buffer>) yield isChunked ? chunkOf(bytes) : bytes;
  if (isChunked) yield lastChunk(request.rawTrailers);
  if (head.length > 0) yield head;
  // Who has sent everything may still wait for its answer.
  yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
}

function chunkOf(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

function lastChunk(trailers: readonly string[]): Buffer {
  const lines = ['0'];
  for (let at = 0; at < trailers.length; at += 2) lines.push(`${trailers[at]}: ${trailers[at + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
