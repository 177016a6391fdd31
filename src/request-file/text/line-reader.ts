/**
 * Iterates over the lines of a text without copying them. LF, CRLF and a lone CR end a line.
 */
export class LineReader {
  readonly text: string;
  /** The number of the current line, from 1. */
  line = 0;
  /** The offset of its first character. */
  start = 0;
  /** The offset after its last character, without the line end. */
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
    // Both searches only move forward, so reading all lines takes linear time.
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
