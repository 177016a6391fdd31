/** Parses the body region, which ends at a separator, a block or a foreign construct. */
import {
  AMPERSAND,
  AT,
  GREATER,
  HASH,
  LESS,
  SLASH,
  isAsciiLetter,
  isBlank,
  isCommentStart,
  isMark,
  skipBlanks,
  trimBlanks,
  trimEnd,
} from '../text/characters.js';
import { isJsonType } from '../../primitives/text/content-type.js';
import { commentText } from '../text/comment-run.js';
import type { Span } from '../model/diagnostic.js';
import { directiveAt } from '../text/directives.js';
import { endsRegion } from './foreign-dialects.js';
import { EMPTY_LIST, appendItem } from '../text/lists.js';
import { LineReader } from '../text/line-reader.js';
import type { Body, KeyValue } from '../model/model.js';
import { cutMethod } from '../text/methods.js';
import { noteFile, placeInLines } from './name-sites.js';
import type { ParseState } from './parse-state.js';
import { looksLikeVariable } from '../text/variable-definition.js';
import { readVariablesBelow } from './parse-variable.js';
import type { RequestDraft } from './request-draft.js';
import { openingAt } from '../text/template.js';

export interface BodyRegion {
  readonly body: Body | null;
  /** Comment lines of a region that contains nothing else. */
  readonly comments: readonly string[];
}

const NO_BODY: BodyRegion = { body: null, comments: EMPTY_LIST };

interface SuspiciousLine {
  readonly what: string;
  readonly span: Span;
  /** The name of a directive, which is an orphan if the region contains only comments. */
  readonly directive?: string;
  /** Set for a comment in JSON, which is not sent. */
  readonly isLeftOut?: true;
}

/** Parses from the current line on and moves the reader to the line that ends the region. */
export function readBodyRegion(state: ParseState, draft: RequestDraft): BodyRegion {
  const { reader, text } = state;
  const { method } = draft;
  const contentType = contentTypeOf(draft);
  if (contentType === undefined) readVariablesBelow(state);
  if (reader.done || endsRegion(text, reader.start, reader.end)) return NO_BODY;
  const start = reader.start;
  const line = reader.line;
  let suspicious: readonly SuspiciousLine[] = EMPTY_LIST;
  const diagnosticsBefore = state.diagnostics.length;
  const referencesBefore = state.references.length;
  const placeholdersBefore = state.placeholders?.length ?? 0;
  const namesBefore = state.names?.length ?? 0;
  let stop = start;
  let json = false;
  let onlyComments = true;
  let firstSpan: Span | undefined;
  for (; !reader.done && !endsRegion(text, reader.start, reader.end); reader.advance()) {
    const first = skipBlanks(text, reader.start, reader.end);
    if (first === reader.end) continue;
    const code = text.charCodeAt(first);
    if (stop === start) {
      json =
        code === 91 ||
        (code === 123 && text.charCodeAt(first + 1) !== 123) ||
        (contentType !== undefined && isJsonType(contentType));
      firstSpan = state.lineSpan();
    }
    stop = reader.end;
    if (!isCommentStart(text, first)) onlyComments = false;
    const found = suspiciousLine(state, first, code, json);
    if (found) suspicious = appendItem(suspicious, found);
    if (found?.isLeftOut !== true) state.notePlaceholders(first, reader.end);
  }
  if (stop === start || firstSpan === undefined) return NO_BODY;
  if (onlyComments) {
    const kept = state.diagnostics
      .splice(diagnosticsBefore)
      .filter(({ code }) => code === 'indented_delimiter');
    state.diagnostics.push(...kept.slice(0, 1000));
    state.references = state.references.slice(0, referencesBefore);
    if (state.placeholders) state.placeholders.length = placeholdersBefore;
    if (state.names) state.names.length = namesBefore;
    return commentsOnly(state, text.slice(start, stop), method, firstSpan, suspicious);
  }
  for (const { span, what, isLeftOut } of suspicious) {
    if (isLeftOut) state.reportAt('comment_in_body', span);
    else state.reportAt('suspicious_body_line', span, { what });
  }
  return { body: classify(state, text.slice(start, stop), line), comments: EMPTY_LIST };
}

