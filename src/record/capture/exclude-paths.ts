/**
 * Decides which paths are not recorded: `*` matches any text without `/`, `**` any text; a pattern without a star is a
 * prefix. Patterns are case-sensitive and match the whole path.
 */
export function createExclusion(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.filter((pattern) => pattern !== '').map(createRule);
  return (path) => rules.some((rule) => rule(path));
}

/** The length of a pattern is limited because every path is matched against every pattern. */
export const MAX_PATTERN_LENGTH = 200;

type PathRule = (path: string) => boolean;

function createRule(text: string): PathRule {
  const pattern = text.startsWith('/') ? text : `/${text}`;
  if (!pattern.includes('*')) return (path) => path.startsWith(pattern);
  const automaton = new PatternAutomaton(pattern);
  const literals = pattern.split(/\*+/);
  return (path) => containsInOrder(literals, path) && automaton.accepts(path);
}

/** Most paths lack one of the literals between the stars and need no further matching. */
function containsInOrder(literals: readonly string[], path: string): boolean {
  let from = 0;
  for (const literal of literals) {
    const at = path.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return true;
}

const BITS = 32;

/**
 * Follows all possible matches at once: one bit for each reachable position in the pattern, 32 of them per step.
 * The time is proportional to the length of the path times a 32nd of the length of the pattern.
 */
class PatternAutomaton {
  readonly #words: number;
  readonly #end: number;
  /** The positions of each character. */
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
    // Every pattern starts with `/`.
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

  /** Consumes one character and returns whether any position is reachable. A star may match the empty text. */
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
