/** Decodes bytes to text. */
import { isUtf8 } from 'node:buffer';
import { charsetOf, decoderFor, decodeWith } from '../evaluation/values/decode-text.js';
import type { MediaKind } from './media-kind.js';

export interface DecodedBody {
  readonly text: string;
  /** The name of the encoding in lower case. */
  readonly charset: string;
}

export function decodeBody(body: Uint8Array, kind: MediaKind, contentType: string): DecodedBody {
  const decoder = decoderOf(body, kind, contentType);
  return { text: decodeWith(decoder, body).replace(/^\ufeff/, ''), charset: decoder.encoding };
}

const DECLARATION_BYTES = 1024;

function decoderOf(body: Uint8Array, kind: MediaKind, contentType: string): InstanceType<typeof TextDecoder> {
  const marked = markedBy(body);
  if (marked !== undefined) return new TextDecoder(marked);
  return (
    decoderFor(charsetOf(contentType)) ??
    decoderFor(declaredIn(body, kind)) ??
    new TextDecoder(isUtf8(body) ? 'utf-8' : 'windows-1252')
  );
}

function markedBy([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function declaredIn(body: Uint8Array, kind: MediaKind): string | undefined {
  if (kind !== 'html' && kind !== 'xml') return undefined;
  const start = Buffer.from(body.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const label = kind === 'xml' ? xmlLabel(start) : (metaLabel(start) ?? xmlLabel(start));
  // A declaration that is readable as ASCII cannot be UTF-16 (HTML section 13.2.3.2).
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function xmlLabel(start: string): string | undefined {
  return /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/i.exec(start)?.[1]?.trim();
}

function metaLabel(start: string): string | undefined {
  const page = start.replaceAll(/<!--.*?(?:-->|$)/gs, '');
  for (const [tag] of page.matchAll(/<meta\b[^>]*>/gi)) {
    const label = /\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(tag)?.[1];
    if (label !== undefined) return label;
  }
  return undefined;
}
