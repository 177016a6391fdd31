/** The head of an HTTP/1.1 answer, read from bytes without making text of them (RFC 9112 sections 2 to 6). */

/** What a header line may mean for the exchange; everything else is only for assertions. */
export interface Http1Head {
  status: number;
  version: '1.0' | '1.1';
  /** Undefined without Content-Length. */
  length: number | undefined;
  /** Transfer-Encoding was met; chunked was its last word. */
  coded: boolean;
  chunked: boolean;
  keepAlive: boolean;
  /** Seconds of `Keep-Alive: timeout`; -1 when not said. */
  idleSeconds: number;
  setsCookie: boolean;
  hasLocation: boolean;
  isEncoded: boolean;
  isEventStream: boolean;
}

export function newHead(): Http1Head {
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

/** From `start` to before the line break; false when it is no status line. */
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

/** Whether bytes that may be the beginning of a status line can become one. */
export function mayBeStatusLine(line: Uint8Array, start: number, end: number): boolean {
  if (line[start] === CR && end === start + 1) return true;
  const known = Math.min(end - start, VERSION.length);
  for (let at = 0; at < known; at++) if (line[start + at] !== VERSION[at]) return false;
  return true;
}

/** RFC 9110 5.6.2. */
const IS_TOKEN = new Uint8Array(256);
for (const byte of bytes("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
  IS_TOKEN[byte] = 1;
}

/** False when it is no header line, or says something about the body that cannot be. */
export function readHeaderLine(head: Http1Head, line: Uint8Array, start: number, end: number): boolean {
  const colon = endOfName(line, start, end);
  if (colon < 0) return false;
  let from = colon + 1;
  while (from < end && isBlank(line[from])) from++;
  let to = end;
  while (to > from && isBlank(line[to - 1])) to--;
  return readMeaning(head, line, start, colon - start, from, to);
}

/** After the last chunk the body has ended: a line that would say where is a lie. */
export function isTrailerLine(line: Uint8Array, start: number, end: number): boolean {
  const colon = endOfName(line, start, end);
  if (colon < 0) return false;
  const length = colon - start;
  if (length === NAMES.length.length) return !isWord(line, start, NAMES.length);
  return length !== NAMES.coding.length || !isWord(line, start, NAMES.coding);
}

/** Where its colon stands; -1 when it has none, or no name before it. */
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

/** A second one, or one beside Transfer-Encoding, makes the end of the answer a matter of opinion. */
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

/** cli.md 5: connections are kept for 90 s. */
export const IDLE_LIMIT = 90_000;
/** An announced end is taken to come this much sooner: the request needs time to arrive. */
const MARGIN = 500;

/** For how many milliseconds a connection may be used again, when the server keeps it for so many seconds. */
export function usableFor(seconds: number): number {
  return seconds < 0 ? IDLE_LIMIT : Math.min(IDLE_LIMIT, seconds * 1000 - MARGIN);
}

/** Of the value of a Keep-Alive header; -1 when it does not say. */
export function keepAliveSeconds(value: string): number {
  const [, seconds = '-1'] = /timeout=(\d{1,9})/i.exec(value) ?? [];
  return Number(seconds);
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === 9;
}

/** -1 for anything but digits. */
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

/** In any case; `word` is in lower case. */
function isWord(line: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let at = 0; at < word.length; at++) {
    const byte = line[start + at] ?? 0;
    if ((byte >= 65 && byte <= 90 ? byte + 32 : byte) !== word[at]) return false;
  }
  return true;
}

function textIn(line: Uint8Array, from: number, to: number): string {
  return Buffer.from(line.buffer, line.byteOffset + from, to - from).toString('latin1');
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
