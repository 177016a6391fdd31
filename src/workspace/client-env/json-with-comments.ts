/** Reads JSON as editors write it: with comments, trailing commas and a byte-order mark; every value has its place. */
import { stringEnd } from '../../primitives/json-scanner.js';
import { objectFrom } from '../../primitives/json/key-order.js';

export interface JsonMember {
  readonly key: string;
  /** The offset of the key. */
  readonly at: number;
  readonly node: JsonNode;
}

export interface JsonNode {
  /** The offset of its first character. */
  readonly at: number;
  readonly value: unknown;
  /** Set for objects: all members as written, equal keys included. */
  readonly members?: readonly JsonMember[];
}

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export const MAX_NESTING = 32;

/** Why a text is no JSON, and where. */
export class JsonProblem extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Throws JsonProblem. */
export function readJsonWithComments(text: string): JsonNode {
  const reader = new Reader(text);
  const node = reader.value(0);
  reader.expectEnd();
  return node;
}

/** Line and column of an offset, both from 1. */
export function placeAt(text: string, offset: number): TextPlace {
  let line = 1;
  let start = 0;
  for (const { index, 0: end } of text.slice(0, offset).matchAll(/\r\n|\n|\r/g)) {
    line++;
    start = index + end.length;
  }
  // A byte-order mark is no column.
  if (start === 0 && text.startsWith('\ufeff')) start = 1;
  return { line, column: Math.max(offset - start, 0) + 1 };
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /[A-Za-z]+/y;
const CONTROL = /[\u0000-\u001f]/;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\ufeff')) this.#at = 1;
  }

  value(depth: number): JsonNode {
    this.#skip();
    const at = this.#at;
    const character = this.#text[at];
    if (character === '{' || character === '[') {
      if (depth >= MAX_NESTING) throw new JsonProblem(at, `nested deeper than ${MAX_NESTING} levels`);
      this.#at++;
      return character === '{' ? this.#object(at, depth) : this.#list(at, depth);
    }
    return { at, value: this.#scalar() };
  }

  expectEnd(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw new JsonProblem(this.#at, 'expected the end of the file');
  }

  #object(at: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    while (!this.#closes('}')) {
      const start = this.#at;
      if (this.#text[start] !== '"') throw new JsonProblem(start, 'expected a key in double quotes');
      const key = this.#string();
      this.#skip();
      if (this.#text[this.#at] !== ':') throw new JsonProblem(this.#at, 'expected a colon after the key');
      this.#at++;
      members.push({ key, at: start, node: this.value(depth + 1) });
      this.#separator('}');
    }
    return { at, members, value: objectFrom(members.map(({ key, node }) => [key, node.value] as const)) };
  }

  #list(at: number, depth: number): JsonNode {
    const items: unknown[] = [];
    while (!this.#closes(']')) {
      items.push(this.value(depth + 1).value);
      this.#separator(']');
    }
    return { at, value: items };
  }

  #closes(bracket: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  /** A comma before the closing bracket is allowed. */
  #separator(closing: string): void {
    this.#skip();
    const character = this.#text[this.#at];
    if (character === ',') this.#at++;
    else if (character !== closing) throw new JsonProblem(this.#at, `expected a comma or ${closing}`);
  }

  #scalar(): unknown {
    const at = this.#at;
    if (this.#text[at] === '"') return this.#string();
    const word = this.#match(WORD);
    if (word !== undefined && WORDS.has(word)) return WORDS.get(word);
    this.#at = at;
    const number = this.#match(NUMBER);
    if (number === undefined) throw new JsonProblem(at, 'expected a JSON value');
    return numberOf(number);
  }

  #string(): string {
    const at = this.#at;
    const end = stringEnd(this.#text, at);
    const text = this.#text.slice(at, end);
    if (end < 0 || CONTROL.test(text)) throw new JsonProblem(at, 'expected a closed text in double quotes');
    this.#at = end;
    try {
      return JSON.parse(text) as string;
    } catch {
      throw new JsonProblem(at, 'this text has an escape that JSON does not have');
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Skips blanks and comments. */
  #skip(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 32 || code === 10 || code === 13 || code === 9) this.#at++;
      else if (this.#text.startsWith('//', this.#at)) this.#at = this.#lineEnd();
      else if (this.#text.startsWith('/*', this.#at)) this.#at = this.#commentEnd();
      else return;
    }
  }

  #lineEnd(): number {
    const end = /[\r\n]/g;
    end.lastIndex = this.#at;
    return end.exec(this.#text)?.index ?? this.#text.length;
  }

  #commentEnd(): number {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end < 0) throw new JsonProblem(this.#at, 'this comment is not closed');
    return end + 2;
  }
}

/** Integers of any size stay exact. */
function numberOf(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? value : BigInt(text);
}
