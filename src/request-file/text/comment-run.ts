import { NOTHING, added } from './lists.js';
import { trimBlanks, trimEnd } from './characters.js';

/** Comment lines with the run that ends at the latest one, which the next item may claim. */
export class CommentRun {
  lines: readonly string[] = NOTHING;
  // Not `#` fields: very many of these objects are made, and those are slow to set up.
  private start = 0;
  private last = -1;

  add(comment: string, line: number): void {
    if (this.last !== line - 1) this.start = this.lines.length;
    this.lines = added(this.lines, comment);
    this.last = line;
  }

  /** The comments directly above `line`, taken out of the list. */
  take(line: number): readonly string[] | undefined {
    if (this.last !== line - 1 || this.start === this.lines.length) return undefined;
    this.last = -1;
    const taken = this.lines.slice(this.start);
    (this.lines as string[]).length = this.start;
    return taken;
  }
}

/** A comment without its indentation, unless that keeps it from being a separator. */
export function commentText(line: string): string {
  const text = trimBlanks(line);
  return text.startsWith('###') ? line.slice(0, trimEnd(line, 0, line.length)) : text;
}
