import type { RequestLayout, Section, WrittenBlock, WrittenDirective } from './model.js';

/** Reads directives and blocks, as written, from a range of the source. */
export type LayoutReader = (start: number, end: number) => RequestLayout;

/**
 * The layout of a parsed request, kept as the range it was read from and read again when somebody
 * asks: only the printer does, and keeping it all would make every parsed file a third larger.
 */
export class SourceLayout implements RequestLayout {
  readonly sections: readonly Section[];
  // Not `#` fields: one object is made for every request, and those are slow to set up.
  private readonly read: LayoutReader;
  private readonly start: number;
  private readonly end: number;
  private known: RequestLayout | undefined;

  constructor(read: LayoutReader, start: number, end: number, sections: readonly Section[]) {
    this.sections = sections;
    this.read = read;
    this.start = start;
    this.end = end;
    this.known = undefined;
  }

  get directives(): readonly WrittenDirective[] {
    return this.asWritten().directives;
  }

  get blocks(): readonly WrittenBlock[] {
    return this.asWritten().blocks;
  }

  private asWritten(): RequestLayout {
    this.known ??= this.read(this.start, this.end);
    return this.known;
  }
}
