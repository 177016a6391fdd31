/** Determines the kind of a body by its declared type, or else by its bytes. */
import { isUtf8 } from 'node:buffer';
import { isJsonText } from './json-text.js';

export type MediaKind = 'html' | 'json' | 'markdown' | 'xml' | 'text' | 'binary';

export interface Media {
  readonly kind: MediaKind;
  /** The header as sent, or the type that was detected from the bytes. */
  readonly type: string;
}

const TEXT_TYPES: ReadonlySet<string> = new Set([
  'javascript',
  'x-javascript',
  'ecmascript',
  'x-www-form-urlencoded',
  'yaml',
  'x-yaml',
  'toml',
  'x-ndjson',
  'ndjson',
  'jsonl',
  'x-jsonlines',
  'json-seq',
  'csv',
  'sql',
  'graphql',
  'x-sh',
]);
const BINARY_TYPES: ReadonlySet<string> = new Set(['pdf', 'zip', 'gzip', 'wasm']);
const MARKDOWN_TYPES: ReadonlySet<string> = new Set([
  'text/markdown',
  'text/x-markdown',
  'application/markdown',
]);

const TYPE_OF_KIND: Readonly<Record<MediaKind, string>> = {
  html: 'text/html',
  xml: 'application/xml',
  json: 'application/json',
  markdown: 'text/markdown',
  text: 'text/plain',
  binary: 'application/octet-stream',
};

/** `header` is the Content-Type as it is shown. */
export function detectMedia(header: string, body: Uint8Array): Media {
  const declared = declaredKind(header);
  if (declared === undefined) {
    const kind = kindOfBytes(body);
    const type = header.trim() === '' && body.length === 0 ? '' : TYPE_OF_KIND[kind];
    return { kind, type };
  }
  const isDisguised =
    declared === 'text' && /^text\/plain\b/i.test(header.trim()) && HTML_START.test(startOf(body));
  return { kind: isDisguised ? 'html' : declared, type: header };
}

function declaredKind(header: string): MediaKind | undefined {
  const [, type = '', subtype = ''] =
    /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\/([!#$%&'*+.^_`|~0-9a-z-]+)\s*(?:;|$)/.exec(header.toLowerCase()) ?? [];
  const full = `${type}/${subtype}`;
  if (full === 'text/html' || full === 'application/xhtml+xml') return 'html';
  if (full === 'application/json' || full === 'text/json' || subtype.endsWith('+json')) return 'json';
  if (MARKDOWN_TYPES.has(full)) return 'markdown';
  if (full === 'application/xml' || full === 'text/xml' || subtype.endsWith('+xml')) return 'xml';
  if (type === 'text') return 'text';
  if (type === 'application' && TEXT_TYPES.has(subtype)) return 'text';
  if (/^(?:image|audio|video|font)$/.test(type)) return 'binary';
  return type === 'application' && BINARY_TYPES.has(subtype) ? 'binary' : undefined;
}

function kindOfBytes(body: Uint8Array): MediaKind {
  if (body.length === 0) return 'text';
  const start = startOf(body);
  if (HTML_START.test(start)) return 'html';
  if (start.startsWith('<?xml')) return 'xml';
  if (!isUtf8(body) || body.includes(0)) return 'binary';
  return /^[{[]/.test(start) && isJsonText(new TextDecoder().decode(body)) ? 'json' : 'text';
}

const HTML_START = /^(?:<!doctype html|<html)/i;
/** Only this part is searched for the first tag, since blanks may precede it. */
const START_BYTES = 4096;

function startOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, START_BYTES)).toString(
    'latin1',
  );
  return text.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
}
