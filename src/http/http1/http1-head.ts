/** Reads the head of an HTTP/1.1 response from bytes without decoding them to text (RFC 9112 sections 2 to 6). */
import { textIn } from './http1-bytes.js';

/** What header lines mean for the exchange; all other headers matter to assertions only. */
export interface Http1Head {
  status: number;
  version: '1.0' | '1.1';
  /** Undefined without Content-Length. */
  length: number | undefined;
  /** Whether there was a Transfer-Encoding, and below it whether chunked was its last coding. */
  coded: boolean;
  chunked: boolean;
  keepAlive: boolean;
  /** Seconds of `Keep-Alive: timeout`; -1 without one. */
  idleSeconds: number;
  setsCookie: boolean;
  hasLocation: boolean;
  isEncoded: boolean;
  isEventStream: boolean;
}

export function createHead(): Http1Head {
  const head = {} as Http1Head;
  clearHead(head);
  return head;
}

export function clearHead(head: Http1Head): void {
  head.status = 0;
  head.version = '1.1';
  head.length = undefined;
  head.coded = false;
  head.chunked = false;
  head.keepAlive = true;
  head.idleSeconds = -1;
  head.setsCookie = false;
  head.hasLocation = false;
  head.isEncoded = false;
  head.isEventStream = false;
}

const VERSION = bytes('HTTP/1.');
const CR = 13;
const SPACE = 32;
const COLON = 58;

/** Reads from `start` to before the line break; false when it is not a status line. */
export function readStatusLine(head: Http1Head, line: Uint8Array, start: number, end: number): boolean {
  if (end - start < 12) return false;
  for (let at = 0; at < VERSION.length; at++) if (line[start + at] !== VERSION[at]) return false;
  const minor = line[start + 7];
  if ((minor !== 49 && minor !== 48) || line[start + 8] !== SPACE) return false;
  const status = numberIn(line, start + 9, start + 12);
  if (status < 0 || (end > start + 12 && line[start + 12] !== SPACE)) return false;
  head.status = status;
  head.keepAlive = minor === 49;
  head.version = minor === 49 ? '1.1' : '1.0';
  return true;
}

/** Whether an incomplete line can still become a status line. */
export function mayBeStatusLine(line: Uint8Array, start: number, end: number): boolean {
  if (line[start] === CR && end === start + 1) return true;
  const length = Math.min(end - start, VERSION.length);
  for (let at = 0; at < length; at++) if (line[start + at] !== VERSION[at]) return false;
  return true;
}

/** The characters of a token, by RFC 9110 section 5.6.2. */
const IS_TOKEN = new Uint8Array(256);
for (const byte of bytes("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
  IS_TOKEN[byte] = 1;
}

/** False when it is not a header line, or contradicts another header about the body. */
export function readHeaderLine(head: Http1Head, line: Uint8Array, start: number, end: number): boolean {
  const colon = endOfName(line, start, end);
  if (colon < 0) return false;
  let from = colon + 1;
  while (from < end && isBlank(line[from])) from++;
  let to = end;
  while (to > from && isBlank(line[to - 1])) to--;
  return readMeaning(head, line, start, colon - start, from, to);
}

/** The body has ended before the trailers, so a trailer that gives its length is invalid. */
export function isTrailerLine(line: Uint8Array, start: number, end: number): boolean {
  const colon = endOfName(line, start, end);
  if (colon < 0) return false;
  const length = colon - start;
  if (length === NAMES.length.length) return !isWord(line, start, NAMES.length);
  return length !== NAMES.coding.length || !isWord(line, start, NAMES.coding);
}

/** The position of the colon; -1 when there is none, or no name before it. */
function endOfName(line: Uint8Array, start: number, end: number): number {
  let colon = start;
  while (colon < end && IS_TOKEN[line[colon] ?? 0] === 1) colon++;
  return colon === start || line[colon] !== COLON ? -1 : colon;
}

const NAMES = {
  length: bytes('content-length'),
  coding: bytes('transfer-encoding'),
  connection: bytes('connection'),
  keepAlive: bytes('keep-alive'),
  cookie: bytes('set-cookie'),
  location: bytes('location'),
  encoding: bytes('content-encoding'),
  type: bytes('content-type'),
};

function readMeaning(
  head: Http1Head,
  line: Uint8Array,
  name: number,
  length: number,
  from: number,
  to: number,
): boolean {
  switch (length) {
    case 8:
      if (isWord(line, name, NAMES.location)) head.hasLocation = true;
      return true;
    case 10:
      if (isWord(line, name, NAMES.cookie)) head.setsCookie = true;
      else if (isWord(line, name, NAMES.connection)) readConnection(head, textIn(line, from, to));
      else if (isWord(line, name, NAMES.keepAlive)) readKeepAlive(head, textIn(line, from, to));
      return true;
    case 12:
      if (isWord(line, name, NAMES.type)) head.isEventStream = isWord(line, from, EVENT_STREAM);
      return true;
    case 14:
      return isWord(line, name, NAMES.length) ? readLength(head, line, from, to) : true;
    case 16:
      if (isWord(line, name, NAMES.encoding)) head.isEncoded = to > from;
      return true;
    case 17:
      return isWord(line, name, NAMES.coding) ? readCoding(head, textIn(line, from, to)) : true;
    default:
      return true;
  }
}

const EVENT_STREAM = bytes('text/event-stream');

/** A second Content-Length, or one beside Transfer-Encoding, would make the end of the response ambiguous. */
function readLength(head: Http1Head, line: Uint8Array, from: number, to: number): boolean {
  if (head.length !== undefined || head.coded) return false;
  const length = numberIn(line, from, to);
  head.length = length;
  return length >= 0 && length <= Number.MAX_SAFE_INTEGER;
}

function readCoding(head: Http1Head, value: string): boolean {
  if (head.length !== undefined) return false;
  head.coded = true;
  head.chunked = /(?:^|,)[ \t]*chunked$/i.test(value);
  return true;
}

function readConnection(head: Http1Head, value: string): void {
  if (/(?:^|,)\s*close\s*(?:,|$)/i.test(value)) head.keepAlive = false;
  else if (/(?:^|,)\s*keep-alive\s*(?:,|$)/i.test(value)) head.keepAlive = true;
}

function readKeepAlive(head: Http1Head, value: string): void {
  const seconds = keepAliveSeconds(value);
  if (seconds >= 0) head.idleSeconds = seconds;
}

/** How long an idle connection is kept. */
export const IDLE_LIMIT_MS = 90_000;
/** A connection is not used during the last moments before its announced end: the request needs time to arrive. */
const MARGIN_MS = 500;

/** How many milliseconds a connection may be used again, when the server keeps it for so many seconds. */
export function usableMs(seconds: number): number {
  return seconds < 0 ? IDLE_LIMIT_MS : Math.min(IDLE_LIMIT_MS, seconds * 1000 - MARGIN_MS);
}

/** The timeout in the value of a Keep-Alive header; -1 without one. */
export function keepAliveSeconds(value: string): number {
  const [, seconds = '-1'] = /timeout=(\d{1,9})/i.exec(value) ?? [];
  return Number(seconds);
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === 9;
}

/** Returns -1 for anything but digits. */
function numberIn(line: Uint8Array, from: number, to: number): number {
  if (from >= to) return -1;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (line[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Compares without case; `word` is in lower case. */
function isWord(line: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let at = 0; at < word.length; at++) {
    const byte = line[start + at] ?? 0;
    if ((byte >= 65 && byte <= 90 ? byte + 32 : byte) !== word[at]) return false;
  }
  return true;
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
