/** One request and its response on a connection of HTTP/1.1. */
import type { Socket } from 'node:net';
import { elapsed } from '../../primitives/clock.js';
import { NoResponse, type HttpCall, type ReceivedResponse } from '../connect/http-connection.js';
import { readHeaderText, textOfBytes } from '../message/headers.js';
import type { Http1Reader } from './http1-reader.js';
import type { Fault } from './http1-states.js';
import { writeRequestHead } from './http1-request.js';
import { RequestFailure, type StreamedBody } from '../message/message.js';
import { networkFailure } from '../message/network-failure.js';
import { ResponseCollector } from '../connect/response-collector.js';
import { upload } from '../message/upload.js';

/** The part of a connection that an exchange uses. */
export interface Http1Wire {
  readonly socket: Socket;
  readonly reader: Http1Reader;
  readonly fresh: boolean;
  /** When the first byte of the response arrived; 0 before that. */
  readonly firstByteAt: number;
  /** Called when the response is complete; `reusable` says whether the connection may be used again. */
  complete(reusable: boolean): void;
}

/** A body up to this size is copied behind its head, so that both leave in one write. */
const SMALL_BODY_BYTES = 8 * 1024;
const WHOLE = { headers: true, body: true };

export class Http1Exchange {
  private readonly collector: ResponseCollector;
  private isUploading = false;

  constructor(
    private readonly wire: Http1Wire,
    private readonly call: HttpCall,
    resolve: (received: ReceivedResponse) => void,
    reject: (failure: RequestFailure) => void,
  ) {
    this.collector = new ResponseCollector(call, resolve, reject);
  }

  /** Throws RequestFailure when the request cannot be sent; then nothing has been sent. */
  start(): void {
    const { request, path, headers, responseRules } = this.call;
    const { method, body } = request;
    const { socket, reader } = this.wire;
    const head = writeRequestHead(method, path, headers);
    // The collector limits the body, since it may have to check the head first.
    reader.start(WHOLE, method === 'HEAD', Infinity, responseRules?.maxHeaderBytes);
    this.collector.watch(() => socket.destroy());
    if (this.collector.settled) return;
    if (body !== null && !(body instanceof Uint8Array)) this.stream(head, body);
    else if (body !== null && body.length > SMALL_BODY_BYTES) {
      sendLarge(socket, head, body, () => this.noteSent());
    } else {
      socket.write(body === null ? head : join(head, body), 'latin1');
      this.noteSent();
    }
  }

  onData(data: Uint8Array): void {
    const { reader } = this.wire;
    const reading = reader.read(data);
    if (reader.hasHead) this.pass();
    if (reading === 'done') this.finish();
    else if (reading === 'invalid') {
      const message = `${this.call.target.authority} ${FAULTS[reader.fault]}`;
      this.collector.fail(new RequestFailure('protocol', message));
    }
  }

  /** Called when the other side sends nothing more. */
  ended(): void {
    if (this.wire.reader.end()) this.finish();
    else this.fail(undefined);
  }

  fail(error: unknown): void {
    const { fresh, firstByteAt } = this.wire;
    const hasStarted = firstByteAt > 0;
    const failure = networkFailure(error, hasStarted ? 'response' : 'request', this.call.target.authority);
    const hasNoResponse = failure.errorKind === 'reset' && !fresh && !hasStarted;
    this.collector.fail(hasNoResponse ? new NoResponse(failure, false) : failure);
  }

  /** Passes what has been read to the collector: the head once, then pieces of the body. */
  private pass(): void {
    const { wire, collector } = this;
    const { reader } = wire;
    if (!collector.hasHead) {
      collector.begin({
        statusCode: reader.head.status,
        statusText: textOfBytes(reader.reason),
        httpVersion: reader.head.version,
        headers: readHeaderText(reader.headText),
        firstByteAt: wire.firstByteAt,
      });
    }
    const chunk = reader.takeBody();
    if (chunk.length > 0) collector.add(chunk);
  }

  private finish(): void {
    const { wire, collector } = this;
    const { head, excess } = wire.reader;
    const sent = wire.socket.writableLength === 0 && !this.isUploading;
    // Bytes after a whole response, such as a body for HEAD, end the connection but do not spoil the response. A
    // response that arrives before the whole request is sent is valid, and the rest of the request is dropped.
    wire.complete(head.keepAlive && !excess && sent && !collector.settled);
    collector.finish();
  }

  private noteSent(): void {
    this.collector.sentAt = elapsed();
  }

  private stream(head: string, body: StreamedBody): void {
    const { socket } = this.wire;
    const isChunked = body.length === undefined;
    this.isUploading = true;
    socket.write(head, 'latin1');
    const isOver = () => this.collector.settled;
    upload(body, socket, isOver, isChunked ? (chunk) => writeChunk(socket, chunk) : undefined)
      .then((isWhole) => {
        if (isWhole && isChunked) socket.write('0\r\n\r\n', 'latin1');
        this.isUploading = !isWhole;
        if (isWhole) this.noteSent();
      })
      .catch((error: unknown) => this.fail(error));
  }
}

/** What follows the host in a message. */
export const FAULTS: Readonly<Record<Fault, string>> = {
  none: 'sent no valid HTTP response',
  statusLine: 'sent no valid HTTP response (its status line)',
  header: 'sent no valid HTTP response (a header)',
  chunk: 'sent no valid HTTP response (a chunk of the body)',
  headLimit: 'sent too many headers',
  switch: 'switched to another protocol without being asked',
};

function sendLarge(socket: Socket, head: string, body: Uint8Array, onSent: () => void): void {
  socket.cork();
  socket.write(head, 'latin1');
  socket.write(body, onSent);
  socket.uncork();
}

function join(head: string, body: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return bytes;
}

/** Writes a chunk of the chunked transfer coding (RFC 9112 section 7.1). */
function writeChunk(socket: Socket, chunk: Uint8Array): boolean {
  // An empty chunk would end the body.
  if (chunk.length === 0) return true;
  socket.cork();
  socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
  socket.write(chunk);
  const isWritable = socket.write('\r\n', 'latin1');
  socket.uncork();
  return isWritable;
}
