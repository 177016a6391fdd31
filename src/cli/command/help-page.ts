import type { ProcessContext } from '../process/process-context.js';

const MAX_WIDTH = 100;
const MIN_WIDTH = 40;
/** Below this width descriptions stand under their flags instead of beside them. */
const MIN_TABLE_WIDTH = 60;
const INDENT = '  ';
const DEEP_INDENT = ' '.repeat(6);
const MAX_COLUMN = 36;
/** The widest first column that leaves enough room beside it in a narrow window. */
const MAX_SHORT_COLUMN = 14;

/** The width of a help text: `COLUMNS` or that of the terminal, within limits; a file gets the largest. */
export function helpWidth(context: ProcessContext, name: 'stdout' | 'stderr'): number {
  const set = Number(context.env['COLUMNS'] ?? '');
  const output = context[name];
  const width = Number.isInteger(set) && set > 0 ? set : output.isTerminal ? output.columns : MAX_WIDTH;
  return Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width));
}

/** Marks blanks at which a line is broken only when there is no other way. */
export function keepTogether(text: string): string {
  return text.replaceAll(' ', FIRM_BLANK);
}

const FIRM_BLANK = '\u00a0';

/** A help text whose lines are broken at a width. */
export class HelpPage {
  readonly #width: number;
  readonly #lines: string[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  get text(): string {
    return `${this.#lines.join('\n').replaceAll(FIRM_BLANK, ' ')}\n`;
  }

  usage(call: string): void {
    this.#lines.push(...fill(call.split(' '), 'Usage: ', DEEP_INDENT, this.#width));
  }

  paragraph(text: string): void {
    this.#lines.push('', ...fill(text.split(' '), '', '', this.#width));
  }

  /** The second column begins at the same place in all rows; a first column that reaches it has lines of its own. */
  table(title: string, rows: readonly (readonly [left: string, right: string])[]): void {
    if (rows.length === 0) return;
    const column = this.#column(Math.max(...rows.map(([left]) => left.length)));
    this.#lines.push('', `${title}:`, ...rows.flatMap(([left, right]) => this.#row(left, right, column)));
  }

  /** An example that is too long continues as a shell expects it, so that it can be copied. */
  examples(examples: readonly string[]): void {
    if (examples.length === 0) return;
    this.#lines.push('', 'Examples:');
    for (const example of examples) {
      const words = example.match(SHELL_WORD) ?? [];
      const isShort = INDENT.length + example.length <= this.#width;
      const lines = fill(words, INDENT, DEEP_INDENT, isShort ? this.#width : this.#width - 2);
      this.#lines.push(...lines.map((line, i) => (i + 1 < lines.length ? `${line} \\` : line)));
    }
  }

  #column(widest: number): number {
    const whole = INDENT.length + widest + 2;
    if (this.#width < MIN_TABLE_WIDTH) return whole <= MAX_SHORT_COLUMN ? whole : DEEP_INDENT.length;
    return Math.min(whole, MAX_COLUMN, Math.floor(this.#width * 0.35) + DEEP_INDENT.length);
  }

  #row(left: string, right: string, column: number): string[] {
    const start = `${INDENT}${left}`;
    const indent = ' '.repeat(column);
    const words = breakFirmBlanks(right, this.#width - column);
    if (start.length + 2 <= column) return fill(words, start.padEnd(column), indent, this.#width);
    const isBelow = column === DEEP_INDENT.length;
    const shown = isBelow ? `${INDENT}${left.trimStart()}` : start;
    return [...this.#breakLeft(shown), ...fill(words, indent, indent, this.#width)];
  }

  /** The choices of a value continue below the first one: `--output <console|json|`. */
  #breakLeft(start: string): string[] {
    if (start.length <= this.#width) return [start];
    const at = start.indexOf('<') + 1;
    const choices = start.slice(at).split(/(?<=\|)/);
    return fill(choices, start.slice(0, at), ' '.repeat(at), this.#width, '');
  }
}

const SHELL_WORD = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

function breakFirmBlanks(text: string, width: number): string[] {
  return text.split(' ').flatMap((word) => (word.length > width ? word.split(FIRM_BLANK) : [word]));
}

/** Fills lines with words; a word that is longer than a line stays whole. */
function fill(words: readonly string[], first: string, others: string, width: number, blank = ' '): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of words) {
    if (!empty && line.length + blank.length + word.length > width) {
      lines.push(line);
      line = others;
      empty = true;
    }
    line += empty ? word : `${blank}${word}`;
    empty = false;
  }
  return [...lines, line];
}
