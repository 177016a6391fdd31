/** Parses the head of a request, the lines between its separator and its request line. */
import { isCommentStart } from '../text/characters.js';
import { CommentRun, commentText } from '../text/comment-run.js';
import type { Span } from '../model/diagnostic.js';
import { directiveAt, directiveFrom, isTemplateDirective, type DirectiveSite } from '../text/directives.js';
import { EMPTY_LIST, appendItem } from '../text/lists.js';
import type { FileVariable, Foreign, Section } from '../model/model.js';
import type { DirectiveLine } from './directive-line.js';
import type { ParseState } from './parse-state.js';
import { isBareDirective, readVariable } from './parse-variable.js';

export class Head {
  /** The offset where the head starts. */
  readonly start: number;
  /** The line of the separator; 0 without one. */
  readonly line: number;
  /** The column where the separator ends. */
  readonly endColumn: number;
  readonly title: string;
  directives: readonly DirectiveLine[] = EMPTY_LIST;
  comments: CommentRun | undefined;
  foreign: readonly Foreign[] = EMPTY_LIST;
  /** Starts and ends of the lines, for a section that turns out to have no request. */
  extents: readonly number[] = EMPTY_LIST;
  /** The start of a request that follows another one without a separator. */
  implicit: Span | undefined;

  constructor(start: number, line: number, endColumn: number, title: string) {
    this.start = start;
    this.line = line;
    this.endColumn = endColumn;
    this.title = title;
  }

  takeComments(line: number): readonly string[] | undefined {
    const taken = this.comments?.take(line);
    if (taken) (this.extents as number[]).length -= 2 * taken.length;
    return taken;
  }

  extend(start: number, end: number): void {
    this.extents = appendItem(this.extents, start);
    this.extents = appendItem(this.extents, end);
  }

  section(text: string): Section | undefined {
    if (this.line === 0 && this.extents.length === 0) return undefined;
    const lines: string[] = [];
    for (let i = 0; i < this.extents.length; i += 2) {
      const line = text.slice(this.extents[i], this.extents[i + 1]);
      lines.push(commentText(line.replaceAll(/\r\n?/g, '\n')));
    }
    return { title: this.line === 0 ? null : this.title, lines };
  }
}

/** Parses a directive, comment or variable: the current line starts with `#`, `//` or `@` at `first`. */
export function readMarkedLine(state: ParseState, head: Head, first: number, variablesAllowed = false): void {
  const { reader, text } = state;
  if (!isCommentStart(text, first)) return readAtSignLine(state, head, first, variablesAllowed);
  const site = directiveAt(text, first, reader.end);
  if (site) return addDirective(state, head, site, first);
  state.reportIndented(first);
  const comment = commentText(text.slice(reader.start, reader.end));
  if (state.beforeFirst) state.fileComments.add(comment, reader.line);
  else {
    head.comments ??= new CommentRun();
    head.comments.add(comment, reader.line);
    head.extend(reader.start, reader.end);
  }
}

function readAtSignLine(state: ParseState, head: Head, first: number, variablesAllowed: boolean): void {
  const { reader, text } = state;
  const site = isBareDirective(text, first, reader.end) ? directiveFrom(text, first, reader.end) : undefined;
  if (site) {
    state.report('bare_directive', first, site.nameStop, { name: text.slice(first + 1, site.nameStop) });
    return addDirective(state, head, site, first);
  }
  if (!variablesAllowed) return state.reportLine('malformed_header');
  const variable = readVariable(state, first);
  if (variable)
    addVariable(state, variable, head.takeComments(reader.line) ?? state.fileComments.take(reader.line));
}

export function addVariable(
  state: ParseState,
  variable: FileVariable,
  comments: readonly string[] | undefined,
): void {
  state.variables.push(comments ? { ...variable, comments } : variable);
}

function addDirective(state: ParseState, head: Head, site: DirectiveSite, first: number): void {
  const { text } = state;
  state.beforeFirst = false;
  const { line, start } = state.reader;
  const name = text.slice(site.at + 1, site.nameStop);
  if (state.hasOpening(site.valueStart, site.valueStop) && isTemplateDirective(name)) {
    state.notePlaceholders(site.valueStart, site.valueStop);
  }
  head.directives = appendItem(head.directives, {
    name,
    value: text.slice(site.valueStart, site.valueStop),
    line,
    column: first - start + 1,
    nameColumn: site.at - start + 1,
    valueColumn: site.valueStart - start + 1,
  });
  head.extend(first, site.valueStop);
}
