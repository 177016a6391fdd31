import { bytesOfText, hasHeader, isComputedHeader } from '../message/headers.js';
import type { HttpRequest } from '../message/message.js';
import type { Proxy } from '../connect/proxy.js';
import type { Target } from '../message/target.js';

type Header = readonly [name: string, value: string];

const KEEP_ALIVE: Header = ['Connection', 'keep-alive'];
const CHUNKED: Header = ['Transfer-Encoding', 'chunked'];
/** RFC 9110 8.6: methods that give a meaning to content tell that there is none. */
const EXPECT_CONTENT = new Set(['POST', 'PUT', 'PATCH']);

/** The written ones in their order, Host before and the computed ones after them. */
export function http1Headers(request: HttpRequest, target: Target, proxy: Proxy | undefined): Header[] {
  const { headers } = request;
  const all: Header[] = hasHeader(headers, 'host') ? [] : [['Host', target.authority]];
  addWritten(all, request);
  if (proxy?.authorization !== undefined && !hasHeader(headers, 'proxy-authorization')) {
    all.push(['Proxy-Authorization', proxy.authorization]);
  }
  const length = bodyLength(request);
  if (length !== undefined) all.push(['Content-Length', String(length)]);
  else if (request.body !== null) all.push(CHUNKED);
  all.push(KEEP_ALIVE);
  return all;
}

/** RFC 9113 8.2: names in lower case, nothing about the connection; the host is a field of its own. */
export function http2Headers(request: HttpRequest): Header[] {
  const written: Header[] = [];
  addWritten(written, request);
  const all = written
    .map(([name, value]): Header => [name.toLowerCase(), value])
    .filter(([name]) => name !== 'host' && name !== 'proxy-connection' && name !== 'http2-settings');
  const length = bodyLength(request);
  if (length !== undefined) all.push(['content-length', String(length)]);
  return all;
}

function addWritten(all: Header[], { headers }: HttpRequest): void {
  for (const header of headers) {
    if (isComputedHeader(header[0])) continue;
    const value = bytesOfText(header[1]);
    all.push(value === header[1] ? header : [header[0], value]);
  }
}

/** Undefined: none is sent, or it is not known. */
function bodyLength({ body, method }: HttpRequest): number | undefined {
  return body === null ? (EXPECT_CONTENT.has(method) ? 0 : undefined) : body.length;
}
