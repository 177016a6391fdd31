/** A text as lines. */
import { GrowingList } from './growing-list.js';
import type { Finder } from './query.js';
import { TextMatches } from './matches.js';
import type { BodyForm, FindResult, LineRow } from './rows.js';

/** Longer lines are split, because the browser lays out whole lines. */
const MAX_LINE_LENGTH = 2000;

export class LineForm implements BodyForm {
  readonly #text: string;
  /** Where rows start. */
  readonly #starts = new GrowingList();
  /** The number of the line that starts in a row; 0 for a further part of a long line. */
  readonly #numbers = new GrowingList();
  readonly #matches = new TextMatches();

  constructor(text: string) {
    this.#text = text;
    this.#cut();
  }

  get rowCount(): number {
    return this.#starts.length;
  }

  rows(from: number, to: number): readonly LineRow[] {
    const rows: LineRow[] = [];
    for (let row = from; row < Math.min(to, this.rowCount); row++) rows.push(this.#row(row));
    return rows;
  }

  find(finder: Finder | undefined, fromRow: number): FindResult {
    return this.#matches.collect(finder, () => this.#text, this.#starts.at(fromRow));
  }

  visit(match: number): number {
    this.#matches.visited = match;
    return this.#starts.countUpTo(this.#matches.startOf(match)) - 1;
  }

  #row(row: number): LineRow {
    const start = this.#starts.at(row);
    const end = row + 1 < this.rowCount ? this.#starts.at(row + 1) : this.#text.length;
    const text = this.#text.slice(start, end).replace(/[\r\n]+$/, '');
    return {
      form: 'line',
      number: this.#numbers.at(row),
      text,
      marks: this.#matches.within(start, start + text.length),
    };
  }

  #cut(): void {
    const text = this.#text;
    let number = 1;
    let start = 0;
    for (;;) {
      const end = lineEnd(text, start);
      this.#starts.push(start);
      this.#numbers.push(number++);
      for (let part = partEnd(text, start); part < end; part = partEnd(text, part)) {
        this.#starts.push(part);
        this.#numbers.push(0);
      }
      if (end >= text.length) return;
      start = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    }
  }
}

/** Never between the two halves of a character. */
function partEnd(text: string, start: number): number {
  const end = start + MAX_LINE_LENGTH;
  const code = text.charCodeAt(end);
  return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end;
}

function lineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return text.length;
}
