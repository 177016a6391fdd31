/** Parses blocks from `>>>kind` to `<<<`. */
import {
  GREATER,
  HASH,
  LESS,
  isBlank,
  isCommentStart,
  isMark,
  skipBlanks,
  trimBlanks,
  trimEnd,
} from '../text/characters.js';
import { commentText } from '../text/comment-run.js';
import type { Span } from '../model/diagnostic.js';
import { EMPTY_LIST, appendItem } from '../text/lists.js';
import type { Assertion, Capture, DatabaseQuery, ShellCommand } from '../model/model.js';
import { BLOCK_KINDS, RAW_BLOCKS, blockOpener, type BlockKind } from '../text/blocks.js';
import { isExpect, readAssertion } from './parse-assertion.js';
import { readCapture } from './parse-capture.js';
import { readMultipartLine } from './parse-multipart.js';
import { readMockResponse } from './parse-mock-response.js';
import type { ParseState } from './parse-state.js';
import type { RequestDraft } from './request-draft.js';

const KNOWN_BLOCKS = BLOCK_KINDS.map(blockOpener).join(', ');
const BLOCKS: ReadonlyMap<string, BlockKind> = new Map(
  BLOCK_KINDS.map((kind) => [blockOpener(kind).slice(3), kind]),
);

/** Parses the block whose opener is the current line, including its closer. */
export function readBlock(state: ParseState, draft: RequestDraft): void {
  const { reader, text } = state;
  const word = restOf(text, reader.start + 3, reader.end).toLowerCase();
  const opener = state.lineSpan();
  const kind = BLOCKS.get(word);
  if (!kind) state.reportAt('unknown_block', opener, { kind: word, list: KNOWN_BLOCKS });
  reader.advance();
  if (!kind) {
    while (!reader.done && !endsBlock(text, reader.start)) reader.advance();
    readCloser(state, undefined, word, opener);
    return;
  }
  const isRaw = RAW_BLOCKS.has(kind);
  const content = isRaw ? readRaw(state, kind) : readLines(state, draft, kind, opener);
  const closing = readCloser(state, kind, word, opener);
  if (!state.layoutReader) draft.blocks = appendItem(draft.blocks, { kind, text: content, closing });
  if (isRaw) keepRaw(state, draft, kind, content, opener);
}

function restOf(text: string, start: number, end: number): string {
  return start === end ? '' : trimBlanks(text.slice(start, end));
}

/** A block ends before a separator, opener or closer in column 1. */
function endsBlock(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return (code === HASH || code === LESS || code === GREATER) && isMark(text, start, code);
}

function readCloser(state: ParseState, kind: BlockKind | undefined, word: string, opener: Span): string {
  const { reader, text } = state;
  if (!reader.done && text.startsWith('<<<', reader.start)) {
    const closing = restOf(text, reader.start + 3, reader.end);
    reader.advance();
    return closing;
  }
  const variablesFollow =
    !reader.done && /^>>>[ \t]*variables[ \t]*$/i.test(text.slice(reader.start, reader.end));
  if (kind !== 'graphql' || !variablesFollow) state.reportAt('unclosed_block', opener, { kind: word });
  return '';
}

/** Verbatim except for blank lines at the end and the last line end. */
function readRaw(state: ParseState, kind: BlockKind): string {
  const { reader, text } = state;
  const start = reader.start;
  let stop = start;
  for (; !reader.done && !endsBlock(text, reader.start); reader.advance()) {
    const first = skipBlanks(text, reader.start, reader.end);
    if (first === reader.end) continue;
    stop = reader.end;
    if (kind !== 'mock') state.notePlaceholders(first, reader.end);
    state.reportIndented(first);
  }
  return text.slice(start, stop);
}

function readLines(state: ParseState, draft: RequestDraft, kind: BlockKind, opener: Span): string {
  const { reader, text } = state;
  if (kind === 'multipart') draft.multipartOpener ??= opener;
  if (kind === 'db') draft.dbOpener ??= opener;
  const start = reader.start;
  let comments: readonly string[] = EMPTY_LIST;
  let stop = start;
  while (!reader.done && !endsBlock(text, reader.start)) {
    const first = skipBlanks(text, reader.start, reader.end);
    if (first === reader.end) {
      comments = EMPTY_LIST;
      reader.advance();
      continue;
    }
    if (first > reader.start) state.reportIndented(first);
    if (isCommentStart(text, first)) {
      comments = appendItem(comments, commentText(text.slice(reader.start, reader.end)));
      stop = reader.end;
      reader.advance();
      continue;
    }
    if (kind === 'db') {
      stop = readDatabaseLine(state, draft, first, comments);
    } else {
      keepLine(state, draft, kind, first, comments);
      stop = reader.end;
      reader.advance();
    }
    comments = EMPTY_LIST;
  }
  return state.layoutReader ? '' : blockText(text.slice(start, stop));
}