function contentTypeOf({ headers }: RequestDraft): string | undefined {
  for (const { key, value } of headers)
    if (key.length === 12 && key.toLowerCase() === 'content-type') return value;
  return undefined;
}

/** A body line that looks like something else. It is sent all the same. */
function suspiciousLine(
  state: ParseState,
  first: number,
  code: number,
  json: boolean,
): SuspiciousLine | undefined {
  const { text, reader } = state;
  const { end } = reader;
  if (code === HASH || code === SLASH) {
    state.reportIndented(first);
    const isComment = code === HASH || text.charCodeAt(first + 1) === SLASH;
    const leftOut = json && isComment ? ({ isLeftOut: true } as const) : undefined;
    const directive = directiveAt(text, first, end);
    if (directive) {
      const name = text.slice(directive.at + 1, directive.nameStop);
      return { what: 'a directive', span: state.lineSpan(), directive: name, ...leftOut };
    }
    if (leftOut) return { what: 'a comment', span: state.lineSpan(), ...leftOut };
  } else if (code === LESS || code === GREATER) {
    return delimiter(state, first, code);
  } else if (code === AT) {
    if (looksLikeVariable(text, first, end)) return { what: 'a variable', span: state.lineSpan() };
  } else if (isAsciiLetter(code) && looksLikeRequest(text, first, end)) {
    return { what: 'a request', span: state.lineSpan() };
  }
  return undefined;
}

function delimiter(state: ParseState, first: number, code: number): SuspiciousLine | undefined {
  const { text, reader } = state;
  if (!isMark(text, first, code)) return undefined;
  if (first === reader.start) return { what: 'a block end', span: state.lineSpan() };
  state.reportIndented(first);
  return undefined;
}

function looksLikeRequest(text: string, first: number, end: number): boolean {
  const method = cutMethod(text, first, end);
  if (!method) return false;
  const at = skipBlanks(text, method.end, end);
  return text.startsWith('{{', at) || text.startsWith('http://', at) || text.startsWith('https://', at);
}

function commentsOnly(
  state: ParseState,
  region: string,
  method: string,
  first: Span,
  suspicious: readonly SuspiciousLine[],
): BodyRegion {
  if (method === 'POST' || method === 'PUT' || method === 'PATCH')
    state.reportAt('suspicious_body_line', first, {}, 1);
  for (const { directive, span } of suspicious) {
    if (directive !== undefined) state.reportAt('orphan_directive', span, { name: directive });
  }
  const comments = region.split(/\r\n|\n|\r/).filter((line) => trimBlanks(line) !== '');
  return { body: null, comments: comments.map(commentText) };
}

const INCLUDE = /^<(@([A-Za-z0-9_-]*))?[ \t]+([^ \t].*)$/s;
const INCLUDE_LINE = /^[ \t]*<[@ \t]/m;

