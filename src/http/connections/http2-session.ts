/** HTTP/2, loaded when a server chose it or the user demands it. RFC 9113. */
import * as http2 from 'node:http2';
import { elapsed } from '../../primitives/clock.js';
import { NoResponse, type HttpCall, type HttpConnection, type Received } from '../connect/http-connection.js';
import type { Dialled } from '../connect/dial.js';
import {
  hasTooManyHeaders,
  headerValue,
  MAX_HEADER_COUNT,
  MAX_INTERIM_COUNT,
  readRawHeaders,
} from '../message/headers.js';
import { RequestFailure } from '../message/message.js';
import { networkFailure, tooManyInterim } from '../message/network-failure.js';
import { ResponseCollector } from '../connect/response-collector.js';
import { upload } from '../message/upload.js';

const IDLE_LIMIT = 90_000;
const STREAM_WINDOW = 1 << 20;
const SESSION_WINDOW = 1 << 24;
const { NGHTTP2_CANCEL, NGHTTP2_HTTP_1_1_REQUIRED, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } =
  http2.constants;

/** One connection for all exchanges with an origin at the same time. */
export class Http2Session implements HttpConnection {
  readonly version = '2';
  fresh = true;
  private readonly session: http2.ClientHttp2Session;
  /** The other side has spoken HTTP/2. */
  private understood = false;
  private goingAway = false;

  constructor(readonly dialled: Dialled) {
    this.session = http2.connect('http://localhost', {
      createConnection: () => dialled.socket,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW, maxHeaderListSize: 256 * 1024 },
      // Node's own limits are made for servers.
      maxHeaderListPairs: 2 * MAX_HEADER_COUNT,
      maxSessionMemory: 1024,
    });
    this.session
      .on('error', () => {})
      .on('remoteSettings', () => (this.understood = true))
      .on('goaway', () => (this.goingAway = true))
      .on('connect', () => this.session.setLocalWindowSize(SESSION_WINDOW))
      .setTimeout(IDLE_LIMIT, () => this.session.close());
  }

  get usable(): boolean {
    return (
      !this.goingAway && !this.session.closed && !this.session.destroyed && !this.dialled.socket.destroyed
    );
  }

  exchange(call: HttpCall): Promise<Received> {
    const kept = !this.fresh;
    this.fresh = false;
    return new Promise((resolve, reject) => {
      const reception = new ResponseCollector(call, resolve, reject);
      const stream = this.open(call);
      const { body } = call.request;
      const fail = (error: unknown) =>
        reception.fail(this.failureOf(error, stream, call, { kept, begun: reception.begun }));
      stream.on('error', fail);
      stream.on('close', () => fail(undefined));
      stream.on('response', (_headers: unknown, _flags: number, raw: string[]) =>
        receive(raw, stream, reception, call),
      );
      let interim = 0;
      stream.on('headers', () => {
        if (++interim > MAX_INTERIM_COUNT) reception.fail(tooManyInterim(call.target.authority));
      });
      reception.watch(() => stream.close(NGHTTP2_CANCEL));
      if (body instanceof Uint8Array) stream.end(body);
      else if (body !== null) upload(body, stream, () => reception.settled).catch(fail);
    });
  }

  close(): void {
    this.session.destroy();
    this.dialled.socket.destroy();
  }

  private open(call: HttpCall): http2.ClientHttp2Stream {
    try {
      return this.session.request(outgoingHeaders(call), { endStream: call.request.body === null });
    } catch (error) {
      if (!this.usable) throw new NoResponse(networkFailure(error, 'request', call.target.authority), true);
      const reason = error instanceof Error ? error.message : '';
      throw new RequestFailure('protocol', `the request cannot be sent (${reason})`, { cause: error });
    }
  }

  private failureOf(
    error: unknown,
    { rstCode }: http2.ClientHttp2Stream,
    { target }: HttpCall,
    state: { readonly begun: boolean; readonly kept: boolean },
  ): RequestFailure {
    const shown = target.authority;
    if (error instanceof RequestFailure) return error;
    if (rstCode === NGHTTP2_HTTP_1_1_REQUIRED) {
      return new RequestFailure('protocol', `${shown} wants this request in HTTP/1.1`, { cause: error });
    }
    if (!this.understood) {
      return new RequestFailure('protocol', `${shown} does not speak HTTP/2`, { cause: error });
    }
    const failure =
      rstCode === NGHTTP2_NO_ERROR
        ? networkFailure(error, state.begun ? 'answer' : 'request', shown)
        : new RequestFailure('reset', `${shown} broke the request off (HTTP/2 code ${rstCode})`, {
            cause: error,
          });
    if (rstCode === NGHTTP2_REFUSED_STREAM) return new NoResponse(failure, true);
    const unheard = failure.errorKind === 'reset' && state.kept && !state.begun && !this.usable;
    return unheard ? new NoResponse(failure, false) : failure;
  }
}

function receive(
  raw: readonly string[],
  stream: http2.ClientHttp2Stream,
  reception: ResponseCollector,
  { request, target }: HttpCall,
): void {
  if (hasTooManyHeaders(raw)) {
    reception.fail(new RequestFailure('protocol', `${target.authority} sent too many headers`));
    return;
  }
  const all = readRawHeaders(raw);
  const headers = all.filter(([name]) => !name.startsWith(':'));
  let missing = request.method === 'HEAD' ? 0 : Number(headerValue(headers, 'content-length'));
  stream.on('data', (chunk: Uint8Array) => {
    missing -= chunk.length;
    reception.add(chunk);
  });
  stream.on('end', () => {
    // A reset without an error ends the stream like a complete answer.
    if (missing > 0 && stream.rstCode === NGHTTP2_NO_ERROR && stream.closed) {
      reception.fail(networkFailure(undefined, 'answer', target.authority));
    } else {
      reception.finish();
    }
    if (!stream.writableEnded) stream.close(NGHTTP2_CANCEL);
  });
  reception.begin({
    statusCode: Number(headerValue(all, ':status')),
    statusText: '',
    httpVersion: '2.0',
    headers,
    firstByteAt: elapsed(),
  });
}

/**
 * Node wants an object: the order of names stays, repeats of a name stand together. It has no prototype, since
 * `constructor` and `__proto__` are legal names.
 */
function outgoingHeaders({ request, target, path, headers }: HttpCall): http2.OutgoingHttpHeaders {
  const outgoing = Object.create(null) as Record<string, string | string[]>;
  outgoing[':method'] = request.method;
  outgoing[':authority'] = headerValue(request.headers, 'host') || target.authority;
  outgoing[':scheme'] = target.secure ? 'https' : 'http';
  outgoing[':path'] = path;
  for (const [name, value] of headers) {
    const before = outgoing[name];
    outgoing[name] = before === undefined ? value : [before, value].flat();
  }
  return outgoing;
}
