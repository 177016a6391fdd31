/** One request and its answer on a connection of HTTP/1.1. */
import type { Socket } from 'node:net';
import { NoResponse, type HttpCall, type Received } from '../connect/http-connection.js';
import { readHeaderText, textOfBytes } from '../message/headers.js';
import type { Fault, Http1Reader } from './http1-reader.js';
import { requestHead } from './http1-request.js';
import { RequestFailure, type StreamedBody } from '../message/message.js';
import { networkFailure } from '../message/network-failure.js';
import { ResponseCollector } from '../connect/response-collector.js';
import { upload, type UploadSink } from '../message/upload.js';

/** The connection, as far as an exchange knows it. */
export interface Http1Wire {
  readonly socket: Socket;
  readonly reader: Http1Reader;
  readonly fresh: boolean;
  /** 0 until then. */
  readonly firstByteAt: number;
  /** The answer is complete; may it carry another one? */
  complete(reusable: boolean): void;
}

/** A small body is cheaper to copy behind its head than to send beside it. */
const SMALL_BODY = 8 * 1024;
const WHOLE = { headers: true, body: true };

export class Http1Exchange {
  private readonly reception: ResponseCollector;
  private sink: SocketSink | undefined;

  constructor(
    private readonly wire: Http1Wire,
    private readonly call: HttpCall,
    resolve: (received: Received) => void,
    reject: (failure: RequestFailure) => void,
  ) {
    this.reception = new ResponseCollector(call, resolve, reject);
  }

  /** Throws RequestFailure when the request cannot be sent; then nothing has been sent. */
  start(): void {
    const { request, path, headers, answers } = this.call;
    const { method, body } = request;
    const { socket, reader } = this.wire;
    const head = requestHead(method, path, headers);
    // The reception has the limit of the body, since it may have to judge the head first.
    reader.start(WHOLE, method === 'HEAD', Infinity, answers?.maxHeaderBytes);
    this.reception.watch(() => socket.destroy());
    if (this.reception.settled) return;
    if (body === null) socket.write(head, 'latin1');
    else if (body instanceof Uint8Array) sendWhole(socket, head, body);
    else this.stream(head, body);
  }

  hear(data: Uint8Array): void {
    const { reader } = this.wire;
    const reading = reader.read(data);
    if (reader.hasHead) this.pass();
    if (reading === 'done') this.finish();
    else if (reading === 'invalid') this.reception.fail(this.invalid(reader.fault));
  }

  /** The other side sends nothing more. */
  ended(): void {
    if (this.wire.reader.end()) this.finish();
    else this.fail(undefined);
  }

  fail(error: unknown): void {
    const { fresh, firstByteAt } = this.wire;
    const begun = firstByteAt > 0;
    const failure = networkFailure(error, begun ? 'answer' : 'request', this.call.target.authority);
    const unanswered = failure.errorKind === 'reset' && !fresh && !begun;
    this.reception.fail(unanswered ? new NoResponse(failure, false) : failure);
  }

  /** What has been read goes to the reception: the head once, then pieces of the body. */
  private pass(): void {
    const { wire, reception } = this;
    const { reader } = wire;
    if (!reception.begun) {
      reception.begin({
        statusCode: reader.head.status,
        statusText: textOfBytes(reader.reason),
        httpVersion: reader.head.version,
        headers: readHeaderText(reader.headText),
        firstByteAt: wire.firstByteAt,
      });
    }
    const piece = reader.takeBody();
    if (piece.length > 0) reception.add(piece);
  }

  private finish(): void {
    const { wire, reception } = this;
    const { head, excess } = wire.reader;
    const sent = wire.socket.writableLength === 0 && (this.sink?.ended ?? true);
    // Bytes after a whole answer, such as a body for HEAD, cost the connection but not the answer; an answer that
    // comes before the whole request is sent is an answer, and the rest is of no use.
    wire.complete(head.keepAlive && !excess && sent && !reception.settled);
    reception.finish();
  }

  private stream(head: string, body: StreamedBody): void {
    const { socket } = this.wire;
    const sink = body.length === undefined ? new ChunkedSink(socket) : new SocketSink(socket);
    this.sink = sink;
    socket.write(head, 'latin1');
    upload(body, sink, () => this.reception.settled).catch((error: unknown) => this.fail(error));
  }

  private invalid(fault: Fault): RequestFailure {
    const { authority } = this.call.target;
    return new RequestFailure('protocol', `${authority} ${FAULTS[fault]}`);
  }
}

const FAULTS: Readonly<Record<Fault, string>> = {
  none: 'sent no valid HTTP answer',
  statusLine: 'sent no valid HTTP answer (its status line)',
  header: 'sent no valid HTTP answer (a header)',
  chunk: 'sent no valid HTTP answer (a chunk of the body)',
  headLimit: 'sent too many headers',
  switch: 'switched to another protocol without being asked',
};

function sendWhole(socket: Socket, head: string, body: Uint8Array): void {
  if (body.length > SMALL_BODY) {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
    return;
  }
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  socket.write(bytes);
}

/** A body of a known length. */
class SocketSink implements UploadSink {
  ended = false;

  constructor(protected readonly socket: Socket) {}

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  write(chunk: Uint8Array): boolean {
    return this.socket.write(chunk);
  }

  end(): void {
    this.ended = true;
  }

  on(event: 'drain' | 'close', listener: () => void): void {
    this.socket.on(event, listener);
  }

  off(event: 'drain' | 'close', listener: () => void): void {
    this.socket.off(event, listener);
  }
}

/** RFC 9112 7.1. */
class ChunkedSink extends SocketSink {
  override write(chunk: Uint8Array): boolean {
    // An empty one would be the last.
    if (chunk.length === 0) return true;
    this.socket.cork();
    this.socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
    this.socket.write(chunk);
    const room = this.socket.write('\r\n', 'latin1');
    this.socket.uncork();
    return room;
  }

  override end(): void {
    this.socket.write('0\r\n\r\n', 'latin1');
    super.end();
  }
}