function firstNotBlank(raw: string): number {
  let at = 0;
  while (isBlank(raw.charCodeAt(at)) || isLineEnd(raw.charCodeAt(at))) at++;
  return at === raw.length ? 0 : at;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

function classify(state: ParseState, raw: string, line: number): Body {
  const first = firstNotBlank(raw);
  const code = raw.charCodeAt(first);
  if (code === LESS) {
    const include = readInclude(state, raw, line);
    if (include) return include;
  }
  if (code === AMPERSAND) {
    const fields = readFields(state, raw, line);
    if (fields) return { contentType: 'form', raw, line, fields };
  }
  if (raw.includes('<') && INCLUDE_LINE.test(raw)) warnIncludes(state, raw, line);
  if (code === 91 || (code === 123 && raw.charCodeAt(first + 1) !== 123))
    return { contentType: 'json', raw, line };
  if (raw.startsWith('<?xml', first)) return { contentType: 'xml', raw, line };
  if (isFormText(raw)) return { contentType: 'form', raw, line };
  return { contentType: 'raw', raw, line };
}

/** Parses a body of one line `< path` or `<@ path`. */
function readInclude(state: ParseState, raw: string, line: number): Body | undefined {
  const trimmed = trimBlanks(raw.slice(firstNotBlank(raw)));
  const match = /[\r\n]/.test(trimmed) ? undefined : INCLUDE.exec(trimmed);
  if (!match) return undefined;
  const encoding = match[2] ?? '';
  const isLatin1 = /^(?:latin-?1|iso-?8859-1)$/i.test(encoding);
  if (encoding !== '' && !isLatin1 && !/^utf-?8$/i.test(encoding)) {
    const before = raw.slice(0, raw.indexOf('<')).split(/\r\n|\n|\r/);
    const column = (before.at(-1)?.length ?? 0) + 1;
    const span = { line: line + before.length - 1, column, endColumn: column + trimmed.length };
    state.reportAt('ignored_dialect', span, { construct: `encoding \`${encoding}\`` });
  }
  const path = (match[3] ?? '').replace(/^"(.*)"$/s, '$1');
  if (state.names !== undefined) noteFile(state, path, placeInLines(raw, raw.lastIndexOf(path), line));
  const interpolate = match[1] !== undefined;
  return { contentType: 'file', raw, line, path, interpolate, ...(isLatin1 && { encoding: 'latin1' }) };
}

/** Undefined unless every non-blank line is `& key = value`. */
function readFields(state: ParseState, raw: string, line: number): KeyValue[] | undefined {
  const fields: KeyValue[] = [];
  const spans: Span[] = [];
  let number = line - 1;
  for (const text of raw.split(/\r\n|\n|\r/)) {
    number++;
    const first = skipBlanks(text, 0, text.length);
    if (first === text.length) continue;
    if (text.charCodeAt(first) !== AMPERSAND) return undefined;
    const end = trimEnd(text, first, text.length);
    const keyStart = skipBlanks(text, first + 1, end);
    const equals = text.indexOf('=', keyStart);
    const keyEnd = equals < 0 ? end : trimEnd(text, keyStart, equals);
    const key = text.slice(keyStart, keyEnd);
    if (key.includes('{{')) spans.push({ line: number, column: keyStart + 1, endColumn: keyEnd + 1 });
    fields.push({ key, value: equals < 0 ? '' : trimBlanks(text.slice(equals + 1, end)), line: number });
  }
  for (const span of spans) state.reportAt('literal_placeholder', span);
  return fields;
}

/** Whether the text is `key=…` without blanks, alone or followed only by lines that start with `&`. */
function isFormText(raw: string): boolean {
  if (!raw.includes('=')) return false;
  const reader = new LineReader(raw);
  let isFirst = true;
  for (; !reader.done; reader.advance()) {
    const { start, end } = reader;
    const first = skipBlanks(raw, start, end);
    if (first === end) continue;
    if (!isFirst && raw.charCodeAt(first) !== AMPERSAND) return false;
    if (isFirst && !isPair(raw.slice(first, trimEnd(raw, first, end)))) return false;
    isFirst = false;
  }
  return !isFirst;
}

function isPair(text: string): boolean {
  let key = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('{{', at)) {
      at = openingAt(text, at, text.length).end - 1;
      continue;
    }
    const character = text[at] ?? '';
    if (isBlank(text.charCodeAt(at))) return false;
    if (key > 0) continue;
    // A form key encodes these characters, so this is XML or quoted text.
    if ('<>"'.includes(character)) return false;
    if (character === '=') key = at;
    if (character === '=' && at === 0) return false;
  }
  return key > 0;
}

function warnIncludes(state: ParseState, raw: string, line: number): void {
  let number = line;
  for (const text of raw.split(/\r\n|\n|\r/)) {
    const first = skipBlanks(text, 0, text.length);
    const trimmed = trimBlanks(text);
    if (text.charCodeAt(first) === LESS && INCLUDE.test(trimmed)) {
      state.reportAt('include_not_alone', {
        line: number,
        column: first + 1,
        endColumn: first + 1 + trimmed.length,
      });
    }
    number++;
  }
}
