/** The state that the parts of the parser share for one file. */
import { skipBlanks, trimEnd, wordEnd } from '../text/characters.js';
import { CommentRun } from '../text/comment-run.js';
import {
  diagnose,
  type Diagnostic,
  type DiagnosticCode,
  type MessageValues,
  type Span,
} from '../model/diagnostic.js';
import type { ExpressionCheckers } from '../expressions/expression-checkers.js';
import { functionNames, functionShape, nearSamples, type FunctionShape } from '../text/function-names.js';
import { COMMON_HEADER_NAMES, headerName, type HeaderName } from '../text/header-name.js';
import { EMPTY_LIST, appendItem } from '../text/lists.js';
import { LineReader } from '../text/line-reader.js';
import type { FileImport, FileVariable, Request, RunLine } from '../model/model.js';
import type { TranslateScript } from '../scripts/translation.js';
import {
  addInOrder,
  MAX_NAME_SITES,
  type NameKind,
  type NameRole,
  type NameSite,
} from '../model/name-site.js';
import type { LayoutReader } from '../model/source-layout.js';
import { nearWord } from '../text/near-word.js';
import { classifyPlaceholder, openingAt, type Placeholder } from '../text/template.js';

/** A `{{name.…}}` of a request, stored for the checks that need all names. */
export interface Reference extends Span {
  readonly inner: string;
}

/** A `{{name}}` or `{{$NAME}}` that is replaced, with its place. */
export interface PlaceholderSite extends Span {
  /** `environment` for `{{$NAME}}`, which reads the dotenv file and the process only. */
  readonly kind: 'variable' | 'environment';
  readonly name: string;
  /** The index of the request that it belongs to, or that follows. */
  readonly request: number;
}

/** A hostile file has millions. */
const MAX_PLACEHOLDER_SITES = 20_000;

/** Positions for the structural checks that are not part of the model; stored only for requests that have any. */
export interface RequestSites {
  /** The span of the value of `@name`. */
  readonly name: Span | undefined;
  readonly depends: readonly Span[];
  readonly references: readonly Reference[];
}

const MAX_NEAR_NAMES = 100;

export class ParseState {
  readonly reader: LineReader;
  readonly text: string;
  readonly expressions: ExpressionCheckers | undefined;
  translate: TranslateScript | undefined;
  /** The texts of script files by the name that the file gives them; undefined for one that cannot be read. */
  scriptFiles: ReadonlyMap<string, string | undefined> | undefined;
  /** Parses layouts on demand; without it they are stored at once. */
  readonly layoutReader: LayoutReader | undefined;
  readonly diagnostics: Diagnostic[] = [];
  readonly variables: FileVariable[] = [];
  /** The place of the last definition of each variable. */
  readonly variableNames = new Map<string, Span>();
  readonly requests: Request[] = [];
  imports: readonly FileImport[] = EMPTY_LIST;
  runs: readonly RunLine[] = EMPTY_LIST;
  /** The column where the separator of each request ends; 1 without one. */
  readonly separatorEnds: number[] = [];
  /** Positions by index of the request. */
  readonly sites: (RequestSites | undefined)[] = [];
  /** Whether a request names another one, in `@depends` or in a placeholder. */
  namesRequests = false;
  readonly fileComments = new CommentRun();
  /** Whether no separator, directive or request line has come yet. */
  beforeFirst = true;
  references: readonly Reference[] = EMPTY_LIST;
  /** Collected for editors only. */
  placeholders: PlaceholderSite[] | undefined;
  /** Likewise. */
  names: NameSite[] | undefined;
  /** Directives without an effect, whose names and placeholders mean nothing. */
  readonly forgottenLines = new Set<number>();
  /** The offset after the last foreign construct. */
  foreignEnd = 0;
  #headerNames: Map<string, HeaderName> | undefined;
  #nearNames = 0;
  #openFrom = 0;
  #open = -1;
  #conditionFrom = 0;
  /** The offset of the next word that may begin a condition. */
  #condition = -1;
  #when = -1;
  #unless = -1;

  constructor(text: string, expressions?: ExpressionCheckers, layoutReader?: LayoutReader) {
    this.text = text;
    this.reader = new LineReader(text);
    this.expressions = expressions;
    this.layoutReader = layoutReader;
  }

  /** `@import` of another client, which belongs to the file wherever it stands. */
  addSharingImport(path: string, line: number): void {
    this.imports = appendItem(this.imports, { path, line, sharesVariables: true });
  }

