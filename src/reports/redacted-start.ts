import { Buffer } from 'node:buffer';
import type { Redactor } from './redactor.js';

/** Bytes of a body that reports show at most (cli.md 3, 7.3). */
export const SHOWN_BODY_BYTES = 65_536;

/**
 * The first bytes of a text without secrets. The text is not redacted whole, it may be long; so more than
 * asked for is taken, and what could be the start of a secret that was cut in two is thrown away again.
 * `cut`: the text itself is only the start of one.
 */
export function redactedStart(text: string, bytes: number, redactor: Redactor, cut = false): string {
  const most = bytes + redactor.longest;
  const redacted = redactor.text(text.length > most ? text.slice(0, most) : text);
  return cutAtByte(cut || text.length > most ? withoutEnd(redacted, redactor.longest) : redacted, bytes);
}

function withoutEnd(text: string, characters: number): string {
  return characters === 0 ? text : text.slice(0, -characters);
}

/** At most that many bytes of UTF-8, ending between two characters. */
export function cutAtByte(text: string, bytes: number): string {
  // A code unit is at most three bytes, so a short text needs no counting.
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text.slice(0, bytes), 'utf8');
  if (encoded.length <= bytes && text.length <= bytes) return text;
  let end = Math.min(bytes, encoded.length);
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
  return encoded.toString('utf8', 0, end);
}
