/**
 * Reads the documents that `JSON.parse` would change: big integers become bigints, keys keep their order, deep ones are
 * refused.
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
  stringEnd,
} from '../../primitives/json-scanner.js';
import { addKey, keepKeyOrder } from '../../primitives/json/key-order.js';
import { type ExactNumber, readNumber } from './number.js';

type Value<N> = null | boolean | N | string | Value<N>[] | { [key: string]: Value<N> };

/** Undefined for a number that is too long. */
type ReadNumber<N> = (raw: string) => N | undefined;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Lists below this length are given their exact size. */
const SMALL_LIST = 32;

/** The text is not JSON that can be read, at the given offset. */
export class JsonFault extends SyntaxError {
  readonly reason: string;
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(`${reason} at offset ${offset} of the JSON text`);
    this.reason = reason;
    this.offset = offset;
  }
}

/** The text is nested deeper than the reader may go. */
export class JsonTooDeep extends SyntaxError {}

/** `toNumber` decides what numbers become. */
export class JsonReader<N = ExactNumber> {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #readNumber: ReadNumber<N>;
  #at = 0;

  constructor(text: string, maxDepth: number, toNumber: ReadNumber<N> = readNumber as ReadNumber<N>) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#readNumber = toNumber;
  }

  document(): Value<N> {
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
    this.#at = skipBlanks(this.#text, this.#at);
  }

  #value(depth: number): Value<N> {
    if (depth > this.#maxDepth) throw new JsonTooDeep(`JSON nested deeper than ${this.#maxDepth} levels`);
    this.#blanks();
    switch (this.#text.charCodeAt(this.#at)) {
      case OPEN_BRACE:
        return this.#object(depth);
      case OPEN_BRACKET:
        return this.#list(depth);
      case QUOTE:
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

  #number(): N {
    NUMBER.lastIndex = this.#at;
    if (!NUMBER.test(this.#text)) return this.#refuse();
    const raw = this.#text.slice(this.#at, NUMBER.lastIndex);
    const value = this.#readNumber(raw);
    if (value === undefined) throw new JsonFault('number too long', this.#at);
    this.#at += raw.length;
    return value;
  }

  #string(): string {
    const start = this.#at;
    const end = stringEnd(this.#text, start);
    if (end < 0) throw new JsonFault('unterminated string', start);
    this.#at = end;
    return readString(this.#text.slice(start, end), start);
  }

  #list(depth: number): Value<N>[] {
    const items: Value<N>[] = [];
    if (this.#closes(CLOSE_BRACKET)) return items;
    do items.push(this.#value(depth + 1));
    while (this.#continues(CLOSE_BRACKET));
    // A list that has grown keeps room for more, which is most of the memory of many small lists.
    return items.length < SMALL_LIST ? items.slice() : items;
  }

  #object(depth: number): { [key: string]: Value<N> } {
    const members: { [key: string]: Value<N> } = {};
    if (this.#closes(CLOSE_BRACE)) return members;
    let keys: string[] | undefined;
    do {
      this.#blanks();
      if (this.#text.charCodeAt(this.#at) !== QUOTE) this.#refuse();
      const key = this.#string();
      this.#blanks();
      if (this.#text.charCodeAt(this.#at) !== COLON) this.#refuse();
      this.#at++;
      const value = this.#value(depth + 1);
      keys = addKey(keys, members, key);
      if (key === '__proto__') {
        // Assigning it would set the prototype.
        Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
      } else members[key] = value;
    } while (this.#continues(CLOSE_BRACE));
    if (keys !== undefined) keepKeyOrder(members, keys);
    return members;
  }

  /** Steps over an opening bracket; true when the closing one follows at once. */
  #closes(bracket: number): boolean {
    this.#at++;
    this.#blanks();
    if (this.#text.charCodeAt(this.#at) !== bracket) return false;
    this.#at++;
    return true;
  }

  /** Steps over a comma or the closing bracket; true for a comma. */
  #continues(bracket: number): boolean {
    this.#blanks();
    const code = this.#text.charCodeAt(this.#at);
    if (code !== COMMA && code !== bracket) this.#refuse();
    this.#at++;
    return code === COMMA;
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
