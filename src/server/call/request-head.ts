import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors.js';
import { decodeUrlPath } from '../../workspace/paths/path-text.js';
import { errorResponse } from './error-response.js';
import type { ApiResponse } from './route.js';

/** The parts of a request that the checks before routing use. */
export interface RequestHead {
  readonly method: string;
  /** The path without its query, exactly as it was sent. */
  readonly path: string;
  /** The text after `?`, as it was sent. */
  readonly query: string;
  /** The host as it was sent, with its port. */
  readonly host: string;
  readonly origin: string | undefined;
  readonly isApi: boolean;
}

export const API_PREFIX = '/api/v1';
export const MAX_HEAD_BYTES = 16_384;

/** Checks the head as far as the parser of Node does not. */
export function readHead({
  method = '',
  url = '',
  headers,
  rawHeaders,
}: IncomingMessage): RequestHead | ApiResponse {
  const { hosts, size } = measure(rawHeaders);
  if (size + method.length + url.length + REQUEST_LINE_OVERHEAD_BYTES > MAX_HEAD_BYTES) return headTooLarge();
  if (hosts > 1) return errorResponse(400, 'the Host header must be given once');
  // The absolute form names the host itself (RFC 9112 section 3.2.2).
  const [, authority, rest] = url.startsWith('/') ? [] : (ABSOLUTE_FORM.exec(url) ?? []);
  const host = authority ?? headers.host ?? '';
  if (hosts === 0 || host === '') return errorResponse(400, 'the Host header is required');
  const target = rest === undefined ? url : rest.startsWith('/') ? rest : `/${rest}`;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark + 1);
  const isApi = path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
  return { method, path, query, host, origin: headers.origin, isApi };
}

/** Decodes exactly once: a second time would turn `%2525` into `%`. */
export function decodePath(sent: string): string {
  const path = decodeUrlPath(sent);
  if (path === undefined)
    throw new ServiceError('usage', 'invalid path: a percent escape is not valid UTF-8');
  return path;
}

export function headTooLarge(): ApiResponse {
  return errorResponse(431, `request head is larger than ${MAX_HEAD_BYTES} bytes`, CLOSE);
}

/** Headers of a response after which the connection is closed. */
export const CLOSE = { headers: { Connection: 'close' } } as const;

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;
/** Two spaces, `HTTP/1.1`, the line break, and the empty line at the end. */
const REQUEST_LINE_OVERHEAD_BYTES = 2 + 8 + 2 + 2;
/** Colon, space and line break. */
const HEADER_OVERHEAD_BYTES = 4;

/** Node counts names and values only, and keeps the first of several Host headers. */
function measure(rawHeaders: readonly string[]): { readonly hosts: number; readonly size: number } {
  let hosts = 0;
  let size = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    size += name.length + (rawHeaders[at + 1] ?? '').length + HEADER_OVERHEAD_BYTES;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return { hosts, size };
}
