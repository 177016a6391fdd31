/** Reads the documents that `JSON.parse` would change: big integers become bigints, too deep ones are refused. */
import { type Exact, readNumber } from './number.js';

type Value = null | boolean | Exact | string | Value[] | { [key: string]: Value };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Lists below this length are given their exact size. */
const SMALL_LIST = 32;
const STRING_PART = /["\\]/g;

/** Where and why a text is no JSON that can be read. */
export class JsonFault extends SyntaxError {
  readonly reason: string;
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(`${reason} at offset ${offset} of the JSON text`);
    this.reason = reason;
    this.offset = offset;
  }
}

/** Nested deeper than the reader may go. */
export class JsonTooDeep extends SyntaxError {}

export class JsonReader {
  readonly #text: string;
  readonly #deepest: number;
  #at = 0;

  constructor(text: string, deepest: number) {
    this.#text = text;
    this.#deepest = deepest;
  }

  document(): Value {
    const value = this.#value(0);
    this.#blanks();
    if (this.#at < this.#text.length) this.#refuse();
    return value;
  }

  #refuse(): never {
    const ended = this.#at >= this.#text.length;
    throw new JsonFault(ended ? 'unexpected end' : 'unexpected character', this.#at);
  }

  #blanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at++;
    }
  }

  #value(depth: number): Value {
    if (depth > this.#deepest) throw new JsonTooDeep(`JSON nested deeper than ${this.#deepest} levels`);
    this.#blanks();
    switch (this.#text.charCodeAt(this.#at)) {
      case 123:
        return this.#object(depth);
      case 91:
        return this.#list(depth);
      case 34:
        return this.#string();
      case 116:
        return this.#word('true', true);
      case 102:
        return this.#word('false', false);
      case 110:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse();
    this.#at += word.length;
    return value;
  }

  #number(): Exact {
    NUMBER.lastIndex = this.#at;
    const raw = NUMBER.exec(this.#text)?.[0];
    if (raw === undefined) return this.#refuse();
    const value = readNumber(raw);
    if (value === undefined) throw new JsonFault('number too long', this.#at);
    this.#at += raw.length;
    return value;
  }

  #string(): string {
    const start = this.#at;
    STRING_PART.lastIndex = start + 1;
    for (;;) {
      const found = STRING_PART.exec(this.#text);
      if (!found) throw new JsonFault('unterminated string', start);
      if (found[0] === '"') {
        this.#at = found.index + 1;
        return readString(this.#text.slice(start, this.#at), start);
      }
      STRING_PART.lastIndex = found.index + 2;
    }
  }

  #list(depth: number): Value[] {
    const items: Value[] = [];
    if (this.#closes(93)) return items;
    do items.push(this.#value(depth + 1));
    while (this.#continues(93));
    // A list that grows holds room for more, which of many small ones is most of the memory.
    return items.length < SMALL_LIST ? items.slice() : items;
  }

  #object(depth: number): { [key: string]: Value } {
    const members: { [key: string]: Value } = {};
    if (this.#closes(125)) return members;
    do {
      this.#blanks();
      if (this.#text.charCodeAt(this.#at) !== 34) this.#refuse();
      const key = this.#string();
      this.#blanks();
      if (this.#text.charCodeAt(this.#at) !== 58) this.#refuse();
      this.#at++;
      const value = this.#value(depth + 1);
      if (key === '__proto__') {
        // Assigning it would set the prototype.
        Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
      } else members[key] = value;
    } while (this.#continues(125));
    return members;
  }

  /** Behind an opening bracket: is it closed at once? */
  #closes(bracket: number): boolean {
    this.#at++;
    this.#blanks();
    if (this.#text.charCodeAt(this.#at) !== bracket) return false;
    this.#at++;
    return true;
  }

  /** Behind a member: does a comma promise another one? */
  #continues(bracket: number): boolean {
    this.#blanks();
    const code = this.#text.charCodeAt(this.#at);
    if (code !== 44 && code !== bracket) this.#refuse();
    this.#at++;
    return code === 44;
  }
}

/** The built-in reader knows the escapes and refuses control characters. */
function readString(literal: string, offset: number): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw new JsonFault('bad escape or control character in the string', offset);
  }
}
