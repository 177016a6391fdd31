/** HTTP/2 (RFC 9113), loaded when a server chose it or the user demands it. */
import * as http2 from 'node:http2';
import { elapsed } from '../../primitives/clock.js';
import {
  NoResponse,
  type HttpCall,
  type HttpConnection,
  type ReceivedResponse,
} from '../connect/http-connection.js';
import type { Dialled } from '../connect/dial.js';
import {
  hasTooManyHeaders,
  headerValue,
  MAX_HEADER_COUNT,
  MAX_INTERIM_COUNT,
  readRawHeaders,
} from '../message/headers.js';
import { RequestFailure } from '../message/message.js';
import { networkFailure, interimLimitFailure } from '../message/network-failure.js';
import { IDLE_LIMIT_MS } from '../http1/http1-head.js';
import { ResponseCollector } from '../connect/response-collector.js';
import { upload } from '../message/upload.js';

const STREAM_WINDOW_BYTES = 1 << 20;
const SESSION_WINDOW_BYTES = 1 << 24;
const { NGHTTP2_CANCEL, NGHTTP2_HTTP_1_1_REQUIRED, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } =
  http2.constants;

/** One connection for all concurrent exchanges with an origin. */
export class Http2Session implements HttpConnection {
  readonly version = '2';
  fresh = true;
  private readonly session: http2.ClientHttp2Session;
  /** Whether the other side has sent HTTP/2 settings. */
  private speaksHttp2 = false;
  private goingAway = false;

  constructor(readonly dialled: Dialled) {
    this.session = http2.connect('http://localhost', {
      createConnection: () => dialled.socket,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES, maxHeaderListSize: 256 * 1024 },
      // Node's default limits are meant for servers.
      maxHeaderListPairs: 2 * MAX_HEADER_COUNT,
      maxSessionMemory: 1024,
    });
    this.session
      .on('error', () => {})
      .on('remoteSettings', () => (this.speaksHttp2 = true))
      .on('goaway', () => (this.goingAway = true))
      .on('connect', () => this.session.setLocalWindowSize(SESSION_WINDOW_BYTES))
      .setTimeout(IDLE_LIMIT_MS, () => this.session.close());
  }

  get usable(): boolean {
    return (
      !this.goingAway && !this.session.closed && !this.session.destroyed && !this.dialled.socket.destroyed
    );
  }

  exchange(call: HttpCall): Promise<ReceivedResponse> {
    const kept = !this.fresh;
    this.fresh = false;
    return new Promise((resolve, reject) => {
      const collector = new ResponseCollector(call, resolve, reject);
      const stream = this.open(call);
      const { body } = call.request;
      const fail = (error: unknown) =>
        collector.fail(this.failureOf(error, stream, call, { kept, hasHead: collector.hasHead }));
      stream.on('error', fail);
      stream.on('close', () => fail(undefined));
      stream.on('response', (_headers: unknown, _flags: number, raw: string[]) =>
        receive(raw, stream, collector, call),
      );
      let interim = 0;
      stream.on('headers', () => {
        if (++interim > MAX_INTERIM_COUNT) collector.fail(interimLimitFailure(call.target.authority));
      });
      collector.watch(() => stream.close(NGHTTP2_CANCEL));
      if (body === null) collector.sentAt = elapsed();
      else stream.on('finish', () => (collector.sentAt = elapsed()));
      if (body instanceof Uint8Array) stream.end(body);
      else if (body !== null) {
        upload(body, stream, () => collector.settled)
          .then((isWhole) => isWhole && stream.end())
          .catch(fail);
      }
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
    state: { readonly hasHead: boolean; readonly kept: boolean },
  ): RequestFailure {
    const shown = target.authority;
    if (error instanceof RequestFailure) return error;
    const fail = (kind: RequestFailure['errorKind'], what: string) =>
      new RequestFailure(kind, `${shown} ${what}`, { cause: error });
    if (rstCode === NGHTTP2_HTTP_1_1_REQUIRED) return fail('protocol', 'wants this request in HTTP/1.1');
    if (!this.speaksHttp2) return fail('protocol', 'does not speak HTTP/2');
    const failure =
      rstCode === NGHTTP2_NO_ERROR
        ? networkFailure(error, state.hasHead ? 'response' : 'request', shown)
        : fail('reset', `broke the request off (HTTP/2 code ${rstCode})`);
    if (rstCode === NGHTTP2_REFUSED_STREAM) return new NoResponse(failure, true);
    const hasNoResponse = failure.errorKind === 'reset' && state.kept && !state.hasHead && !this.usable;
    return hasNoResponse ? new NoResponse(failure, false) : failure;
  }
}

function receive(
  raw: readonly string[],
  stream: http2.ClientHttp2Stream,
  collector: ResponseCollector,
  { request, target }: HttpCall,
): void {
  if (hasTooManyHeaders(raw)) {
    collector.fail(new RequestFailure('protocol', `${target.authority} sent too many headers`));
    return;
  }
  const all = readRawHeaders(raw);
  const headers = all.filter(([name]) => !name.startsWith(':'));
  let missing = request.method === 'HEAD' ? 0 : Number(headerValue(headers, 'content-length'));
  stream.on('data', (chunk: Uint8Array) => {
    missing -= chunk.length;
    collector.add(chunk);
  });
  stream.on('end', () => {
    // A reset without an error ends the stream in the same way as a complete response.
    if (missing > 0 && stream.rstCode === NGHTTP2_NO_ERROR && stream.closed) {
      collector.fail(networkFailure(undefined, 'response', target.authority));
    } else {
      collector.finish();
    }
    if (!stream.writableEnded) stream.close(NGHTTP2_CANCEL);
  });
  collector.begin({
    statusCode: Number(headerValue(all, ':status')),
    statusText: '',
    httpVersion: '2.0',
    headers,
    firstByteAt: elapsed(),
  });
}

/**
 * Node expects an object, which keeps the order of names and puts repeats of a name together. It has no prototype,
 * since `constructor` and `__proto__` are legal names.
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
