/** Finds out where the values of a JSON document stand in its bytes. */
import { decodeText } from '../../evaluation/values/decode-text.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  isBlank,
} from '../../primitives/json-scanner.js';
import type { PathStep } from '../../request-file/expressions/parse-path.js';

const BACKSLASH = 92;

/** A value of the document. */
export interface ValuePlace {
  readonly start: number;
  /** The position behind it. */
  readonly end: number;
  readonly kind: 'object' | 'list' | 'scalar';
}

/** The last value on a path that exists, and the steps that lead on from there: none when it is the value at the path. */
export interface PathPlace extends ValuePlace {
  readonly rest: readonly PathStep[];
}

export interface JsonPlaces {
  /** Start and end of each string, number and word that is no key, one after the other. */
  readonly scalars: Int32Array;
  /** One for each path. */
  readonly places: readonly PathPlace[];
}

/** The place of a value whose end is not known yet. */
interface UnendedPlace extends PathPlace {
  end: number;
}

/** A path that has led to a value. */
interface OpenPath {
  readonly path: number;
  readonly rest: readonly PathStep[];
}

/** `bytes` is a list or an object in UTF-8, without a byte-order mark. Undefined when it has too many scalars. */
export function findPlaces(
  bytes: Uint8Array,
  paths: readonly (readonly PathStep[])[],
  maxScalars: number,
): JsonPlaces | undefined {
  const walk = new Walk(bytes, paths);
  walk.document();
  if (walk.scalars.length > 2 * maxScalars) return undefined;
  return { scalars: Int32Array.from(walk.scalars), places: walk.places };
}

class Walk {
  readonly scalars: number[] = [];
  readonly places: PathPlace[] = [];
  readonly #bytes: Uint8Array;
  readonly #paths: readonly OpenPath[];
  #at = 0;

  constructor(bytes: Uint8Array, paths: readonly (readonly PathStep[])[]) {
    this.#bytes = bytes;
    this.#paths = paths.map((rest, path) => ({ path, rest }));
  }

  document(): void {
    this.#value(this.#paths);
  }

  /** Of equal keys the last one counts, so a later value replaces an earlier one and all that was found in it. */
  #value(open: readonly OpenPath[]): void {
    this.#blanks();
    const start = this.#at;
    const first = this.#bytes[start];
    const kind = first === OPEN_BRACE ? 'object' : first === OPEN_BRACKET ? 'list' : 'scalar';
    const found = open.map(({ path, rest }) => {
      const place: UnendedPlace = { start, end: start, kind, rest };
      this.places[path] = place;
      return place;
    });
    if (kind === 'scalar') this.#scalar();
    else this.#members(kind, open);
    for (const place of found) place.end = this.#at;
  }

  #scalar(): void {
    const bytes = this.#bytes;
    const start = this.#at;
    if (bytes[start] === QUOTE) this.#string();
    else while (!isEndOfWord(bytes[this.#at])) this.#at++;
    this.scalars.push(start, this.#at);
  }

  #string(): void {
    const bytes = this.#bytes;
    do this.#at += bytes[this.#at] === BACKSLASH ? 2 : 1;
    while (bytes[this.#at] !== QUOTE);
    this.#at++;
  }

  #members(kind: 'object' | 'list', open: readonly OpenPath[]): void {
    this.#at++;
    this.#blanks();
    for (let index = 0; !this.#closes(); index++) {
      const inner = kind === 'object' ? this.#key(open) : open.filter(({ rest }) => isItem(rest[0], index));
      this.#value(inner.map(({ path, rest }) => ({ path, rest: rest.slice(1) })));
      this.#blanks();
      if (this.#bytes[this.#at] === COMMA) this.#at++;
      this.#blanks();
    }
  }

  /** Steps over a closing bracket. */
  #closes(): boolean {
    const byte = this.#bytes[this.#at];
    const closes = byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === undefined;
    if (closes) this.#at++;
    return closes;
  }

  /** Steps over a key and its colon; gives the paths that lead on with this key. */
  #key(open: readonly OpenPath[]): readonly OpenPath[] {
    const start = this.#at;
    this.#string();
    const end = this.#at;
    this.#blanks();
    if (this.#bytes[this.#at] === COLON) this.#at++;
    if (open.length === 0) return open;
    const key = JSON.parse(decodeText(this.#bytes.subarray(start, end), undefined)) as string;
    return open.filter(({ rest }) => isMember(rest[0], key));
  }

  #blanks(): void {
    while (isBlank(this.#bytes[this.#at] ?? 0)) this.#at++;
  }
}

function isEndOfWord(byte: number | undefined): boolean {
  return (
    byte === undefined || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isBlank(byte)
  );
}

function isItem(step: PathStep | undefined, index: number): boolean {
  return step?.kind === 'index' && step.index === index;
}

/** `.0` may be a key, `[0]` may not. */
function isMember(step: PathStep | undefined, key: string): boolean {
  if (step?.kind === 'key') return step.key === key;
  return step?.kind === 'index' && !step.bracket && String(step.index) === key;
}
