import { isAscii, isUtf8 } from 'node:buffer';
import { ServiceError } from '../../errors.js';

const UTF16: readonly (readonly [string, readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Decodes a document of another tool: UTF-8, or UTF-16 with a byte-order mark as Windows writes it. */
export function decodeDocument(bytes: Uint8Array, shown: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Most documents are ASCII, which is copied instead of decoded.
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (isUtf8(buffer)) {
    const text = buffer.toString('utf8');
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
  const encoding = UTF16.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  try {
    if (encoding !== undefined) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // An incomplete UTF-16 character means that the document is not text.
  }
  throw new ServiceError('input', `${shown} is not text in UTF-8; convert it and try again`);
}