const UNTIDY = /[\r]|[ \t]\n|[ \t]$|^\n|\n\n\n/;

/** Joins the lines by LF, without blanks at their ends and with at most one blank line in a row. */
function blockText(source: string): string {
  if (!UNTIDY.test(source)) return source;
  const lines = source.split(/\r\n|\n|\r/).map((line) => line.slice(0, trimEnd(line, 0, line.length)));
  const kept = lines.filter((line, i) => line !== '' || (i > 0 && lines[i - 1] !== ''));
  return (kept[0] === '' ? kept.slice(1) : kept).join('\n');
}

function keepLine(
  state: ParseState,
  draft: RequestDraft,
  kind: BlockKind,
  first: number,
  comments: readonly string[],
): void {
  switch (kind) {
    case 'assertions': {
      const { end } = state.reader;
      if (!isExpect(state.text, first, end)) return state.reportWord('expect_syntax', first, end);
      const assertion = readAssertion(state, first, 'response');
      if (assertion)
        draft.assertions = appendItem(draft.assertions, withComments<Assertion>(assertion, comments));
      return;
    }
    case 'capture': {
      const capture = readCapture(state, first);
      if (capture) draft.addCapture(state, withComments<Capture>(capture, comments), first);
      return;
    }
    case 'multipart': {
      const field = readMultipartLine(state, first);
      if (field) draft.multipart = appendItem(draft.multipart, withComments(field, comments));
      return;
    }
    default:
      draft.shell = appendItem(draft.shell, withComments(readShell(state, first), comments));
  }
}

function withComments<Item extends object>(item: Item, comments: readonly string[]): Item {
  return comments.length === 0 ? item : { ...item, comments };
}

function readShell(state: ParseState, first: number): ShellCommand {
  const { reader, text } = state;
  const end = trimEnd(text, first, reader.end);
  const ignoreFailure = text.charCodeAt(first) === 45;
  const start = ignoreFailure ? skipBlanks(text, first + 1, end) : first;
  state.notePlaceholders(start, end);
  return { command: text.slice(start, end), ignoreFailure, line: reader.line };
}

/** Parses `query …` with its indented continuation lines, or `expect column …`; returns the offset after it. */
function readDatabaseLine(
  state: ParseState,
  draft: RequestDraft,
  first: number,
  comments: readonly string[],
): number {
  const { reader, text } = state;
  let lineEnd = reader.end;
  const end = trimEnd(text, first, lineEnd);
  if (!isQueryLine(text, first, end)) {
    keepDatabaseAssertion(state, draft, first, comments);
    reader.advance();
    return lineEnd;
  }
  const start = skipBlanks(text, first + 5, end);
  state.notePlaceholders(start, end);
  const parts = [text.slice(start, end)];
  const { line } = reader;
  for (reader.advance(); !reader.done && continuesQuery(text, reader.start, reader.end); reader.advance()) {
    lineEnd = reader.end;
    const at = skipBlanks(text, reader.start, lineEnd);
    const stop = trimEnd(text, at, lineEnd);
    state.notePlaceholders(at, stop);
    parts.push(text.slice(at, stop));
  }
  const query: DatabaseQuery = { query: parts.join('\n'), line, assertions: [] };
  draft.db = appendItem(draft.db, withComments(query, comments));
  return lineEnd;
}

function isQueryLine(text: string, first: number, end: number): boolean {
  return (
    first + 5 < end &&
    isBlank(text.charCodeAt(first + 5)) &&
    text.slice(first, first + 5).toLowerCase() === 'query'
  );
}

function keepDatabaseAssertion(
  state: ParseState,
  draft: RequestDraft,
  first: number,
  comments: readonly string[],
): void {
  const query = draft.db.at(-1);
  const { end } = state.reader;
  if (!query || !isExpect(state.text, first, end)) return state.reportWord('db_syntax', first, end);
  const assertion = readAssertion(state, first, 'column');
  if (assertion) (query.assertions as Assertion[]).push(withComments<Assertion>(assertion, comments));
}

/** Whether an indented line continues the query above it. */
function continuesQuery(text: string, start: number, end: number): boolean {
  const first = skipBlanks(text, start, end);
  if (first === end || first === start || isCommentStart(text, first)) return false;
  return !isExpect(text, first, end) && !isQueryLine(text, first, end);
}

function keepRaw(
  state: ParseState,
  draft: RequestDraft,
  kind: BlockKind,
  content: string,
  opener: Span,
): void {
  if (kind === 'mock') {
    draft.mocks = appendItem(draft.mocks, readMockResponse(state, content, opener.line));
    draft.mockOpeners = appendItem(draft.mockOpeners, opener);
    return;
  }
  const name = kind === 'graphql' ? 'graphql' : 'variables';
  if (draft[name]) state.reportAt('duplicate_block', opener, { kind: name });
  else draft[name] = { text: content, opener };
}
