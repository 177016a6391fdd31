import type { HeaderList } from './message.js';

/** Of one message with its trailers and interim answers; a limit of bytes alone would let tens of thousands through. */
export const MAX_HEADER_COUNT = 4096;
/** Before one answer; 102 may come again and again while a server works. */
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

/** Those that are computed from the request and the connection (language.md 3.3); written ones are not sent. */
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

/** Of Node's flat list. */
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

/** Node sends header text as one byte per character; language.md 3.3 wants UTF-8. */
export function bytesOfText(text: string): string {
  return NOT_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text;
}

// oxlint-disable-next-line no-control-regex
const NOT_ASCII = /[^\0-\x7F]/;

/** UTF-8 where it is valid, else as Latin-1. */
export function textOfBytes(bytes: string): string {
  if (!NOT_ASCII.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString();
  return text.includes('\uFFFD') ? bytes : text;
}

function isNamed(written: string, name: string): boolean {
  return written.length === name.length && (written === name || written.toLowerCase() === name);
}
