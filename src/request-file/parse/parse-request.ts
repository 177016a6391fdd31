/** Parses the request line and the header section below it. */
import {
  AMPERSAND,
  AT,
  EQUALS,
  LESS,
  QUESTION,
  SLASH,
  isBlank,
  isCommentStart,
  isDigit,
  isMark,
  skipBlanks,
  trimEnd,
} from '../text/characters.js';
import { dialectAuthorization, endsRegion } from './foreign-dialects.js';
import { appendItem } from '../text/lists.js';
import { mayBeUnsupported } from '../model/unsupported-request.js';
import { METHODS, cutMethod } from '../text/methods.js';
import type { KeyValue } from '../model/model.js';
import { readMarkedLine, type Head } from './parse-head.js';
import type { ParseState } from './parse-state.js';
import { RequestDraft } from './request-draft.js';
import { openingAt } from '../text/template.js';

const COLON = 58;
const BARE_URL = /^https?:\/\//i;

/** Whether the current line, from `first` on, is a request line. */
export function isRequestLine(text: string, first: number, end: number): boolean {
  return cutMethod(text, first, end) !== undefined || isBareUrl(text, first, end);
}

function isBareUrl(text: string, first: number, end: number): boolean {
  if (text.startsWith('{{', first)) return openingAt(text, first, end).state === 'closed';
  const code = text.charCodeAt(first) | 32;
  return code === 104 && BARE_URL.test(text.slice(first, first + 8));
}

/** Parses the current line, which is a request line. */
export function readRequestLine(state: ParseState): RequestDraft {
  const { reader, text } = state;
  const first = skipBlanks(text, reader.start, reader.end);
  const end = trimEnd(text, first, reader.end);
  const word = cutMethod(text, first, end);
  const start = word ? skipBlanks(text, word.end, end) : first;
  const stop = urlEnd(text, start, end);
  const draft = new RequestDraft(word?.method ?? 'GET', '', reader.line);
  if (word && mayBeUnsupported(word.method)) draft.methodSpan = state.span(first, word.end);
  if (start >= stop) state.report('empty_url', first, word?.end ?? end, { method: draft.method });
  draft.url = urlText(state, start, stop);
  reader.advance();
  return draft;
}

function urlText(state: ParseState, start: number, stop: number): string {
  const { text } = state;
  state.notePlaceholders(start, stop);
  for (let at = start; at < stop; at++) {
    const code = text.charCodeAt(at);
    if (code === 123 && text.charCodeAt(at + 1) === 123) at = openingAt(text, at, stop).end - 1;
    else if (isBlank(code)) {
      state.report('blank_in_url', at, skipBlanks(text, at, stop));
      break;
    }
  }
  return text.slice(start, stop);
}

const VERSION = /(?:^|[ \t]+)HTTP\/\d+(?:\.\d+)?(?:[ \t]+\(Prior Knowledge\))?$/i;

function isVersionCharacter(code: number): boolean {
  return isDigit(code) || code === 46;
}

/** The end of the URL, before a final `HTTP/<version>`. */
export function urlEnd(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (last !== 41) {
    let slash = end - 1;
    while (isVersionCharacter(text.charCodeAt(slash))) slash--;
    if (slash === end - 1 || text.charCodeAt(slash) !== SLASH) return end;
  }
  const from = Math.max(start, end - 60);
  const match = VERSION.exec(text.slice(from, end));
  // A version at the start of the slice may be the end of a longer word.
  if (!match || (match.index === 0 && from > start && !isBlank(text.charCodeAt(from)))) return end;
  return trimEnd(text, start, from + match.index);
}

/** Parses lines until one ends the section; true if that is a blank line, which is consumed. */
export function readHeaderSection(state: ParseState, head: Head, draft: RequestDraft): boolean {
  const { reader, text } = state;
  let continues = true;
  for (; !reader.done; reader.advance()) {
    const { start, end } = reader;
    if (endsRegion(text, start, end)) return false;
    const first = skipBlanks(text, start, end);
    if (first === end) {
      reader.advance();
      return true;
    }
    if (continues && first > start && isContinuation(text, first, end)) {
      appendUrl(state, draft, first);
    } else if (isQuery(text, start, first, end) || isFurtherQuery(text, start, first, end, continues)) {
      readQuery(state, head, draft, first);
    } else if (isCommentStart(text, first) || text.charCodeAt(first) === AT) {
      readMarkedLine(state, head, first);
    } else {
      continues = false;
      readHeader(state, head, draft, first);
    }
  }
  return false;
}

