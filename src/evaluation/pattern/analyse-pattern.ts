/**
 * Reads a valid ECMAScript Unicode pattern for two questions: how many ways a backtracking engine may
 * have to try, and how the same pattern is written for the linear engine.
 */
import { readEscape, readClass, type PatternPart } from './read-atom.js';
import { NOT_LINE_END, ANYTHING, codePoint } from './unicode-class.js';

export interface PatternAnalysis extends PatternPart {
  /** Whether only the start of the text is tried. */
  readonly anchored: boolean;
  /** Whether the linear engine gives the same result only where all line ends are line feeds. */
  readonly plainLinesOnly: boolean;
  /** Whether a group is repeated; engines may differ in what such a group captured last. */
  readonly repeatsGroup: boolean;
}

export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** The pattern has to be valid, as `new RegExp(source, 'u')` decides. */
export function analysePattern(source: string, flags: PatternFlags): PatternAnalysis {
  const reader = new PatternReader(source, flags);
  return {
    ...reader.disjunction(),
    anchored: !flags.multiline && /^\^[^|]*$/.test(source),
    plainLinesOnly: reader.hasLineAnchor,
    repeatsGroup: reader.repeatsGroup,
  };
}

/** The linear engine refuses more repetitions. */
const MAX_REPEATS = 1000;

class PatternReader {
  readonly #source: string;
  readonly #flags: PatternFlags;
  #at = 0;
  hasLineAnchor = false;
  repeatsGroup = false;

  constructor(source: string, flags: PatternFlags) {
    this.#source = source;
    this.#flags = flags;
  }

  disjunction(): PatternPart {
    let whole = this.#alternative();
    while (this.#source[this.#at] === '|') {
      this.#at++;
      const next = this.#alternative();
      whole = {
        choices: whole.choices + next.choices,
        unbounded: Math.max(whole.unbounded, next.unbounded),
        size: whole.size + next.size + 1,
        linear: join(whole.linear, '|', next.linear),
      };
    }
    return whole;
  }

  #alternative(): PatternPart {
    let whole: PatternPart = { choices: 1, unbounded: 0, size: 1, linear: '' };
    while (this.#at < this.#source.length) {
      const character = this.#source[this.#at];
      if (character === '|' || character === ')') break;
      const next = this.#term();
      whole = {
        choices: whole.choices * next.choices,
        unbounded: whole.unbounded + next.unbounded,
        size: whole.size + next.size,
        linear: join(whole.linear, '', next.linear),
      };
    }
    return whole;
  }

  #term(): PatternPart {
    const isGroup = this.#source[this.#at] === '(';
    const atom = this.#atom();
    QUANTIFIER.lastIndex = this.#at;
    const quantifier = QUANTIFIER.exec(this.#source);
    if (!quantifier) return atom;
    this.#at += quantifier[0].length;
    if (isGroup) this.repeatsGroup = true;
    return repeat(atom, quantifier);
  }

  #atom(): PatternPart {
    const character = this.#source[this.#at];
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#take(readClass(this.#source, this.#at, this.#flags.ignoreCase));
      case '\\':
        return this.#take(readEscape(this.#source, this.#at, this.#flags.ignoreCase));
      case '.':
        return this.#single(this.#flags.dotAll ? ANYTHING : NOT_LINE_END);
      case '^':
        return this.#anchor('\\A', '(?m:^)');
      case '$':
        return this.#anchor('\\z', '(?m:$)');
      default: {
        const code = this.#source.codePointAt(this.#at) ?? 0;
        return this.#single(
          code >= 0xd800 && code <= 0xdfff ? undefined : codePoint(code),
          code > 0xffff ? 2 : 1,
        );
      }
    }
  }

  #single(linear: string | undefined, length = 1): PatternPart {
    return this.#take({ linear, end: this.#at + length });
  }

  #take({ linear, end }: { readonly linear: string | undefined; readonly end: number }): PatternPart {
    this.#at = end;
    return { choices: 1, unbounded: 0, size: 1, linear };
  }

  #anchor(text: string, line: string): PatternPart {
    if (!this.#flags.multiline) return this.#single(text);
    this.hasLineAnchor = true;
    return this.#single(line);
  }

  #group(): PatternPart {
    GROUP.lastIndex = this.#at;
    const opening = GROUP.exec(this.#source)?.[0] ?? '(';
    this.#at += opening.length;
    const inner = this.disjunction();
    this.#at++;
    if (opening === '(?:') return { ...inner, linear: join('(?:', inner.linear, ')') };
    const isLook = /^\(\?<?[=!]$/.test(opening);
    return { ...inner, linear: isLook ? undefined : join('(', inner.linear, ')') };
  }
}

const GROUP = /\((?:\?(?::|<?[=!]|<[^>]*>))?/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,)?(\d+)?\})\??/y;

function join(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

function repeat(atom: PatternPart, [written, from = '', comma, to]: RegExpExecArray): PatternPart {
  const symbol = written[0];
  const least = symbol === '+' ? 1 : from === '' ? 0 : Number(from);
  const most =
    symbol === '?'
      ? 1
      : symbol !== '{' || (comma !== undefined && to === undefined)
        ? Infinity
        : Number(to ?? from);
  const fits = (most === Infinity || most <= MAX_REPEATS) && least <= MAX_REPEATS;
  const linear = fits ? join(atom.linear, written) : undefined;
  const size = atom.size * Math.max(1, most === Infinity ? least + 1 : most) + 1;
  const isFree = atom.choices === 1 && atom.unbounded === 0;
  if (!isFree) {
    // Choices inside of a loop multiply with every repetition.
    return { choices: most <= 1 ? atom.choices + 1 : Infinity, unbounded: atom.unbounded, size, linear };
  }
  if (most === Infinity) return { choices: 1, unbounded: 1, size, linear };
  return { choices: most - least + 1, unbounded: 0, size, linear };
}
