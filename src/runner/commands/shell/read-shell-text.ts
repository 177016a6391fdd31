/** Reads a command as a shell does (POSIX, Shell Command Language, and the additions of bash). */
import {
  EXPANSION,
  PLACEHOLDER,
  type Bracket,
  type ShellText,
  type SimpleCommand,
  type Spot,
  type Word,
} from './shell-words.js';

/** A character, or a placeholder by its source. */
export type Unit = string | { readonly source: string };

export function readShellText(units: readonly Unit[]): ShellText {
  const reader = new Reader(units);
  reader.readAll();
  return reader;
}

/** A command begins after these words. */
const OPENING_WORDS: ReadonlySet<string> = new Set(
  'if then else elif while until do ! { time coproc'.split(' '),
);

const INSIDE: Readonly<Record<string, string>> = {
  "'": 'inside single quotes; use double quotes',
  '`': 'between back-quotes; use $(…)',
  '((': 'inside an arithmetic expression, which some shells evaluate as text; use expr or awk -v',
  '[[': 'inside [[ … ]]; use [ … ]',
  '${': 'inside ${…}; assign it to a variable first',
  '<<': 'inside a here-document; use printf',
  '[': 'inside the subscript of an array; a shell evaluates it',
};

class Reader implements ShellText {
  readonly spots: Spot[] = [];
  readonly commands: SimpleCommand[] = [];
  readonly evaluated: { readonly kind: Bracket; readonly content: string }[] = [];
  hasHereString = false;
  definesFunction = false;
  readonly #units: readonly Unit[];
  #at = 0;
  /** The open brackets and quotes in which no value may stand. */
  readonly #inside: string[] = [];
  readonly #words: Word[] = [];

  constructor(units: readonly Unit[]) {
    this.#units = units;
  }

  readAll(): void {
    // A surplus closing bracket ends no command.
    while (this.#at < this.#units.length) {
      this.#commands(undefined);
      this.#at += 1;
    }
  }

  /** Reads up to the closing sign, which the caller consumes; `isList` allows words only, as in `name=( … )`. */
  #commands(end: ')' | '`' | undefined, isList = false): void {
    let command = this.#newCommand(isList);
    let cases = 0;
    let isPattern = false;
    let redirects = false;
    for (let unit = this.#peek(); unit !== undefined; unit = this.#peek()) {
      if (unit === end && !isPattern) return;
      if (typeof unit === 'string' && /[\s;&|()<>]/.test(unit)) {
        if (unit === ')' && end === undefined && !isPattern && cases === 0) return;
        if (/[<>]/.test(unit)) {
          redirects = this.#redirection();
          continue;
        }
        this.#at += 1;
        if (unit === ' ' || unit === '\t' || (isList && unit === '\n')) continue;
        redirects = false;
        if (unit === ';' && cases > 0 && (this.#peek() === ';' || this.#peek() === '&')) isPattern = true;
        else if (unit === ')' && isPattern) isPattern = false;
        else if (unit === '(') this.#parenthesis(command, isPattern);
        command = this.#newCommand(isPattern);
        continue;
      }
      if (unit === '#') {
        this.#comment();
        continue;
      }
      const word = this.#word(command, redirects);
      redirects = false;
      const isFirst = word.position === 0;
      if (isFirst && word.text === 'case') cases += 1;
      if (isFirst && word.text === 'esac') {
        cases = Math.max(0, cases - 1);
        isPattern = false;
      }
      if (command.words[0]?.text === 'case' && word.text === 'in' && word.position === 2) {
        isPattern = true;
        command = this.#newCommand(true);
      } else if (isFirst && word.text === '[[' && !command.isList) {
        this.#conditional();
        command = this.#newCommand(false);
      } else if (isFirst && OPENING_WORDS.has(word.text) && !command.isList) {
        command = this.#newCommand(false);
      }
    }
  }

  #newCommand(isList: boolean): SimpleCommand {
    const command = { words: [], isList };
    this.commands.push(command);
    return command;
  }

  /** Reads behind a `(` outside a word: a subshell, a function, arithmetic, or the list of an array. */
  #parenthesis({ words }: SimpleCommand, isPattern: boolean): void {
    if (isPattern) return;
    const last = words.at(-1)?.text ?? '';
    if (words.length === 0 && this.#peek() === '(') {
      this.#at += 1;
      this.#bracket('((', ')', 2);
      return;
    }
    if (words.length === 1 && this.#peek() === ')') this.definesFunction = true;
    this.#commands(')', last.endsWith('='));
    this.#at += 1;
  }