function isContinuation(text: string, first: number, end: number): boolean {
  const code = text.charCodeAt(first);
  if (code === SLASH) return text.charCodeAt(first + 1) !== SLASH;
  return (code === QUESTION || code === AMPERSAND) && first + 1 < end && !isBlank(text.charCodeAt(first + 1));
}

function appendUrl(state: ParseState, draft: RequestDraft, first: number): void {
  const end = trimEnd(state.text, first, state.reader.end);
  draft.url += urlText(state, first, urlEnd(state.text, first, end));
}

function isQuery(text: string, start: number, first: number, end: number): boolean {
  if (text.charCodeAt(first) !== QUESTION) return false;
  return first === start ? first + 1 < end : isBlank(text.charCodeAt(first + 1)) && first + 1 < end;
}

/**
 * `& name = value`, and `&name=value` in column 1 before any header, as other clients write it; `&name: value` is a
 * header.
 */
function isFurtherQuery(
  text: string,
  start: number,
  first: number,
  end: number,
  beforeHeaders: boolean,
): boolean {
  if (text.charCodeAt(first) !== AMPERSAND) return false;
  const isApart = isBlank(text.charCodeAt(first + 1));
  if (!isApart && !(beforeHeaders && first === start)) return false;
  const equals = findWithin(text, EQUALS, first, end);
  return equals < end && findWithin(text, COLON, first, equals) === equals;
}

function readQuery(state: ParseState, head: Head, draft: RequestDraft, first: number): void {
  const { reader, text } = state;
  const end = trimEnd(text, first, reader.end);
  const keyStart = skipBlanks(text, first + 1, end);
  const equals = findWithin(text, EQUALS, keyStart, end);
  const keyEnd = trimEnd(text, keyStart, equals);
  if (keyEnd <= keyStart) return state.reportLine('malformed_header');
  state.reportLiteral(keyStart, keyEnd);
  const valueStart = skipBlanks(text, Math.min(equals + 1, end), end);
  state.notePlaceholders(valueStart, end);
  const entry = item(head, text.slice(keyStart, keyEnd), text.slice(valueStart, end), reader.line);
  draft.queryParams = appendItem(draft.queryParams, entry);
}

/** The offset of a character, or `end`; `indexOf` would search the rest of the file. */
function findWithin(text: string, code: number, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) !== code) at++;
  return at;
}

/** Takes the comments directly above a query line or header. */
function item(head: Head, key: string, value: string, line: number): KeyValue {
  const comments = head.takeComments(line);
  return comments ? { key, value, line, comments } : { key, value, line };
}

function readHeader(state: ParseState, head: Head, draft: RequestDraft, first: number): void {
  const { reader, text } = state;
  if (first === reader.start && isMark(text, first, LESS)) return state.reportLine('unexpected_close');
  const end = trimEnd(text, first, reader.end);
  const colon = findWithin(text, COLON, first, end);
  const name = state.headerName(text.slice(first, colon));
  if (colon === end || name.role === 'none') {
    state.reportIndented(first);
    return state.reportLine('malformed_header');
  }
  const valueStart = skipBlanks(text, colon + 1, end);
  const value = text.slice(valueStart, end);
  state.notePlaceholders(valueStart, end);
  draft.headers = appendItem(draft.headers, item(head, name.key, value, reader.line));
  if (name.role === 'authorization') {
    draft.authorization = state.lineSpan();
    const line = dialectAuthorization(value);
    if (line?.includes('<')) state.report('ignored_dialect', first, end, { construct: 'this Authorization' });
    else if (line !== undefined) {
      draft.clientAuth = line;
      state.report('dialect_authorization', first, end, { line });
    }
  } else if (name.role === 'computed') state.report('computed_header', first, colon, { name: name.key });
}

const METHOD_LIKE = /^([A-Za-z]+)[ \t]+(?:https?:\/\/|\{\{|\/)/i;

/** Reports a line of a head that is not a request line. */
export function reportNoRequestLine(state: ParseState, first: number): void {
  const end = trimEnd(state.text, first, state.reader.end);
  state.reportIndented(first);
  const word = METHOD_LIKE.exec(state.text.slice(first, Math.min(end, first + 200)))?.[1];
  if (word === undefined)
    return state.report('expected_request_line', first, end, { text: state.text.slice(first, end) });
  const near = state.nearName(word, METHODS) ?? '';
  const values = { word, list: METHODS.join(', '), near };
  state.report('unknown_method', first, first + word.length, values, near === '' ? 0 : 1);
}
