import { STATUS_CODES } from 'node:http';
import { toJson } from '../../evaluation/values/json.js';
import type { ApiResponse } from './route.js';

/** An answer as it goes out, whoever writes it. */
export interface EncodedResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
  readonly size: number;
  readonly closes: boolean;
}

/** `extra` are headers that do not depend on the answer. */
export function encodeResponse(
  { status, json, text, type = PLAIN_TEXT, headers = {} }: ApiResponse,
  id: string,
  extra: Readonly<Record<string, string>> = {},
): EncodedResponse {
  const body = json === undefined ? text : `${toJson(json)}\n`;
  const size = body === undefined ? 0 : Buffer.byteLength(body);
  const fields = [...ALWAYS, 'X-Request-Id', id];
  // 204 has neither body nor type (RFC 9110 section 8.6 forbids even its length).
  if (body !== undefined) {
    fields.push('Content-Type', json === undefined ? type : 'application/json');
    fields.push('Content-Length', String(size));
  }
  for (const name in headers) fields.push(name, headers[name] ?? '');
  for (const name in extra) fields.push(name, extra[name] ?? '');
  return { status, headers: fields, body, size, closes: headers['Connection'] === 'close' };
}

/** For a connection that no parser of Node owns any more; it is closed afterwards. */
export function rawResponse({ status, headers, body = '', closes }: EncodedResponse): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  if (!closes) lines.push('Connection: close');
  const head = Buffer.from(`${lines.join('\r\n')}\r\nDate: ${new Date().toUTCString()}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, typeof body === 'string' ? Buffer.from(body) : body]);
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** server.md 1.4 */
const ALWAYS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Cache-Control',
  'no-store',
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'X-Frame-Options',
  'DENY',
];
