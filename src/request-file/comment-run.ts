import { trimBlanks, trimEnd } from './characters.js';

/** Comment lines with the run that ends at the latest one, which the next item may claim. */
export class CommentRun {
  readonly lines: string[];
  #start = 0;
  #last = -1;

  constructor(lines: string[]) {
    this.lines = lines;
  }

  add(comment: string, line: number): void {
    if (this.#last !== line - 1) this.#start = this.lines.length;
    this.lines.push(comment);
    this.#last = line;
  }

  /** The comments directly above `line`, taken out of the list. */
  take(line: number): string[] | undefined {
    if (this.#last !== line - 1 || this.#start === this.lines.length) return undefined;
    this.#last = -1;
    return this.lines.splice(this.#start);
  }
}

/** A comment without its indentation, unless that keeps it from being a separator. */
export function commentText(line: string): string {
  const text = trimBlanks(line);
  return text.startsWith('###') ? line.slice(0, trimEnd(line, 0, line.length)) : text;
}
