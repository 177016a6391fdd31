/**
 * Which paths are not recorded (server.md 13): `*` any text without `/`, `**` any text; a pattern without
 * a star is a prefix. Case-sensitive, the whole path.
 */
export function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.filter((pattern) => pattern !== '').map(ruleOf);
  return (path) => rules.some((rule) => rule(path));
}

/** Characters of a pattern: each path is held against every one of them. */
export const MAX_PATTERN_LENGTH = 500;

type Rule = (path: string) => boolean;

function ruleOf(written: string): Rule {
  const pattern = written.startsWith('/') ? written : `/${written}`;
  if (!pattern.includes('*')) return (path) => path.startsWith(pattern);
  const automaton = new PatternAutomaton(pattern);
  return (path) => automaton.accepts(path);
}

const BITS = 32;

/**
 * Follows all ways to match at once: a bit for each place of the pattern that can be reached, 32 of them in a step.
 * The time is that of the path times a 32nd of the pattern, whatever they hold.
 */
class PatternAutomaton {
  readonly #words: number;
  readonly #end: number;
  /** Places at which a character stands, by that character. */
  readonly #characters = new Map<number, Uint32Array>();
  readonly #singleStars: Uint32Array;
  readonly #doubleStars: Uint32Array;
  readonly #noPlace: Uint32Array;

  constructor(pattern: string) {
    const elements = pattern.match(/\*+|[^*]/gs) ?? [];
    this.#end = elements.length;
    this.#words = Math.floor(elements.length / BITS) + 1;
    this.#singleStars = new Uint32Array(this.#words);
    this.#doubleStars = new Uint32Array(this.#words);
    this.#noPlace = new Uint32Array(this.#words);
    elements.forEach((element, place) => setBit(this.#placesOf(element), place));
  }

  accepts(path: string): boolean {
    let reached = new Uint32Array(this.#words);
    let next = new Uint32Array(this.#words);
    setBit(reached, 0);
    this.#passStars(reached);
    for (let at = 0; at < path.length; at++) {
      if (!this.#step(reached, next, path.charCodeAt(at))) return false;
      [reached, next] = [next, reached];
    }
    return (((reached[this.#end >> 5] ?? 0) >>> (this.#end & 31)) & 1) === 1;
  }

  #placesOf(element: string): Uint32Array {
    if (element.startsWith('*')) return element.length > 1 ? this.#doubleStars : this.#singleStars;
    const code = element.charCodeAt(0);
    let places = this.#characters.get(code);
    if (places === undefined) this.#characters.set(code, (places = new Uint32Array(this.#words)));
    return places;
  }

  /** Takes one character; whether any place can be reached then. */
  #step(reached: Uint32Array, next: Uint32Array, code: number): boolean {
    const characters = this.#characters.get(code) ?? this.#noPlace;
    const stars = code === SLASH ? this.#noPlace : this.#singleStars;
    let carry = 0;
    let any = 0;
    for (let word = 0; word < next.length; word++) {
      const before = reached[word] ?? 0;
      const passed = before & (characters[word] ?? 0);
      const stayed = before & ((stars[word] ?? 0) | (this.#doubleStars[word] ?? 0));
      next[word] = (passed << 1) | carry | stayed;
      carry = passed >>> (BITS - 1);
      any |= next[word] ?? 0;
    }
    if (any !== 0) this.#passStars(next);
    return any !== 0;
  }

  /** A star may stand for nothing; no two of them follow each other. */
  #passStars(reached: Uint32Array): void {
    let carry = 0;
    for (let word = 0; word < reached.length; word++) {
      const before = reached[word] ?? 0;
      const stars = before & ((this.#singleStars[word] ?? 0) | (this.#doubleStars[word] ?? 0));
      reached[word] = before | (stars << 1) | carry;
      carry = stars >>> (BITS - 1);
    }
  }
}

const SLASH = 47;

function setBit(words: Uint32Array, place: number): void {
  words[place >> 5] = (words[place >> 5] ?? 0) | (1 << (place & 31));
}
