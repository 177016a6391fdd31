/**
 * A JSON text as a list of places: which value starts where, and what it contains. Nothing is decoded until it is
 * shown, so that a text of fifty megabytes takes a fraction of the memory of its values, and every digit stays.
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
} from '../../../src/primitives/json-scanner.js';

export const OBJECT = 0;
export const LIST = 1;
export const STRING = 2;
export const NUMBER = 3;
export const WORD = 4;

const BACKSLASH = 92;
const LETTER_U = 117;

/** Values are numbered in the order of the text, the whole document is 0. */
export class JsonTape {
  readonly text: string;
  size = 0;
  kinds = new Uint8Array(1024);
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  /** The offset of the quoted name of a member; -1 for others. */
  names = new Int32Array(1024);
  parents = new Int32Array(1024);
  /** The first value after this one and everything inside of it. */
  next = new Int32Array(1024);
  /** How many members an object or a list has. */
  counts = new Int32Array(1024);

  constructor(text: string) {
    this.text = text;
  }

  isContainer(value: number): boolean {
    return (this.kinds[value] ?? WORD) <= LIST;
  }

  nextOf(value: number): number {
    return this.next[value] ?? this.size;
  }

  parentOf(value: number): number {
    return this.parents[value] ?? -1;
  }

  countOf(value: number): number {
    return this.counts[value] ?? 0;
  }

  /** The value as it was received. */
  sourceOf(value: number): string {
    return this.text.slice(this.starts[value], this.ends[value]);
  }

  /** The decoded name of a member; undefined for the document and the items of lists. */
  nameOf(value: number): string | undefined {
    const start = this.names[value] ?? -1;
    return start < 0 ? undefined : decodeString(this.text, start);
  }

  add(kind: number, start: number, name: number, parent: number): number {
    if (this.size === this.kinds.length) this.#grow();
    const value = this.size++;
    this.kinds[value] = kind;
    this.starts[value] = start;
    this.names[value] = name;
    this.parents[value] = parent;
    if (parent >= 0) this.counts[parent] = this.countOf(parent) + 1;
    return value;
  }

  close(value: number, end: number): void {
    this.ends[value] = end;
    this.next[value] = this.size;
  }

  #grow(): void {
    const length = this.kinds.length * 2;
    const grown = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(length);
      larger.set(old);
      return larger;
    };
    const kinds = new Uint8Array(length);
    kinds.set(this.kinds);
    this.kinds = kinds;
    this.starts = grown(this.starts);
    this.ends = grown(this.ends);
    this.names = grown(this.names);
    this.parents = grown(this.parents);
    this.next = grown(this.next);
    this.counts = grown(this.counts);
  }
}

/** Undefined for text that is no JSON. */
export function readTape(text: string): JsonTape | undefined {
  const tape = new JsonTape(text);
  let at = skipBlanks(text, 0);
  let parent = -1;
  // Each round reads one value, and then closes whatever ends after it.
  for (;;) {
    let name = -1;
    if (parent >= 0 && tape.kinds[parent] === OBJECT) {
      name = at;
      const end = stringEndStrict(text, at);
      at = end < 0 ? -1 : skipBlanks(text, end);
      if (at < 0 || text.charCodeAt(at) !== COLON) return undefined;
      at = skipBlanks(text, at + 1);
    }
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const isObject = code === OPEN_BRACE;
      const value = tape.add(isObject ? OBJECT : LIST, at, name, parent);
      at = skipBlanks(text, at + 1);
      if (text.charCodeAt(at) !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        parent = value;
        continue;
      }
      tape.close(value, ++at);
    } else {
      const { kind, end } = scalarAt(text, at, code);
      if (end < 0) return undefined;
      tape.close(tape.add(kind, at, name, parent), end);
      at = end;
    }
    for (;;) {
      at = skipBlanks(text, at);
      if (parent < 0) return at === text.length ? tape : undefined;
      const after = text.charCodeAt(at);
      if (after === COMMA) break;
      if (after !== (tape.kinds[parent] === OBJECT ? CLOSE_BRACE : CLOSE_BRACKET)) return undefined;
      tape.close(parent, ++at);
      parent = tape.parentOf(parent);
    }
    at = skipBlanks(text, at + 1);
  }
}

const NUMBER_TEXT = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ['true', 'false', 'null'] as const;

/** The end is -1 where there is no value. */
function scalarAt(text: string, at: number, code: number): { kind: number; end: number } {
  if (code === QUOTE) return { kind: STRING, end: stringEndStrict(text, at) };
  const word = WORDS.find((each) => text.startsWith(each, at));
  if (word !== undefined) return { kind: WORD, end: at + word.length };
  NUMBER_TEXT.lastIndex = at;
  return { kind: NUMBER, end: NUMBER_TEXT.test(text) ? NUMBER_TEXT.lastIndex : -1 };
}

/** The offset behind the closing quote; -1 for a string that JSON does not allow. */
function stringEndStrict(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return -1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 32) return -1;
    if (code !== BACKSLASH) continue;
    const next = text.charCodeAt(++at);
    if (next !== LETTER_U) {
      if (!'"\\/bfnrt'.includes(text[at] ?? ' ')) return -1;
    } else {
      if (!/^[\da-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) return -1;
      at += 4;
    }
  }
  return -1;
}

function decodeString(text: string, start: number): string {
  const end = stringEndStrict(text, start);
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}