  /** Returns whether a target follows. */
  #redirection(): boolean {
    let sign = '';
    for (let unit = this.#peek(); unit === '<' || unit === '>'; unit = this.#peek()) {
      sign += unit;
      this.#at += 1;
    }
    if (sign === '<<<') this.hasHereString = true;
    // The text of a here-document is on later lines, so the meaning of the rest is not certain.
    if (sign === '<<') this.#inside.push('<<');
    const next = this.#peek();
    if (next === '&' || next === '|') this.#at += 1;
    if (next !== '(') return true;
    this.#at += 1;
    this.#commands(')');
    this.#at += 1;
    return false;
  }

  /** Reads `[[ … ]]`, where signs of the shell are operators. */
  #conditional(): void {
    const command: SimpleCommand = { words: [], isList: true };
    this.#inside.push('[[');
    for (let unit = this.#peek(); unit !== undefined; unit = this.#peek()) {
      if (typeof unit === 'string' && /[\s;&|()<>]/.test(unit)) this.#at += 1;
      else if (this.#word(command, false).text === ']]') break;
    }
    this.#inside.pop();
    this.evaluated.push({ kind: '[[', content: command.words.map(({ text }) => text).join(' ') });
  }

  /** Reads to the end of the line, which a shell ignores. */
  #comment(): void {
    for (let unit = this.#peek(); unit !== undefined && unit !== '\n'; unit = this.#peek()) {
      if (typeof unit !== 'string') this.#spot(unit.source, false);
      this.#at += 1;
    }
  }

  #word(command: SimpleCommand, redirects: boolean): Word {
    const word: Word = { text: '', command, position: redirects ? -1 : command.words.length };
    if (!redirects) command.words.push(word);
    this.#words.push(word);
    for (let unit = this.#peek(); unit !== undefined; unit = this.#peek()) {
      if (typeof unit === 'string' && /[\s;&|()<>]/.test(unit)) break;
      if (unit === '`' && this.#inside.includes('`')) break;
      this.#part(unit, word);
    }
    this.#words.pop();
    return word;
  }

  /** Reads one character outside quotes, or the construct that begins with it. */
  #part(unit: Unit, word: Word): void {
    this.#at += 1;
    if (typeof unit !== 'string') {
      this.#placeholder(unit.source, false, word);
    } else if (unit === "'") this.#single(word);
    else if (unit === '"') this.#double(word);
    else if (unit === '\\') {
      const next = this.#peek();
      // A backslash before a line end continues the line.
      if (next !== '\n') word.text += typeof next === 'string' ? next : '';
      if (typeof next === 'string') this.#at += 1;
    } else if (unit === '$' || unit === '`') this.#expansion(unit, word, false);
    else word.text += unit;
  }

  #single(word: Word): void {
    this.#inside.push("'");
    for (let unit = this.#next(); unit !== undefined && unit !== "'"; unit = this.#next()) {
      if (typeof unit === 'string') word.text += unit;
      else this.#spot(unit.source, false);
    }
    this.#inside.pop();
  }

  #double(word: Word): void {
    for (let unit = this.#next(); unit !== undefined && unit !== '"'; unit = this.#next()) {
      if (typeof unit !== 'string') {
        this.#placeholder(unit.source, true, word);
      } else if (unit === '\\') {
        const next = this.#next();
        word.text += typeof next === 'string' ? next : '';
      } else if (unit === '$' || unit === '`') this.#expansion(unit, word, true);
      else word.text += unit;
    }
  }

  #expansion(sign: '$' | '`', word: Word, quoted: boolean): void {
    const next = this.#peek();
    if (sign === '`') {
      this.#inside.push('`');
      this.#commands('`');
      this.#at += 1;
      this.#inside.pop();
    } else if (next === '(') {
      this.#at += 1;
      if (this.#peek() === '(') {
        this.#at += 1;
        this.#bracket('((', ')', 2);
      } else {
        this.#commands(')');
        this.#at += 1;
      }
    } else if (next === '[' || next === '{') {
      this.#at += 1;
      this.#bracket(next === '[' ? '((' : '${', next === '[' ? ']' : '}', 1);
    } else if (next === "'" && !quoted) {
      this.#at += 1;
      this.#ansiString(word);
      return;
    } else if (typeof next !== 'string' || !/[\w@*#?$!-]/.test(next)) {
      word.text += sign;
      return;
    }
    word.text += EXPANSION;
  }

  /** Reads `$'…'`, where a backslash starts an escape. */
  #ansiString(word: Word): void {
    this.#inside.push("'");
    for (let unit = this.#next(); unit !== undefined && unit !== "'"; unit = this.#next()) {
      if (unit === '\\') this.#at += 1;
      if (typeof unit !== 'string') this.#spot(unit.source, false);
      word.text += EXPANSION;
    }
    this.#inside.pop();
  }

  /** `depth` is the number of closing signs that end it. */
  #bracket(kind: Bracket, close: ')' | ']' | '}', depth: number): void {
    const open = { ')': '(', ']': '[', '}': '{' }[close];
    const inner: Word = { text: '', command: { words: [], isList: true }, position: 0 };
    this.#inside.push(kind);
    let left = depth;
    for (let unit = this.#peek(); unit !== undefined; unit = this.#peek()) {
      if (unit === close) left -= 1;
      else if (unit === open) left += 1;
      if (left === 0) break;
      this.#part(unit, inner);
    }
    this.#at += 1;
    this.#inside.pop();
    this.evaluated.push({ kind, content: inner.text });
  }

  #placeholder(source: string, quoted: boolean, word: Word): void {
    const isSubscript = /^[A-Za-z_]\w*\[[^\]]*$/.test(word.text);
    this.#spot(source, quoted, isSubscript ? '[' : undefined);
    word.text += PLACEHOLDER;
  }

  #spot(source: string, quoted: boolean, more?: string): void {
    const inside = this.#inside.find((sign) => INSIDE[sign] !== undefined) ?? more;
    this.spots.push({
      index: this.spots.length,
      source,
      quoted,
      words: [...this.#words],
      refusal: inside === undefined ? undefined : INSIDE[inside],
    });
  }

  #peek(): Unit | undefined {
    return this.#units[this.#at];
  }

  #next(): Unit | undefined {
    this.#at += 1;
    return this.#units[this.#at - 1];
  }
}
