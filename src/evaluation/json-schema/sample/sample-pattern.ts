/** A short text that matches a pattern, for patterns as people write them. The caller has to test the text. */

export function samplePattern(source: string): string | undefined {
  try {
    const reader = new PatternReader(source);
    const text = reader.alternatives();
    return reader.isAtEnd && text.length <= MAX_LENGTH ? text : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 50;

class Unreadable extends Error {}

class PatternReader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  /** The text of the first alternative; the others are only read over. */
  alternatives(): string {
    const first = this.#sequence();
    while (this.#takes('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = '';
    while (!this.isAtEnd && !'|)'.includes(this.#next())) {
      const atom = this.#atom();
      text += atom.repeat(this.#repeats());
      if (text.length > MAX_LENGTH) throw new Unreadable();
    }
    return text;
  }

  #atom(): string {
    const character = this.#read();
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'x';
      case '(':
        return this.#group();
      case '[':
        return this.#set();
      case '\\':
        return this.#escape();
      default:
        return character;
    }
  }

  #group(): string {
    if (!this.#takes('?')) return this.#inside();
    const kind = /^(?::|<[A-Za-z_$][\w$]*>|=|!|<=|<!)/.exec(this.#source.slice(this.#at))?.[0];
    if (kind === undefined) throw new Unreadable();
    this.#at += kind.length;
    const text = this.#inside();
    return kind === ':' || kind.endsWith('>') ? text : '';
  }

  #inside(): string {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Unreadable();
    const text = this.alternatives();
    this.#depth -= 1;
    if (!this.#takes(')')) throw new Unreadable();
    return text;
  }

  /** The first character of the set; for a negated set the first usual character outside of it. */
  #set(): string {
    const start = this.#at - 1;
    const negated = this.#takes('^');
    const first = this.#next() === ']' ? undefined : this.#member();
    while (!this.#takes(']')) this.#member();
    if (!negated) {
      if (first === undefined) throw new Unreadable();
      return first;
    }
    const set = new RegExp(this.#source.slice(start, this.#at), 'u');
    const found = USUAL_CHARACTERS.find((character) => set.test(character));
    if (found === undefined) throw new Unreadable();
    return found;
  }

  #member(): string {
    const character = this.#read();
    return character === '\\' ? this.#escape() : character;
  }

  #escape(): string {
    const letter = this.#read();
    const escape = ESCAPES[letter];
    if (escape !== undefined) return escape;
    if (letter === 'x' || letter === 'u') return this.#code(letter === 'x' ? 2 : 4);
    if (/[1-9kpPc]/.test(letter)) throw new Unreadable();
    return letter;
  }

  #code(digits: number): string {
    const found = /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]+))/.exec(
      this.#source.slice(this.#at, this.#at + 8),
    );
    const hex = found?.[1] ?? found?.[2]?.slice(0, digits) ?? '';
    if (hex === '') throw new Unreadable();
    this.#at += found?.[1] === undefined ? hex.length : hex.length + 2;
    return String.fromCodePoint(Number.parseInt(hex, 16));
  }

  /** As few repetitions as allowed, but at least one where none is needed, since an empty text is a bad sample. */
  #repeats(): number {
    const found = /^(?:\*|\+|\?|\{(\d{1,5})(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 20));
    if (!found) return 1;
    this.#at += found[0].length;
    return found[1] === undefined ? 1 : Number(found[1]);
  }

  #next(): string {
    return this.#source[this.#at] ?? '';
  }

  #read(): string {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined) throw new Unreadable();
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  #takes(character: string): boolean {
    if (this.#next() !== character) return false;
    this.#at += 1;
    return true;
  }
}

const USUAL_CHARACTERS: readonly string[] = Array.from('a1A -_.,:/@#é"\n');

const ESCAPES: Readonly<Record<string, string>> = {
  d: '1',
  D: 'x',
  w: 'a',
  W: '-',
  s: ' ',
  S: 'x',
  b: '',
  B: '',
  t: '\t',
  n: '\n',
  r: '\r',
  v: '\v',
  f: '\f',
  0: '\0',
};
