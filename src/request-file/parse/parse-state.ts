/** What the parts of the parser share while they read one file. */
import { skipBlanks, trimEnd } from '../text/characters.js';
import { CommentRun } from '../text/comment-run.js';
import {
  diagnose,
  type Diagnostic,
  type DiagnosticCode,
  type MessageValues,
  type Span,
} from '../model/diagnostic.js';
import type { ExpressionCheckers } from '../expressions/expression-checkers.js';
import { functionShape } from '../text/function-names.js';
import { headerName, type HeaderName } from '../text/header-name.js';
import { NOTHING, added } from '../text/lists.js';
import { LineReader } from '../text/line-reader.js';
import type { FileVariable, Request } from '../model/model.js';
import type { LayoutReader } from '../model/source-layout.js';
import { classifyPlaceholder, openingAt } from '../text/template.js';

/** A `{{name.…}}` of a request, kept for the checks that need all names. */
export interface Reference extends Span {
  readonly inner: string;
}

/** Positions the model does not carry but the structural checks point at; kept only where there are any. */
export interface RequestSites {
  /** Of the value of `@name`. */
  readonly name: Span | undefined;
  readonly depends: readonly Span[];
  readonly references: readonly Reference[];
}

export class ParseState {
  readonly reader: LineReader;
  readonly text: string;
  readonly expressions: ExpressionCheckers | undefined;
  /** How layouts are read later; without it they are kept now. */
  readonly layoutReader: LayoutReader | undefined;
  readonly diagnostics: Diagnostic[] = [];
  readonly variables: FileVariable[] = [];
  /** Where each name was defined last. */
  readonly variableNames = new Map<string, Span>();
  readonly requests: Request[] = [];
  /** Where each request's separator line ends; 1 without one. */
  readonly separatorEnds: number[] = [];
  /** Titles asked about so far: do several requests answer to them? */
  readonly ambiguousNames = new Map<string, boolean>();
  /** By index of the request. */
  readonly sites = new Map<number, RequestSites>();
  readonly fileComments = new CommentRun();
  /** False from the first separator, directive or request line on. */
  beforeFirst = true;
  references: readonly Reference[] = NOTHING;
  /** Behind the last foreign construct that was read. */
  foreignEnd = 0;
  readonly #headerNames = new Map<string, HeaderName>();
  #openFrom = 0;
  #open = -1;

  constructor(text: string, expressions?: ExpressionCheckers, layoutReader?: LayoutReader) {
    this.text = text;
    this.reader = new LineReader(text);
    this.expressions = expressions;
    this.layoutReader = layoutReader;
  }

  /** Names repeat all over a file: each is judged once, and its text kept once. */
  headerName(key: string): HeaderName {
    const known = this.#headerNames.get(key);
    if (known) return known;
    const name = headerName(key);
    if (this.#headerNames.size < 500) this.#headerNames.set(key, name);
    return name;
  }

  /** Reports the range of the current line between two offsets. */
  report(code: DiagnosticCode, start: number, end: number, values?: MessageValues, variant?: number): void {
    this.diagnostics.push(diagnose(code, this.span(start, end), values, variant));
  }

  /** Reports the current line from its first to its last non-blank character. */
  reportLine(code: DiagnosticCode, values?: MessageValues): void {
    this.diagnostics.push(diagnose(code, this.lineSpan(), values));
  }

  reportAt(code: DiagnosticCode, span: Span, values?: MessageValues, variant?: number): void {
    this.diagnostics.push(diagnose(code, span, values, variant));
  }

  /** `###`, `>>>` and `<<<` count only in column 1. */
  reportIndented(first: number): void {
    if (first === this.reader.start) return;
    const mark = this.text.slice(first, first + 3);
    if (mark === '###' || mark === '>>>' || mark === '<<<')
      this.report('indented_delimiter', first, first + 3, { text: mark });
  }

  span(start: number, end: number): Span {
    const { line, start: origin } = this.reader;
    return { line, column: start - origin + 1, endColumn: end - origin + 1 };
  }

  lineSpan(): Span {
    const { start, end } = this.reader;
    const first = skipBlanks(this.text, start, end);
    return this.span(first, trimEnd(this.text, first, end));
  }

  /** Current line, blanks at both ends dropped. */
  lineText(): string {
    const { start, end } = this.reader;
    const first = skipBlanks(this.text, start, end);
    return this.text.slice(first, trimEnd(this.text, first, end));
  }

  /**
   * Looks at the placeholders between two offsets of the current line. Called in the order of the
   * text, so the search for the next opening moves forward only.
   */
  notePlaceholders(start: number, end: number): void {
    if (this.nextOpening(start) < end) this.#notePlaceholders(start, end);
  }

  hasOpening(start: number, end: number): boolean {
    return this.nextOpening(start) < end;
  }

  nextOpening(start: number): number {
    if (start >= this.#openFrom && start <= this.#open) return this.#open;
    const at = this.text.indexOf('{{', start);
    this.#openFrom = start;
    this.#open = at < 0 ? this.text.length : at;
    return this.#open;
  }

  #notePlaceholders(start: number, end: number): void {
    let at = this.text.indexOf('{{', start);
    while (at >= 0 && at < end) {
      const opening = openingAt(this.text, at, end);
      if (opening.state === 'closed') this.#notePlaceholder(opening.start, opening.end);
      else if (opening.state === 'unclosed') this.report('bad_placeholder', opening.start, opening.end);
      else if (opening.state === 'empty') this.report('bad_placeholder', opening.start, opening.end, {}, 1);
      at = this.text.indexOf('{{', opening.end);
    }
  }

  #notePlaceholder(start: number, end: number): void {
    const first = skipBlanks(this.text, start + 2, end - 2);
    const inner = this.text.slice(first, trimEnd(this.text, first, end - 2));
    const found = classifyPlaceholder(inner);
    if (found.kind === 'function') {
      this.#noteFunction(found.name, found.args.length, found.known, start, end);
      if (inner.includes('{{')) this.#notePlaceholders(first, end - 2);
    } else if (found.kind === 'variable' && inner.includes('.')) {
      this.references = added(this.references, { inner, ...this.span(start, end) });
    }
  }

  #noteFunction(name: string, found: number, known: boolean, start: number, end: number): void {
    const shape = functionShape(name);
    if (!known || !shape) return this.report('unknown_function', start, end, { name });
    if (found >= shape.least && found <= shape.most && found !== shape.not) return;
    this.report(
      'unknown_function',
      start,
      end,
      { name, found, count: argumentCount(shape.least, shape.most, shape.not) },
      1,
    );
  }
}

function argumentCount(least: number, most: number, not: number | undefined): string {
  if (most === 0) return 'no argument';
  const numbers =
    not === undefined ? (least === most ? `${least}` : `${least} to ${most}`) : `${least} or ${most}`;
  return `${numbers} ${most === 1 ? 'argument' : 'arguments'}`;
}
