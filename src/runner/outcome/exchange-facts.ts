/** What happened on the wire for one result: connection, times, sizes, every request that was sent, and cookies. */
import { readCookiePairs, readSetCookie, type ReceivedCookie } from '../../http/message/cookie-text.js';
import type { Exchange, HeaderList, TlsFacts } from '../../http/message/message.js';
import { endOfAuthority, pathOf } from '../../http/message/target.js';
import { redirectLocation } from '../../http/wraps/redirect-chain.js';

/** Everything but `hops` is about the last exchange. */
export interface ExchangeFacts {
  /** `HTTP/1.1` or `HTTP/2`; empty without a response. */
  readonly protocol: string;
  /** Empty when no connection came about. */
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** Whether that address is the one of a proxy. */
  readonly viaProxy: boolean;
  /** Whether an earlier exchange made the connection, so that there are no times of connecting. */
  readonly reused: boolean;
  readonly tls?: TlsFacts;
  readonly timing: ExchangePhases;
  readonly sizes: ExchangeSizes;
  /** Every request of the chain in the order of sending, the last one included. */
  readonly hops: readonly ExchangeHop[];
  readonly cookies: {
    readonly sent: readonly SentCookie[];
    readonly received: readonly CookieOfHop[];
  };
}

/** Whole milliseconds; 0 for a phase that did not happen. */
export interface ExchangePhases {
  readonly blocked: number;
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

/** Bytes; heads are counted as HTTP/1.1 writes them. */
export interface ExchangeSizes {
  readonly requestHead: number;
  readonly requestBody: number;
  readonly responseHead: number;
  /** As received, before decompression. */
  readonly responseBody: number;
  readonly decodedBody: number;
}

export interface ExchangeHop {
  /** Why a further request followed: a redirect, or a challenge of authentication; `token` got an access token. */
  readonly kind: 'request' | 'redirect' | 'challenge' | 'token';
  readonly method: string;
  readonly url: string;
  /** In the order in which they were sent, with the computed ones; one byte per character. */
  readonly headers: HeaderList;
  readonly bodySize: number;
  /** 0 without a response. */
  readonly statusCode: number;
  readonly location?: string;
  /** Whole milliseconds. */
  readonly duration: number;
}

export interface SentCookie {
  readonly name: string;
  readonly value: string;
}

export interface CookieOfHop extends ReceivedCookie {
  /** The index of the hop whose response set it. */
  readonly hop: number;
}

/** A chain of redirects may be longer; then the last ones are kept. */
const MAX_HOP_COUNT = 20;

/** Undefined when nothing was tried. */
export function describeExchanges(all: readonly Exchange[]): ExchangeFacts | undefined {
  const exchanges = all.slice(-MAX_HOP_COUNT);
  const last = exchanges.at(-1);
  if (last === undefined) return undefined;
  const { wire, response } = last;
  const { address = '', port = 0, isProxy = false, tls } = wire?.peer ?? {};
  return {
    protocol: protocolText(response?.httpVersion),
    remoteAddress: address,
    remotePort: port,
    viaProxy: isProxy,
    reused: wire?.reused ?? false,
    ...(tls && { tls }),
    timing: phasesOf(last),
    sizes: sizesOf(last),
    hops: exchanges.map((exchange) => hopOf(exchange, exchange === last)),
    cookies: {
      sent: valuesOf(last.request.headers, 'cookie').flatMap(readCookiePairs),
      received: exchanges.flatMap((exchange, hop) => cookiesOf(exchange, hop)),
    },
  };
}

function protocolText(version: string | undefined): string {
  if (version === undefined || version === '') return '';
  return version.startsWith('2') ? 'HTTP/2' : `HTTP/${version}`;
}

function phasesOf({ timing, wire }: Exchange): ExchangePhases {
  const sending = wire?.sending ?? 0;
  return {
    blocked: Math.round(wire?.blocked ?? 0),
    dns: Math.round(timing.dns),
    connect: Math.round(timing.connect),
    tls: Math.round(timing.tls),
    send: Math.round(sending),
    wait: Math.round(Math.max(0, timing.firstByte - sending)),
    receive: Math.round(timing.body),
  };
}

function sizesOf({ request, response }: Exchange): ExchangeSizes {
  const { method, url, headers } = request;
  const path = pathOf(url, endOfAuthority(url));
  return {
    requestHead: `${method} ${path} HTTP/1.1\r\n\r\n`.length + headerBytes(headers),
    requestBody: bodySizeOf(request),
    responseHead: response
      ? `HTTP/1.1 200 ${response.statusText}\r\n\r\n`.length + headerBytes(response.headers)
      : 0,
    responseBody: response?.wireSize ?? 0,
    decodedBody: response?.body.length ?? 0,
  };
}

function headerBytes(headers: HeaderList): number {
  let count = 0;
  for (const [name, value] of headers) count += name.length + value.length + ': \r\n'.length;
  return count;
}

/** A streamed body is not kept, but most have an announced length. */
function bodySizeOf({ headers, body }: Exchange['request']): number {
  return body?.length ?? (Number(valuesOf(headers, 'content-length')[0] ?? 0) || 0);
}

function hopOf(exchange: Exchange, isLast: boolean): ExchangeHop {
  const { request, response, duration, isTokenCall } = exchange;
  const location = response && redirectLocation(response.statusCode, response.headers);
  const kind = isTokenCall ? 'token' : isLast ? 'request' : location === undefined ? 'challenge' : 'redirect';
  return {
    kind,
    method: request.method,
    url: request.url,
    headers: request.headers,
    bodySize: bodySizeOf(request),
    statusCode: response?.statusCode ?? 0,
    ...(location !== undefined && { location }),
    duration: Math.round(duration),
  };
}

function cookiesOf({ response }: Exchange, hop: number): CookieOfHop[] {
  if (response === undefined) return [];
  return valuesOf(response.headers, 'set-cookie').flatMap((text) => {
    const cookie = readSetCookie(text);
    return cookie === undefined ? [] : [{ ...cookie, hop }];
  });
}

function valuesOf(headers: HeaderList, lowerName: string): string[] {
  return headers.flatMap(([name, value]) =>
    name.length === lowerName.length && name.toLowerCase() === lowerName ? [value] : [],
  );
}