  /** Classifies each name only once and stores its text once, because names repeat all over a file. */
  headerName(key: string): HeaderName {
    const cached = COMMON_HEADER_NAMES.get(key) ?? this.#headerNames?.get(key);
    if (cached) return cached;
    const name = headerName(key);
    this.#headerNames ??= new Map();
    if (this.#headerNames.size < 500) this.#headerNames.set(key, name);
    return name;
  }

  /** Finds what a word may be meant to be, for some words of a file only, since a hostile one has millions. */
  nearName(word: string, names: readonly string[]): string | undefined {
    if (this.#nearNames >= MAX_NEAR_NAMES) return undefined;
    this.#nearNames += 1;
    return nearWord(word, names) ?? (names === functionNames() ? nearSamples(word)[0] : undefined);
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

  /** Reports the word at an offset of the current line. */
  reportWord(code: DiagnosticCode, start: number, end: number): void {
    this.report(code, start, wordEnd(this.text, start, end));
  }

  /** Reports a text in which placeholders are not replaced, if it has any. */
  reportLiteral(start: number, end: number): void {
    if (this.hasOpening(start, end)) this.report('literal_placeholder', start, end);
  }

  /** Reports `###`, `>>>` and `<<<`, which have a meaning only in column 1. */
  reportIndented(first: number): void {
    if (first === this.reader.start) return;
    const mark = this.text.slice(first, first + 3);
    if (mark === '###' || mark === '>>>' || mark === '<<<')
      this.report('indented_delimiter', first, first + 3, { text: mark });
  }

  /** Notes a name of the current line between two offsets, for editors. */
  noteName(kind: NameKind, role: NameRole, start: number, end: number): void {
    if (this.names === undefined) return;
    const { line, start: origin } = this.reader;
    this.addName(kind, role, this.text.slice(start, end), line, start - origin + 1);
  }

  /** The parts of a site are handed over one by one, because files have so many that objects on the way take long. */
  addName(kind: NameKind, role: NameRole, name: string, line: number, column: number, file?: string): void {
    const { names } = this;
    if (names === undefined || name === '' || names.length >= MAX_NAME_SITES) return;
    const request = this.requests.length;
    const endColumn = column + name.length;
    addInOrder(
      names,
      file === undefined
        ? { kind, role, name, line, column, endColumn, request }
        : { kind, role, name, line, column, endColumn, request, file },
    );
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

  /**
   * Checks the placeholders between two offsets of the current line. Calls come in the order of the text, so the search
   * for the next opening only moves forward.
   */
  notePlaceholders(start: number, end: number): void {
    if (this.hasOpening(start, end)) this.#notePlaceholders(start, end);
  }

  hasOpening(start: number, end: number): boolean {
    if (start < this.#openFrom || start > this.#open) {
      const at = this.text.indexOf('{{', start);
      this.#openFrom = start;
      this.#open = at < 0 ? this.text.length : at;
    }
    return this.#open < end;
  }

  /** Whether a condition may stand between two offsets; few lines have one, so this is asked first. */
  mayHoldCondition(start: number, end: number): boolean {
    if (start < this.#conditionFrom || start > this.#condition) {
      if (start < this.#conditionFrom || start > this.#when) this.#when = this.#find('when', start);
      if (start < this.#conditionFrom || start > this.#unless) this.#unless = this.#find('unless', start);
      this.#conditionFrom = start;
      this.#condition = Math.min(this.#when, this.#unless);
    }
    return this.#condition < end;
  }

  #find(word: string, start: number): number {
    const at = this.text.indexOf(word, start);
    return at < 0 ? this.text.length : at;
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
    if (this.names !== undefined) this.#noteInner(found, inner, first);
    if (found.kind === 'function') {
      this.#noteFunction(found.name, found.args.length, found.isKnown, start, end);
      if (inner.includes('{{')) this.#notePlaceholders(first, end - 2);
      return;
    }
    if (this.placeholders !== undefined && this.placeholders.length < MAX_PLACEHOLDER_SITES) {
      const { kind, name } = found;
      const { line, start: origin } = this.reader;
      const column = start - origin + 1;
      const endColumn = end - origin + 1;
      this.placeholders.push({ kind, name, request: this.requests.length, line, column, endColumn });
    }
    if (found.kind === 'variable' && inner.includes('.')) {
      this.references = appendItem(this.references, { inner, ...this.span(start, end) });
    }
  }

  /** The name of a placeholder, whose text starts at an offset. */
  #noteInner(found: Placeholder, inner: string, start: number): void {
    const { name } = found;
    const at = start + (inner.startsWith('$') && found.kind !== 'variable' ? 1 : 0);
    if (this.text.startsWith(name, at)) {
      const kind = found.kind === 'variable' ? 'placeholder' : found.kind;
      const { line, start: origin } = this.reader;
      this.addName(kind, 'reference', name, line, at - origin + 1);
    } else if (inner.startsWith('$env.'))
      this.noteName('environment', 'reference', start + '$env.'.length, start + inner.length);
  }

  #noteFunction(name: string, found: number, isKnown: boolean, start: number, end: number): void {
    const shape = functionShape(name);
    if (!isKnown || !shape) {
      const near = this.nearName(name, functionNames()) ?? '';
      return this.report('unknown_function', start, end, { name, near }, near === '' ? 0 : 2);
    }
    if (found >= shape.minArguments && found <= shape.maxArguments && found !== shape.refusedCount) return;
    this.report('unknown_function', start, end, { name, found, count: argumentCount(shape) }, 1);
  }
}

function argumentCount({ minArguments: min, maxArguments: max, refusedCount }: FunctionShape): string {
  if (max === 0) return 'no argument';
  const numbers =
    refusedCount !== undefined ? `${min} or ${max}` : min === max ? `${min}` : `${min} to ${max}`;
  return `${numbers} ${max === 1 ? 'argument' : 'arguments'}`;
}
