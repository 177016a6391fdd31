/** The text that version 4 signatures are made over; everything is bytes, since any byte can be percent-encoded. */
import type { HeaderList } from '../message/message.js';

export interface CanonicalInput {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly service: string;
  /** Those to be signed, in the order in which they are sent. */
  readonly headers: HeaderList;
  readonly payloadHash: string;
}

export interface CanonicalRequest {
  readonly text: string;
  /** Names, sorted, joined by `;`. */
  readonly signedHeaders: string;
}

export function canonicalRequest(input: CanonicalInput): CanonicalRequest {
  const end = input.target.indexOf('?');
  const path = end === -1 ? input.target : input.target.slice(0, end);
  const query = end === -1 ? '' : input.target.slice(end + 1);
  const headers = canonicalHeaders(input.headers);
  const signedHeaders = [...headers.keys()].join(';');
  const text = [
    input.method,
    canonicalPath(path, input.service),
    canonicalQuery(query),
    ...[...headers].map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    input.payloadHash,
  ].join('\n');
  return { text, signedHeaders };
}

/** The path as sent is encoded once already; s3 takes object names literally and wants no second time. */
export function canonicalPath(path: string, service: string): string {
  if (service === 's3') return eachSegment(path === '' ? '/' : path, (segment) => strict(decoded(segment)));
  return eachSegment(normalPath(path), (segment) => strict(Buffer.from(segment, 'utf8')));
}

/** Sorted by encoded name, then value; a plus sign is a plus sign here. */
export function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const split = pair.indexOf('=');
      const name = split === -1 ? pair : pair.slice(0, split);
      return [strict(decoded(name)), strict(decoded(split === -1 ? '' : pair.slice(split + 1)))] as const;
    });
  return pairs
    .sort(([nameA, valueA], [nameB, valueB]) => byBytes(nameA, nameB) || byBytes(valueA, valueB))
    .map((pair) => pair.join('='))
    .join('&');
}

/** Repeats are joined by commas in the order sent. */
function canonicalHeaders(headers: HeaderList): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const text = value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '');
    const earlier = values.get(key);
    values.set(key, earlier === undefined ? text : `${earlier},${text}`);
  }
  return new Map([...values].sort(([a], [b]) => byBytes(a, b)));
}

/** Without dot segments and doubled slashes; a slash at the end stays. */
function normalPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const directory = kept.length > 0 && /\/\.{0,2}$/.test(path);
  return `/${kept.join('/')}${directory ? '/' : ''}`;
}

function eachSegment(path: string, change: (segment: string) => string): string {
  return path.split('/').map(change).join('/');
}

function strict(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    text += /[A-Za-z0-9\-_.~]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

/** A percent sign without two hex digits stands for itself. */
function decoded(text: string): Uint8Array {
  const pieces = text.split(/(%[0-9A-Fa-f]{2})/);
  return Buffer.concat(
    pieces.map((piece, index) =>
      index % 2 === 1 ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece, 'utf8'),
    ),
  );
}

function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
