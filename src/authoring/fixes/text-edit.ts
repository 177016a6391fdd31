/** Changes of a text, by lines and columns. */

/** The span is replaced; lines and columns count from 1, ends are exclusive. */
export interface TextEdit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

/** A text cut into lines, which keeps their ends. A byte order mark is before the first column, as in findings. */
export class TextLines {
  readonly text: string;
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
    const ends: number[] = [];
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
      ends.push(index);
      starts.push(index + end.length);
    }
    ends.push(text.length);
    this.#starts = starts;
    this.#ends = ends;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** The line end of the text, for lines that are added. */
  get lineEnd(): string {
    return this.#starts.length < 2 ? '\n' : this.text.slice(this.#ends[0], this.#starts[1]);
  }

  /** Without its end; empty beyond the last line. */
  line(number: number): string {
    return this.text.slice(this.#starts[number - 1] ?? this.text.length, this.#ends[number - 1]);
  }

  offset(line: number, column: number): number {
    const start = this.#starts[line - 1] ?? this.text.length;
    return Math.min(start + column - 1, this.#ends[line - 1] ?? this.text.length);
  }

  /** The line that an offset is on. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** The edit that adds a line before another one, or at the end. */
  insertBefore(line: number, text: string): TextEdit {
    if (line <= this.count) return insertion(line, 1, `${text}${this.lineEnd}`);
    const last = this.line(this.count);
    return insertion(this.count, last.length + 1, last === '' ? text : `${this.lineEnd}${text}`);
  }

  removeLine(line: number): TextEdit {
    if (line < this.count) return { line, column: 1, endLine: line + 1, endColumn: 1, text: '' };
    const endColumn = this.line(line).length + 1;
    if (line === 1) return { line, column: 1, endLine: line, endColumn, text: '' };
    // The last line takes the line end before it along.
    return { line: line - 1, column: this.line(line - 1).length + 1, endLine: line, endColumn, text: '' };
  }
}

export function insertion(line: number, column: number, text: string): TextEdit {
  return { line, column, endLine: line, endColumn: column, text };
}

export function replacement(line: number, column: number, endColumn: number, text: string): TextEdit {
  return { line, column, endLine: line, endColumn, text };
}

export interface MovedPlace {
  readonly line: number;
  readonly isKept: boolean;
}

export interface EditedText {
  readonly lines: TextLines;
  /** Where an offset of the text before is now; of a character that was replaced, where that was. */
  readonly moved: (offset: number) => MovedPlace;
}

/** Edits must not overlap; their order does not matter. */
export function applyEdits(lines: TextLines, edits: readonly TextEdit[]): EditedText {
  const placed = edits
    .map((edit, index) => ({
      start: lines.offset(edit.line, edit.column),
      end: lines.offset(edit.endLine, edit.endColumn),
      text: edit.text,
      index,
    }))
    .toSorted((a, b) => a.start - b.start || a.index - b.index);
  const parts: string[] = [];
  /** Where each piece that stays begins, before and after. */
  const kept: { readonly from: number; readonly to: number; readonly now: number }[] = [];
  let from = 0;
  let length = 0;
  for (const { start, end, text } of placed) {
    parts.push(lines.text.slice(from, start), text);
    kept.push({ from, to: start, now: length });
    length += Math.max(0, start - from) + text.length;
    from = Math.max(from, end);
  }
  parts.push(lines.text.slice(from));
  kept.push({ from, to: Number.POSITIVE_INFINITY, now: length });
  const edited = new TextLines(parts.join(''));
  const moved = (offset: number): MovedPlace => {
    let low = 0;
    let high = kept.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((kept[middle]?.from ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const { from: first, to, now } = kept[low] ?? { from: 0, to: 0, now: 0 };
    const isKept = offset >= first && offset < to;
    return { line: edited.lineAt(now + Math.min(Math.max(0, offset - first), to - first)), isKept };
  };
  return { lines: edited, moved };
}
