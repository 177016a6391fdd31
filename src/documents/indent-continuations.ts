/**
 * Texts in quotes and collections in brackets may go over several lines, whose blanks at the start mean nothing there.
 * YAML 1.2 still wants these lines deeper than what they belong to, YAML 1.1 readers do not. This adds the blanks.
 */
export interface IndentedText {
  readonly text: string;
  /** The numbers of the lines that were too far left, from 1. */
  readonly lines: readonly number[];
}

export function indentContinuations(text: string): IndentedText {
  return new Indenter(text).run();
}

const BLANK = 32;

class Indenter {
  readonly #lines: string[];
  readonly #changed: number[] = [];

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  run(): IndentedText {
    for (let at = 0; at < this.#lines.length; at++) {
      const line = this.#lines[at] ?? '';
      const { column, value } = valueStart(line);
      const first = line.charAt(value);
      if (first === '|' || first === '>') at = this.#afterBlockText(at, column);
      else if (first === '"' || first === "'" || first === '{' || first === '[')
        at = this.#afterValue(at, value, column + 1);
    }
    return { text: this.#lines.join('\n'), lines: this.#changed };
  }

  /** The last line of a text whose lines are all deeper than its key. */
  #afterBlockText(start: number, column: number): number {
    let last = start;
    while (last + 1 < this.#lines.length) {
      const next = this.#lines[last + 1] ?? '';
      if (next.trim() !== '' && indentOf(next) <= column) break;
      last++;
    }
    return last;
  }

  /** The line on which the value ends; the lines up to it get their indent. */
  #afterValue(start: number, from: number, indent: number): number {
    const scanner = new ValueScanner();
    let at = from;
    for (let index = start; index < this.#lines.length; index++, at = 0) {
      const line = this.#lines[index] ?? '';
      if (index > start && line.trim() !== '' && indentOf(line) < indent) {
        this.#lines[index] = ' '.repeat(indent - indentOf(line)) + line;
        this.#changed.push(index + 1);
      }
      if (scanner.endsOn(line, at)) return index;
    }
    return this.#lines.length;
  }
}

/** Reads a value in quotes or brackets line by line, until it is closed. */
class ValueScanner {
  #depth = 0;
  #quote = '';

  endsOn(line: string, from: number): boolean {
    for (let at = from; at < line.length; at++) {
      const character = line.charAt(at);
      if (this.#quote !== '') at = this.#inQuotes(line, at, character);
      else if (character === '"' || character === "'") this.#openQuote(line, at, character);
      else if (character === '{' || character === '[') this.#depth++;
      else if (character === '}' || character === ']') this.#depth--;
      else if (character === '#' && (at === 0 || line.charCodeAt(at - 1) <= BLANK)) return false;
      if (this.#depth <= 0 && this.#quote === '') return true;
    }
    return false;
  }

  /** Inside brackets, a quote in the middle of a word is an ordinary character. */
  #openQuote(line: string, at: number, character: string): void {
    const before = line.slice(0, at).trimEnd().at(-1) ?? ',';
    if (this.#depth === 0 || ',:{[?'.includes(before)) this.#quote = character;
  }

  #inQuotes(line: string, at: number, character: string): number {
    if (this.#quote === '"' && character === '\\') return at + 1;
    if (character !== this.#quote) return at;
    if (character === "'" && line.charAt(at + 1) === "'") return at + 1;
    this.#quote = '';
    return at;
  }
}

/** The column of the key or item that a line defines, and the offset of its value. */
function valueStart(line: string): { readonly column: number; readonly value: number } {
  let column = indentOf(line);
  while (line.charAt(column) === '-' && line.charCodeAt(column + 1) <= BLANK) {
    const next = skipBlanks(line, column + 1);
    if (next >= line.length) return { column, value: next };
    column = next;
  }
  const colon = keyEnd(line, column);
  if (colon < 0) return { column: column === 0 ? -1 : column - 1, value: column };
  let value = skipBlanks(line, colon + 1);
  // A tag or an anchor may stand before the value.
  while (line.charAt(value) === '!' || line.charAt(value) === '&') {
    while (value < line.length && line.charCodeAt(value) > BLANK) value++;
    value = skipBlanks(line, value);
  }
  return { column, value };
}

/** The offset of the colon after a key; negative if the line has none. */
function keyEnd(line: string, start: number): number {
  const quote = line.charAt(start);
  let from = start;
  if (quote === '"' || quote === "'") {
    const end = line.indexOf(quote, start + 1);
    if (end < 0) return -1;
    from = end;
  } else if (quote === '{' || quote === '[' || quote === '#') return -1;
  for (let colon = line.indexOf(':', from); colon >= 0; colon = line.indexOf(':', colon + 1))
    if (colon + 1 >= line.length || line.charCodeAt(colon + 1) <= BLANK) return colon;
  return -1;
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === BLANK) at++;
  return at;
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (at < line.length && line.charCodeAt(at) <= BLANK) at++;
  return at;
}
