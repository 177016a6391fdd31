/**
 * Which paths are not recorded (server.md 13): `*` any text without `/`, `**` any text; a pattern without
 * a star is a prefix. Case-sensitive, the whole path.
 */
export function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.filter((pattern) => pattern !== '').map(ruleOf);
  return (path) => rules.some((rule) => rule(path));
}

/** Characters of a pattern: each path is held against every one of them. */
export const MAX_PATTERN_LENGTH = 200;

type Rule = (path: string) => boolean;

function ruleOf(written: string): Rule {
  const pattern = written.startsWith('/') ? written : `/${written}`;
  if (!pattern.includes('*')) return (path) => path.startsWith(pattern);
  const automaton = new PatternAutomaton(pattern);
  const pieces = pattern.split(/\*+/);
  return (path) => holdsInOrder(pieces, path) && automaton.accepts(path);
}

/** What does not even hold the texts between the stars, which is most, needs no closer look. */
function holdsInOrder(pieces: readonly string[], path: string): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = path.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
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
  readonly #stars: Uint32Array;
  readonly #doubleStars: Uint32Array;
  readonly #noPlace: Uint32Array;

  constructor(pattern: string) {
    const elements = pattern.match(/\*+|[^*]/gs) ?? [];
    this.#end = elements.length;
    this.#words = Math.floor(elements.length / BITS) + 1;
    this.#stars = new Uint32Array(this.#words);
    this.#doubleStars = new Uint32Array(this.#words);
    this.#noPlace = new Uint32Array(this.#words);
    elements.forEach((element, place) => {
      if (!element.startsWith('*')) setBit(this.#placesOf(element.charCodeAt(0)), place);
      else setBit(this.#stars, place);
      if (element.length > 1) setBit(this.#doubleStars, place);
    });
  }

  accepts(path: string): boolean {
    let reached = new Uint32Array(this.#words);
    let next = new Uint32Array(this.#words);
    // Every pattern begins with `/`.
    setBit(reached, 0);
    for (let at = 0; at < path.length; at++) {
      if (!this.#step(reached, next, path.charCodeAt(at))) return false;
      [reached, next] = [next, reached];
    }
    return (((reached[this.#end >> 5] as number) >>> (this.#end & 31)) & 1) === 1;
  }

  #placesOf(code: number): Uint32Array {
    let places = this.#characters.get(code);
    if (places === undefined) this.#characters.set(code, (places = new Uint32Array(this.#words)));
    return places;
  }

  /** Takes one character; whether any place can be reached then. A star may stand for nothing, too. */
  #step(reached: Uint32Array, next: Uint32Array, code: number): boolean {
    const characters = this.#characters.get(code) ?? this.#noPlace;
    const staying = code === SLASH ? this.#doubleStars : this.#stars;
    const stars = this.#stars;
    let passedBefore = 0;
    let starsBefore = 0;
    let any = 0;
    for (let word = 0; word < next.length; word++) {
      const before = reached[word] as number;
      const passed = before & (characters[word] as number);
      const here = (passed << 1) | (passedBefore >>> 31) | (before & (staying[word] as number));
      const atStars = here & (stars[word] as number);
      const bits = here | (atStars << 1) | (starsBefore >>> 31);
      next[word] = bits;
      any |= bits;
      passedBefore = passed;
      starsBefore = atStars;
    }
    return any !== 0;
  }
}

const SLASH = 47;

function setBit(words: Uint32Array, place: number): void {
  words[place >> 5] = (words[place >> 5] as number) | (1 << (place & 31));
}
