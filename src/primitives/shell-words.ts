/** Splits text into commands and words as a POSIX shell does; nothing is expanded or run. */
import { readAnsiQuoted } from './text/ansi-quoted.js';

export interface ShellLine {
  readonly words: readonly string[];
  /** The line on which the command starts, from 1. */
  readonly line: number;
  /** What a shell would have done beyond splitting, in order. */
  readonly notes: readonly ShellNote[];
  /** Why the text is not a command; the words before the problem are kept. */
  readonly problem?: string;
}

export type ShellNote =
  /** `$x`, `$(…)`, backquotes: kept as text. */
  | { readonly kind: 'expansion'; readonly text: string }
  /** `|`, `;`, `&`, `<`, `>` end the command; what follows on its line is skipped. */
  | { readonly kind: 'operator'; readonly text: string }
  /** `$'\xff'`: bytes that are no UTF-8 text. */
  | { readonly kind: 'bytes'; readonly text: string };

/** What is written for a variable such as `$NAME` or `${NAME}`; left out, they stay as text and are noted. */
export type WriteVariable = (name: string) => string;

/** Reads every command of the text; blank lines and comments are skipped. */
export function readShellLines(text: string, writeVariable?: WriteVariable): ShellLine[] {
  const lines: ShellLine[] = [];
  const reader = new Reader(text, writeVariable);
  while (!reader.done) {
    const line = reader.command();
    if (line.words.length > 0 || line.problem !== undefined || line.notes.length > 0) lines.push(line);
  }
  return lines;
}

