/**
 * What responses have in common whose JSON differs only in some strings, numbers and words: the bytes between these,
 * which are compared and not read. Whatever a body has in their places must be such a scalar too; then it is JSON of
 * the same structure. Which scalars vary is learned from the bodies.
 */
import type { ValuePlace } from './json-places.js';
import { scalarEnd } from './json-scalar.js';

/** The call of the built-in comparison takes longer than to compare so few bytes. */
const FEW_BYTES = 24;

export class BodyLayout {
  readonly #bytes: Buffer;
  /** Start and end of each scalar, one after the other. */
  readonly #scalars: Int32Array;
  /** The numbers of those that vary, in rising order. */
  #varying = new Int32Array(0);
  /** Where these stand in the body that fitted last, or has been tried last. */
  #starts = new Int32Array(0);
  #ends = new Int32Array(0);

  /** `bytes` must not change; `scalars` holds start and end of each scalar in them. */
  constructor(bytes: Uint8Array, scalars: Int32Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#scalars = scalars;
  }

  fits(body: Uint8Array): boolean {
    const bytes = this.#bytes;
    const scalars = this.#scalars;
    const varying = this.#varying;
    let at = 0;
    let from = 0;
    for (let index = 0; index < varying.length; index++) {
      const scalar = 2 * (varying[index] as number);
      const to = scalars[scalar] as number;
      if (!isSame(bytes, from, to, body, at)) return false;
      at += to - from;
      const end = scalarEnd(body, at);
      if (end < 0) return false;
      this.#starts[index] = at;
      this.#ends[index] = end;
      at = end;
      from = scalars[scalar + 1] as number;
    }
    return body.length - at === bytes.length - from && isSame(bytes, from, bytes.length, body, at);
  }

  /** Lets more scalars vary so that the body fits, if that is possible. */
  widen(body: Uint8Array): boolean {
    const varying = new Set(this.#varying);
    let at = 0;
    let from = 0;
    for (;;) {
      const same = sameLength(this.#bytes, from, body, at);
      if (from + same === this.#bytes.length && at + same === body.length) break;
      const scalar = this.#scalarAt(from, from + same);
      if (scalar === undefined) return false;
      varying.add(scalar);
      at = scalarEnd(body, at + (this.#scalars[2 * scalar] as number) - from);
      if (at < 0) return false;
      from = this.#scalars[2 * scalar + 1] as number;
    }
    this.#varying = Int32Array.from(varying).sort();
    this.#starts = new Int32Array(varying.size);
    this.#ends = new Int32Array(varying.size);
    return this.fits(body);
  }

  /** Whether a scalar varies that is the value at this place or part of it. */
  varies({ start, end }: ValuePlace): boolean {
    return this.#varying.some((scalar) => {
      const from = this.#scalars[2 * scalar] as number;
      return from >= start && from < end;
    });
  }

  /** Where the value stands in the body that fitted last. */
  placeIn({ start, end, kind }: ValuePlace): ValuePlace {
    const before = this.#countBefore(start);
    if (kind === 'scalar' && this.#scalars[2 * (this.#varying[before] ?? -1)] === start)
      return { start: this.#starts[before] as number, end: this.#ends[before] as number, kind };
    return { start: start + this.#shift(before), end: end + this.#shift(this.#countBefore(end)), kind };
  }

  /** How many of the varying scalars end before this position, or there. */
  #countBefore(position: number): number {
    const varying = this.#varying;
    let low = 0;
    for (let high = varying.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#scalars[2 * (varying[middle] as number) + 1] as number) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How much further on the bytes behind so many varying scalars stand in the body. */
  #shift(count: number): number {
    if (count === 0) return 0;
    const scalar = this.#varying[count - 1] as number;
    return (this.#ends[count - 1] as number) - (this.#scalars[2 * scalar + 1] as number);
  }

  /** The scalar that a position is in or right behind of, if it starts at `from` or later. */
  #scalarAt(from: number, position: number): number | undefined {
    const scalars = this.#scalars;
    let low = 0;
    for (let high = scalars.length / 2; low < high;) {
      const middle = (low + high) >> 1;
      if ((scalars[2 * middle + 1] as number) < position) low = middle + 1;
      else high = middle;
    }
    const start = scalars[2 * low];
    return start !== undefined && start >= from && start <= position ? low : undefined;
  }
}

function isSame(bytes: Buffer, from: number, to: number, body: Uint8Array, at: number): boolean {
  const length = to - from;
  if (at + length > body.length) return false;
  if (length > FEW_BYTES) return bytes.compare(body, at, at + length, from, to) === 0;
  for (let index = 0; index < length; index++) if (bytes[from + index] !== body[at + index]) return false;
  return true;
}

/** How many bytes from these positions on are the same. */
function sameLength(bytes: Uint8Array, from: number, body: Uint8Array, at: number): number {
  const most = Math.min(bytes.length - from, body.length - at);
  let length = 0;
  while (length < most && bytes[from + length] === body[at + length]) length++;
  return length;
}
