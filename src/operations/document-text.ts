import { ServiceError } from '../errors.js';

const UTF16: readonly (readonly [string, readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The text of a document of another tool: UTF-8, or UTF-16 with a byte-order mark as Windows writes it. */
export function documentText(bytes: Uint8Array, shown: string): string {
  const encoding = UTF16.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('input', `${shown} is not text in UTF-8; convert it and try again`);
  }
}
