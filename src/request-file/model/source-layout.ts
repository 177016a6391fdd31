import type { RequestLayout, Section, WrittenBlock, WrittenDirective } from './model.js';

/** Parses the directives and blocks of a range of the source, as written. */
export type LayoutReader = (start: number, end: number) => RequestLayout;

/**
 * The layout of a parsed request, stored as its range of the source and parsed again on demand. Only the printer needs
 * it, and storing it would make every parsed file a third larger.
 */
export class SourceLayout implements RequestLayout {
  readonly sections: readonly Section[];
  private readonly read: LayoutReader;
  private readonly start: number;
  private readonly end: number;
  private cached: RequestLayout | undefined;

  constructor(read: LayoutReader, start: number, end: number, sections: readonly Section[]) {
    this.sections = sections;
    this.read = read;
    this.start = start;
    this.end = end;
    this.cached = undefined;
  }

  get directives(): readonly WrittenDirective[] {
    return this.asWritten().directives;
  }

  get blocks(): readonly WrittenBlock[] {
    return this.asWritten().blocks;
  }

  private asWritten(): RequestLayout {
    this.cached ??= this.read(this.start, this.end);
    return this.cached;
  }
}
