import type { Exchange, HttpRequest, HttpResponse, Send } from '../../../src/http/message/message.js';
import type { SeenRequest } from './verify-credentials.js';

export interface FakeResponse {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
  readonly warnings?: readonly string[];
}

/** A request as it would reach a server: a streamed body has been read. */
export type Received = Omit<HttpRequest, 'body'> & { readonly body: Uint8Array };

export interface FakeServer {
  readonly send: Send;
  readonly received: Received[];
}

export const noTiming = { dns: 0, connect: 0, tls: 0, firstByte: 0, body: 0 };

/** Stands where the connection stands; what the handler throws is the failure of the exchange. */
export function fakeServer(
  handler: (request: Received, index: number) => FakeResponse | Promise<FakeResponse>,
): FakeServer {
  const received: Received[] = [];
  const send: Send = async (request) => {
    const seen = { ...request, body: await readBody(request.body) };
    received.push(seen);
    const response = await handler(seen, received.length - 1);
    return responseTo(seen, response);
  };
  return { send, received };
}

export function header(message: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  return headers(message, name)[0];
}

export function headers(message: Pick<HttpRequest, 'headers'>, name: string): string[] {
  return message.headers
    .filter(([each]) => each.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
}

/** With the Host header that a connection would add. */
export function asSeen(received: Received): SeenRequest {
  const [, scheme = '', host = '', target = ''] = /^(https?):\/\/([^/?]*)(.*)$/s.exec(received.url) ?? [];
  const hasHost = header(received, 'host') !== undefined;
  return {
    method: received.method,
    target: target.startsWith('/') ? target : `/${target}`,
    headers: hasHost
      ? received.headers
      : [['Host', host.replace(scheme === 'https' ? /:443$/ : /:80$/, '')], ...received.headers],
    body: received.body,
  };
}

/** Pieces in separate chunks; how often it was opened is counted. */
export function streamed(...pieces: string[]): {
  readonly body: Exclude<HttpRequest['body'], Uint8Array | null>;
  readonly opened: () => number;
} {
  let opened = 0;
  async function* open(): AsyncGenerator<Uint8Array> {
    opened++;
    for (const piece of pieces) yield Buffer.from(piece);
  }
  return { body: { length: Buffer.byteLength(pieces.join('')), open }, opened: () => opened };
}

async function readBody(body: HttpRequest['body']): Promise<Uint8Array> {
  if (body === null || body instanceof Uint8Array) return body ?? new Uint8Array();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function responseTo(seen: Received, given: FakeResponse): HttpResponse {
  const body = Buffer.from(given.body ?? '');
  const response = {
    statusCode: given.status ?? 200,
    statusText: '',
    httpVersion: '1.1',
    headers: given.headers ?? [],
    body,
    wireSize: body.length,
  };
  const exchange: Exchange = {
    startedAt: 0,
    duration: 0,
    request: { method: seen.method, url: seen.url, headers: seen.headers, body: seen.body },
    response,
    timing: noTiming,
  };
  return {
    ...response,
    url: seen.url,
    timing: noTiming,
    exchanges: [exchange],
    warnings: given.warnings ?? [],
  };
}
