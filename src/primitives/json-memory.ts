/**
 * Estimates the memory of parsed JSON without parsing it. A limit of text bytes does not bound that memory: an empty
 * list is three bytes of text and forty of memory, a nested one even twenty-eight times its text.
 */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipBlanks,
} from './json-scanner.js';

/** The allowed ratio of the memory of values to the limit of bytes; text and bytes come on top of it. */
const MAX_FACTOR = 4;
/** No text takes more than this ratio, so a short text needs no scan. */
const WORST_FACTOR = 30;
/** Smaller limits are raised to this one. */
const MIN_LIMIT_BYTES = 1024 * 1024;

/** Sizes in bytes, as V8 allocates them. */
const SLOT = 8;
const CONTAINER = 56;
const STRING = 24;
const FRACTION = 16;
/** An object with a new sequence of keys needs a description of its shape. */
const NEW_SHAPE = 160;
/** An object with more keys is stored as a table. */
const TABLE_KEYS = 128;
const TABLE_ENTRY = 80;

const SHAPE_CACHE_SIZE = 1024;
const POINT = 46;
const BACKSLASH = 92;

/** The position at which the text exceeds a limit of bytes; -1 when it does not. Broken JSON is not detected. */
export function jsonOverrun(text: string, limit: number): number {
  const budget = MAX_FACTOR * Math.max(limit, MIN_LIMIT_BYTES);
  return text.length * WORST_FACTOR <= budget ? -1 : new Scan(text).overrun(budget);
}

class Scan {
  readonly #text: string;
  readonly #shapeCache = new Uint32Array(SHAPE_CACHE_SIZE);
  /** The shapes of open objects and lists, the innermost last. */
  readonly #shapes: number[] = [];
  readonly #keys: number[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  overrun(budget: number): number {
    const text = this.#text;
    let memory = 0;
    for (; this.#at < text.length; this.#at++) {
      const at = this.#at;
      memory += this.#costOf(text.charCodeAt(at));
      if (memory > budget) return at;
    }
    return -1;
  }

  #costOf(code: number): number {
    switch (code) {
      case QUOTE:
        return this.#string();
      case COMMA:
        return SLOT;
      case POINT:
        return FRACTION;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        this.#shapes.push(1);
        this.#keys.push(0);
        return CONTAINER;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        this.#shapes.pop();
        this.#keys.pop();
        return 0;
      default:
        return 0;
    }
  }

  /** Reads a string from its first quote to its last one. */
  #string(): number {
    const text = this.#text;
    const start = this.#at;
    let hash = 0;
    let at = start + 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) at++;
      hash = Math.imul(hash ^ code, 16_777_619);
    }
    this.#at = at;
    const isShort = at - start < 3;
    if (text.charCodeAt(skipBlanks(text, at + 1)) === COLON) return SLOT + this.#key(hash);
    return isShort ? 0 : STRING;
  }

  #key(hash: number): number {
    const depth = this.#shapes.length - 1;
    if (depth < 0) return 0;
    const count = (this.#keys[depth] ?? 0) + 1;
    this.#keys[depth] = count;
    if (count > TABLE_KEYS) return TABLE_ENTRY;
    const mixed = Math.imul((this.#shapes[depth] ?? 1) ^ hash, 2_654_435_761);
    const shape = (mixed ^ (mixed >>> 15)) >>> 0;
    this.#shapes[depth] = shape;
    const place = shape % SHAPE_CACHE_SIZE;
    if (this.#shapeCache[place] === shape) return 0;
    this.#shapeCache[place] = shape;
    return NEW_SHAPE;
  }
}