const SINGLE = /[^']*/y;
/** Characters without a special meaning outside quotes. */
const PLAIN = /[^ \t\r\n\\'"$`|;&<>]+/y;
const PLAIN_QUOTED = /[^"\\$`]+/y;
const NAME = /\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])/y;
const OPERATOR = /\|[|&]?|;;?|&&|&>>?|&|<<<|<<-?|<[&>]?|>>|>[&|]?/y;

class Unclosed extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #counted = 0;
  #words: string[] = [];
  #notes: ShellNote[] = [];
  /** The parts of the current word; undefined between words. */
  #pieces: string[] | undefined;

  readonly #writeVariable: WriteVariable | undefined;
  constructor(text: string, writeVariable: WriteVariable | undefined) {
    this.#text = text;
    this.#writeVariable = writeVariable;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads to the end of the line, or further where a quote or a backslash continues it. */
  command(): ShellLine {
    this.#words = [];
    this.#notes = [];
    const line = this.#lineNumber();
    try {
      while (!this.done && this.#step());
      this.#endWord();
      return { words: this.#words, line, notes: this.#notes };
    } catch (error) {
      if (!(error instanceof Unclosed)) throw error;
      this.#pieces = undefined;
      this.#at = this.#text.length;
      return { words: this.#words, line, notes: this.#notes, problem: error.message };
    }
  }

  /** Counts line ends since the last call, so that the total time stays linear. */
  #lineNumber(): number {
    for (; this.#counted < this.#at; this.#counted++) if (this.#text[this.#counted] === '\n') this.#line++;
    return this.#line;
  }

  /** Returns false at the end of the command. */
  #step(): boolean {
    const character = this.#text[this.#at] ?? '';
    switch (character) {
      case ' ':
      case '\t':
      case '\r':
        this.#at++;
        this.#endWord();
        return true;
      case '\n':
        this.#at++;
        return false;
      case '\\':
        return this.#backslash();
      case '|':
      case ';':
      case '&':
      case '<':
      case '>':
        this.#operator();
        return false;
      case '#':
        if (this.#pieces !== undefined) return this.#plain();
        this.#skipTo('\n');
        return true;
      default:
        return this.#quoteOrPlain(character);
    }
  }

  #quoteOrPlain(character: string): boolean {
    if (character === "'") this.#add(this.#singleQuoted());
    else if (character === '"') this.#doubleQuoted();
    else if (character === '$') this.#dollar(false);
    else if (character === '`') this.#add(this.#substitution(this.#backquoted()));
    else return this.#plain();
    return true;
  }

  #plain(): boolean {
    this.#add(this.#match(PLAIN) || (this.#text[this.#at++] ?? ''));
    return true;
  }

  #add(piece: string): void {
    (this.#pieces ??= []).push(piece);
  }

  #endWord(): void {
    if (this.#pieces === undefined) return;
    this.#words.push(this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join(''));
    this.#pieces = undefined;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #skipTo(mark: string): void {
    const end = this.#text.indexOf(mark, this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  /** A backslash before a line end continues the line; one at the end of the text is dropped. */
  #backslash(): boolean {
    const end = this.#text.startsWith('\r\n', this.#at + 1) ? 2 : 1;
    const next = this.#text.slice(this.#at + 1, this.#at + 1 + end);
    this.#at += 1 + next.length;
    if (next !== '\n' && next !== '\r\n' && next !== '') this.#add(next);
    return true;
  }

  #singleQuoted(): string {
    this.#at++;
    const content = this.#match(SINGLE);
    if (this.done) throw new Unclosed("a single quote (') is not closed");
    this.#at++;
    return content;
  }

  #doubleQuoted(): void {
    this.#at++;
    this.#add('');
    while (!this.done) {
      const character = this.#text[this.#at] ?? '';
      if (character === '"') {
        this.#at++;
        return;
      }
      if (character === '\\') this.#quotedBackslash();
      else if (character === '$') this.#dollar(true);
      else if (character === '`') this.#add(this.#substitution(this.#backquoted()));
      else this.#add(this.#match(PLAIN_QUOTED));
    }
    throw new Unclosed('a double quote (") is not closed');
  }

  #quotedBackslash(): void {
    const next = this.#text[this.#at + 1] ?? '';
    const lineEnd = /\r?\n/y;
    lineEnd.lastIndex = this.#at + 1;
    const continued = lineEnd.exec(this.#text)?.[0];
    if (continued !== undefined) this.#at += 1 + continued.length;
    else {
      this.#add('"\\$`'.includes(next) ? next : `\\${next}`);
      this.#at += 2;
    }
  }

  #dollar(quoted: boolean): void {
    const next = this.#text[this.#at + 1];
    if (next === "'" && !quoted) return this.#ansi();
    if (next === '"' && !quoted) {
      this.#at++;
      return this.#doubleQuoted();
    }
    if (next === '(' || next === '{') return this.#add(this.#substitution(this.#bracketed()));
    const name = this.#match(NAME);
    if (name === '') {
      this.#at++;
      return this.#add('$');
    }
    this.#add(this.#substitution(name));
  }

  #ansi(): void {
    const quoted = readAnsiQuoted(this.#text, this.#at + 2);
    if (quoted === undefined) throw new Unclosed("a quote ($') is not closed");
    this.#at = quoted.end;
    this.#add(quoted.text);
    if (!quoted.isText) this.#notes.push({ kind: 'bytes', text: "$'...'" });
  }

  #substitution(text: string): string {
    const name = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(text)?.[1];
    if (name !== undefined && this.#writeVariable !== undefined) return this.#writeVariable(name);
    this.#notes.push({ kind: 'expansion', text });
    return text;
  }

  #backquoted(): string {
    const start = this.#at++;
    while (!this.done && this.#text[this.#at] !== '`') this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    if (this.done) throw new Unclosed('a backquote (`) is not closed');
    this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** Reads `$(…)` and `${…}` with nested ones; brackets inside quotes do not count. */
  #bracketed(): string {
    const start = this.#at++;
    const open: string[] = [];
    while (!this.done) {
      const character = this.#text[this.#at++] ?? '';
      if (character === '\\') this.#at++;
      else if (character === "'" && open.at(-1) !== '"') this.#skipPast("'");
      else if (character === '"' && open.at(-1) === '"') open.pop();
      else if (character === '"') open.push('"');
      else if (character === '(' && open.at(-1) !== '"') open.push(')');
      else if (character === '{' && open.at(-1) !== '"') open.push('}');
      else if (character === '$' && '({'.includes(this.#text[this.#at] ?? ' '))
        open.push(this.#text[this.#at++] === '(' ? ')' : '}');
      else if (character === open.at(-1)) open.pop();
      if (open.length === 0) return this.#text.slice(start, this.#at);
    }
    throw new Unclosed('a `$(` or `${` is not closed');
  }

  #skipPast(mark: string): void {
    this.#skipTo(mark);
    this.#at++;
  }

  /** The rest of the line is read as words, because its quotes may span lines, and dropped. */
  #operator(): void {
    const joined = this.#pieces?.join('') ?? '';
    const operator = this.#match(OPERATOR);
    // `2>` redirects descriptor 2, so the digits are not a word.
    if (/^[<>]/.test(operator) && /^\d+$/.test(joined)) this.#pieces = undefined;
    this.#endWord();
    const { length: words } = this.#words;
    const { length: notes } = this.#notes;
    this.#skipRest();
    const delimiter = /^<<-?$/.test(operator) ? this.#words[words] : undefined;
    this.#words.length = words;
    this.#notes.length = notes;
    this.#notes.push({ kind: 'operator', text: operator });
    if (delimiter !== undefined) this.#skipHereDocument(delimiter, operator === '<<-');
  }

  #skipRest(): void {
    while (!this.done && this.#text[this.#at] !== '\n') {
      if (this.#match(OPERATOR) === '') this.#step();
      else this.#endWord();
    }
    this.#endWord();
    this.#at++;
  }

  #skipHereDocument(delimiter: string, indented: boolean): void {
    while (!this.done) {
      const start = this.#at;
      this.#skipTo('\n');
      const line = this.#text.slice(start, this.#at).replace(/\r$/, '');
      this.#at++;
      if ((indented ? line.replace(/^\t+/, '') : line) === delimiter) return;
    }
  }
}
