import type { HeaderList } from './message.js';

/** Counts a message with its trailers and interim responses; a limit of bytes alone would allow tens of thousands. */
export const MAX_HEADER_COUNT = 4096;
/** Counted before one response; a server may send 102 repeatedly while it works. */
export const MAX_INTERIM_COUNT = 100;

/** All values of that name joined as one list, RFC 9110 5.3; empty when there is none. `name` is in lower case. */
export function headerValue(headers: HeaderList, name: string): string {
  let value = '';
  for (const header of headers) {
    if (!isNamed(header[0], name)) continue;
    value = value === '' ? header[1] : `${value}, ${header[1]}`;
  }
  return value;
}

/** `name` is in lower case. */
export function hasHeader(headers: HeaderList, name: string): boolean {
  return headers.some((header) => isNamed(header[0], name));
}

/** Whether a header is computed from the request and the connection; a written one is not sent. */
export function isComputedHeader(name: string): boolean {
  switch (name.length) {
    case 2:
      return isNamed(name, 'te');
    case 7:
      return isNamed(name, 'upgrade');
    case 10:
      return isNamed(name, 'connection') || isNamed(name, 'keep-alive');
    case 14:
      return isNamed(name, 'content-length');
    case 17:
      return isNamed(name, 'transfer-encoding');
    default:
      return false;
  }
}

/** The lines of a head, one byte per character, as pairs of text. */
export function readHeaderText(text: string): [name: string, value: string][] {
  const headers: [string, string][] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\r\n', start);
    const colon = text.indexOf(':', start);
    headers.push([text.slice(start, colon), textOfBytes(withoutBlanks(text, colon + 1, end))]);
    start = end + 2;
  }
  return headers;
}

/** The lines of a head as Node's flat list of names and values, one byte per character. */
export function readRawHeaderText(text: string): string[] {
  const raw: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\r\n', start);
    const colon = text.indexOf(':', start);
    raw.push(text.slice(start, colon), withoutBlanks(text, colon + 1, end));
    start = end + 2;
  }
  return raw;
}

function withoutBlanks(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** `raw` is Node's flat list of names and values. */
export function hasTooManyHeaders(raw: readonly string[]): boolean {
  return raw.length > 2 * MAX_HEADER_COUNT;
}

/** Node's flat list, whose strings hold one byte per character, as pairs of text. */
export function readRawHeaders(raw: readonly string[]): [name: string, value: string][] {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([raw[index] ?? '', textOfBytes(raw[index + 1] ?? '')]);
  }
  return headers;
}

/** Header text is sent as UTF-8, but Node writes one byte per character. */
export function bytesOfText(text: string): string {
  return NOT_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text;
}

const NOT_ASCII = /[^\0-\x7F]/;

/** Reads the bytes as UTF-8 where that is valid, or else as Latin-1. */
export function textOfBytes(bytes: string): string {
  if (!NOT_ASCII.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString();
  return text.includes('\uFFFD') ? bytes : text;
}

function isNamed(written: string, name: string): boolean {
  return written.length === name.length && (written === name || written.toLowerCase() === name);
}
