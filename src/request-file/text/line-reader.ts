/**
 * Walks the lines of a text without cutting it: LF, CRLF and a lone CR end a line. Offsets of the
 * current line are plain fields, because every other part of the parser reads them all the time.
 */
export class LineReader {
  readonly text: string;
  /** Number of the current line, from 1. */
  line = 0;
  /** Offset of its first character. */
  start = 0;
  /** Offset behind its last character, line end excluded. */
  end = 0;
  done = false;
  #next = 0;
  #lf = -1;
  #cr = -1;

  constructor(text: string) {
    this.text = text;
    this.advance();
  }

  advance(): void {
    const { text } = this;
    const start = this.#next;
    this.start = start;
    if (start >= text.length) {
      this.end = start;
      this.done = true;
      return;
    }
    this.line++;
    // Both searches only ever move forward, so reading all lines costs one pass.
    if (this.#lf < start) this.#lf = find(text, '\n', start);
    if (this.#cr < start) this.#cr = find(text, '\r', start);
    if (this.#lf < this.#cr) {
      this.end = this.#lf;
      this.#next = this.#lf + 1;
    } else {
      this.end = this.#cr;
      this.#next = this.#lf === this.#cr + 1 ? this.#cr + 2 : this.#cr + 1;
    }
  }
}

function find(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}
