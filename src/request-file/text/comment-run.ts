import { EMPTY_LIST, appendItem } from './lists.js';
import { trimBlanks, trimEnd } from './characters.js';

/** Comment lines. The run of lines at the end may be taken by the item below it. */
export class CommentRun {
  lines: readonly string[] = EMPTY_LIST;
  private start = 0;
  private last = -1;

  add(comment: string, line: number): void {
    if (this.last !== line - 1) this.start = this.lines.length;
    this.lines = appendItem(this.lines, comment);
    this.last = line;
  }

  /** Removes and returns the comments directly above `line`. */
  take(line: number): readonly string[] | undefined {
    if (this.last !== line - 1 || this.start === this.lines.length) return undefined;
    this.last = -1;
    const taken = this.lines.slice(this.start);
    (this.lines as string[]).length = this.start;
    return taken;
  }
}

/** Removes the indentation of a comment, except where it would become a separator without it. */
export function commentText(line: string): string {
  const text = trimBlanks(line);
  return text.startsWith('###') ? line.slice(0, trimEnd(line, 0, line.length)) : text;
}
