import type { Styler } from './style.js';
import { cutToWidth, textWidth } from './text-width.js';

/**
 * One line at the bottom of a terminal that is drawn again and again. The cursor waits at its start, so that the line
 * can also be erased after a narrower window has broken it into several.
 */
export class LastLine {
  readonly #columns: () => number;
  readonly #style: Styler;
  /** The width of the drawn line in columns; 0 when there is none. */
  #drawn = 0;

  /** `columns` returns the width of the terminal, which may change at any time. */
  constructor(columns: () => number, style: Styler) {
    this.#columns = columns;
    this.#style = style;
  }

  get isDrawn(): boolean {
    return this.#drawn > 0;
  }

  /** How many columns a line may have: the last one stays free, because some terminals break the line after it. */
  get maxWidth(): number {
    return Math.max(1, this.#columns() - 1);
  }

  /** Returns the text that draws a line in the place of the last one. */
  draw(line: string): string {
    const shown = cutToWidth(line, this.maxWidth);
    const width = textWidth(shown);
    const erased = this.#isBroken ? this.erase() : '\r';
    const rest = ' '.repeat(Math.max(0, this.#drawn - width));
    this.#drawn = width;
    return `${erased}${this.#style('cyan', shown)}${rest}\r`;
  }

  /** Returns the text that erases the line; empty when there is none. */
  erase(): string {
    if (this.#drawn === 0) return '';
    // Every terminal supports spaces, but not every one supports erase sequences; one that changes its width does.
    const blank = this.#isBroken ? '\r\u001b[J' : `\r${' '.repeat(this.#drawn)}\r`;
    this.#drawn = 0;
    return blank;
  }

  /** Whether the terminal has become narrower than the line. */
  get #isBroken(): boolean {
    return this.#drawn > this.maxWidth;
  }
}
