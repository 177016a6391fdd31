/**
 * How much memory a JSON text will take when it is read, without reading it. A limit of bytes does not bound that: an
 * empty list is three bytes of text and forty of memory, a nested one even twenty-eight times its text.
 */
import { COLON, COMMA, isJsonBlank, QUOTE } from './text/json-tokens.js';

/** The memory of values against the bytes that are allowed; text and bytes come on top of it. */
const MAX_FACTOR = 4;
/** Below this nobody has to look. */
const WORST_FACTOR = 30;
/** What little is, however small the limit. */
const MIN_LIMIT = 1024 * 1024;

/** Bytes, as V8 takes them. */
const SLOT = 8;
const CONTAINER = 56;
const STRING = 24;
const FRACTION = 16;
/** An object whose keys, in their order, are new needs a description of its own. */
const NEW_SHAPE = 160;
/** From so many keys on an object is a table. */
const TABLE_KEYS = 128;
const TABLE_ENTRY = 80;

const KNOWN_SHAPES = 1024;
const POINT = 46;
const BACKSLASH = 92;

/** Where the text becomes too much for a limit of bytes; -1 when it does not. Broken JSON is not noticed. */
export function jsonOverrun(text: string, limit: number): number {
  const budget = MAX_FACTOR * Math.max(limit, MIN_LIMIT);
  return text.length * WORST_FACTOR <= budget ? -1 : new Scan(text).overrun(budget);
}

class Scan {
  readonly #text: string;
  readonly #known = new Uint32Array(KNOWN_SHAPES);
  /** Of the open objects, the innermost last; lists have one too. */
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
      case 91:
      case 123:
        this.#shapes.push(1);
        this.#keys.push(0);
        return CONTAINER;
      case 93:
      case 125:
        this.#shapes.pop();
        this.#keys.pop();
        return 0;
      default:
        return 0;
    }
  }

  /** From its first quote to its last one. */
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
    let next = at + 1;
    while (isJsonBlank(text.charCodeAt(next))) next++;
    if (text.charCodeAt(next) === COLON) return SLOT + this.#key(hash);
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
    const place = shape % KNOWN_SHAPES;
    if (this.#known[place] === shape) return 0;
    this.#known[place] = shape;
    return NEW_SHAPE;
  }
}
