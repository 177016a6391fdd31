/** Bytes as rows of an offset, their hexadecimal digits and their characters. */
import type { Finder } from './query.js';
import { TextMatches } from './matches.js';
import type { BodyForm, FindResult, HexRow } from './rows.js';

export class HexForm implements BodyForm {
  readonly #bytes: Uint8Array;
  readonly #bytesPerRow: number;
  readonly #matches = new TextMatches();

  constructor(bytes: Uint8Array, bytesPerRow: number) {
    this.#bytes = bytes;
    this.#bytesPerRow = bytesPerRow;
  }

  get rowCount(): number {
    return Math.ceil(this.#bytes.length / this.#bytesPerRow);
  }

  rows(from: number, to: number): readonly HexRow[] {
    const rows: HexRow[] = [];
    for (let row = from; row < Math.min(to, this.rowCount); row++) rows.push(this.#row(row));
    return rows;
  }

  /** Bytes are searched as characters of one byte each; see `bytesQuery`. */
  find(finder: Finder | undefined, fromRow: number): FindResult {
    return this.#matches.collect(finder, () => byteText(this.#bytes), fromRow * this.#bytesPerRow);
  }

  visit(match: number): number {
    this.#matches.visited = match;
    return Math.floor(this.#matches.startOf(match) / this.#bytesPerRow);
  }

  #row(row: number): HexRow {
    const start = row * this.#bytesPerRow;
    const end = Math.min(start + this.#bytesPerRow, this.#bytes.length);
    const bytes: string[] = [];
    let text = '';
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      bytes.push(byte.toString(16).padStart(2, '0'));
      text += byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·';
    }
    const offset = start.toString(16).padStart(8, '0');
    return { form: 'hex', offset, bytes, text, marks: this.#matches.within(start, end) };
  }
}

const CHUNK = 8192;

/** One character for each byte. */
function byteText(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return parts.join('');
}

/** Pairs of hexadecimal digits mean bytes; any other text means its bytes in UTF-8. */
export function bytesQuery(text: string): string {
  const pairs = /^(?:0x)?[\da-f]{2}(?:[ ,]?(?:0x)?[\da-f]{2})*$/i.test(text) && /[ ,]|0x/i.test(text);
  if (pairs) {
    const digits = text.replaceAll(/0x|[ ,]/gi, '');
    return digits.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  }
  return byteText(new TextEncoder().encode(text));
}
