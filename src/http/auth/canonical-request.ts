/** The text that version 4 signatures cover. */
import type { HeaderList } from '../message/message.js';
import { encodeQueryComponent } from '../message/url-encoding.js';

export interface CanonicalInput {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly service: string;
  /** The headers to be signed, in the order in which they are sent. */
  readonly headers: HeaderList;
  readonly payloadHash: string;
}

export interface CanonicalRequest {
  readonly text: string;
  /** Names, sorted, joined by `;`. */
  readonly signedHeaders: string;
}

export function buildCanonicalRequest(input: CanonicalInput): CanonicalRequest {
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

/** The path as sent is encoded once already; only s3 expects no second encoding, since it takes names literally. */
export function canonicalPath(path: string, service: string): string {
  const encode = service === 's3' ? encodeOnce : encodeQueryComponent;
  return (service === 's3' ? path || '/' : normalPath(path)).split('/').map(encode).join('/');
}

/** Pairs are sorted by encoded name, then by value; a plus sign means itself here. */
export function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const split = pair.indexOf('=');
      const name = split === -1 ? pair : pair.slice(0, split);
      return [encodeOnce(name), encodeOnce(split === -1 ? '' : pair.slice(split + 1))] as const;
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

/** Removes dot segments and doubled slashes; a slash at the end stays. */
function normalPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  const directory = kept.length > 0 && /\/\.{0,2}$/.test(path);
  return `/${kept.join('/')}${directory ? '/' : ''}`;
}

/** Encodes text that may be encoded already; a percent sign without two hex digits stands for itself. */
function encodeOnce(text: string): string {
  const pieces = text.split(/(%[0-9A-Fa-f]{2})/);
  return pieces
    .map((piece, index) => {
      if (index % 2 === 0) return encodeQueryComponent(piece);
      const character = String.fromCharCode(Number.parseInt(piece.slice(1), 16));
      return /[A-Za-z0-9\-_.~]/.test(character) ? character : piece.toUpperCase();
    })
    .join('');
}

function byBytes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
