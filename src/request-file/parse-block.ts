/** Blocks: `>>>kind` … `<<<` (language section 1.3). */
import { HASH, SLASH, isBlank, skipBlanks, trimBlanks, trimEnd } from './characters.js';
import { commentText } from './comment-run.js';
import type { DiagnosticCode, Span } from './diagnostic.js';
import type { Assertion, BlockKind, Capture, DatabaseQuery, ShellCommand } from './model.js';
import { isExpect, readAssertion } from './parse-assertion.js';
import { readCapture } from './parse-capture.js';
import { readMultipartLine } from './parse-multipart.js';
import { readMockResponse } from './parse-mock-response.js';
import type { ParseState } from './parse-state.js';
import type { RequestDraft } from './request-draft.js';

interface BlockRule {
  readonly kind: BlockKind;
  readonly raw: boolean;
}

/** By the word after `>>>`. */
const BLOCKS: Readonly<Record<string, BlockRule>> = {
  '': { kind: 'assertions', raw: false },
  capture: { kind: 'capture', raw: false },
  multipart: { kind: 'multipart', raw: false },
  db: { kind: 'db', raw: false },
  shell: { kind: 'shell', raw: false },
  graphql: { kind: 'graphql', raw: true },
  variables: { kind: 'variables', raw: true },
  mock: { kind: 'mock', raw: true },
};
const KNOWN_BLOCKS = Object.keys(BLOCKS).map((word) => `>>>${word}`).join(', ');

/** Reads the block whose opener is the current line, closer included. */
export function readBlock(state: ParseState, draft: RequestDraft): void {
  const { reader, text } = state;
  const word = trimBlanks(text.slice(reader.start + 3, reader.end)).toLowerCase();
  const opener = state.lineSpan();
  const rule = Object.hasOwn(BLOCKS, word) ? BLOCKS[word] : undefined;
  if (!rule) state.reportAt('unknown_block', opener, { kind: word, list: KNOWN_BLOCKS });
  reader.advance();
  const content = !rule ? skipLines(state) : rule.raw ? readRaw(state, rule.kind) : readLines(state, draft, rule.kind, opener);
  const closing = readCloser(state, rule?.kind, word, opener);
  if (!rule) return;
  draft.blocks.push({ kind: rule.kind, text: content, closing });
  if (rule.raw) keepRaw(state, draft, rule.kind, content, opener);
}

/** Separator, opener or closer in column 1, where a block ends. */
function endsBlock(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  if (code === HASH) return text.startsWith('###', start);
  return (code === 60 && text.startsWith('<<<', start)) || (code === 62 && text.startsWith('>>>', start));
}

function readCloser(state: ParseState, kind: BlockKind | undefined, word: string, opener: Span): string {
  const { reader, text } = state;
  if (!reader.done && text.startsWith('<<<', reader.start)) {
    const closing = trimBlanks(text.slice(reader.start + 3, reader.end));
    reader.advance();
    return closing;
  }
  const variablesFollow = !reader.done && /^>>>[ \t]*variables[ \t]*$/i.test(text.slice(reader.start, reader.end));
  if (kind !== 'graphql' || !variablesFollow) state.reportAt('unclosed_block', opener, { kind: word });
  return '';
}

function skipLines(state: ParseState): string {
  const { reader, text } = state;
  while (!reader.done && !endsBlock(text, reader.start)) reader.advance();
  return '';
}

/** Verbatim, trailing blank lines and the last line end dropped. */
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
  const lines: string[] = [];
  let comments: string[] = [];
  if (kind === 'multipart') draft.multipartOpener ??= opener;
  if (kind === 'db') draft.dbOpener ??= opener;
  while (!reader.done && !endsBlock(text, reader.start)) {
    const first = skipBlanks(text, reader.start, reader.end);
    if (first === reader.end) {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
      comments = [];
      reader.advance();
      continue;
    }
    state.reportIndented(first);
    const code = text.charCodeAt(first);
    const line = text.slice(reader.start, trimEnd(text, first, reader.end));
    lines.push(line);
    if (code === HASH || (code === SLASH && text.charCodeAt(first + 1) === SLASH)) {
      comments.push(commentText(line));
      reader.advance();
      continue;
    }
    if (kind === 'db') readDatabaseLine(state, draft, first, comments, lines);
    else readLine(state, draft, kind, first, comments);
    comments = [];
    if (kind !== 'db') reader.advance();
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

function readLine(state: ParseState, draft: RequestDraft, kind: BlockKind, first: number, comments: readonly string[]): void {
  switch (kind) {
    case 'assertions': {
      if (!isExpect(state.text, first, state.reader.end)) return reportWord(state, 'expect_syntax', first);
      const assertion = readAssertion(state, first, 'response');
      if (assertion) draft.assertions.push(withComments<Assertion>(assertion, comments));
      return;
    }
    case 'capture': {
      const capture = readCapture(state, first);
      if (capture) draft.addCapture(state, withComments<Capture>(capture, comments), first);
      return;
    }
    case 'multipart': {
      const field = readMultipartLine(state, first);
      if (field) draft.multipart.push(withComments(field, comments));
      return;
    }
    default:
      draft.shell.push(withComments(readShell(state, first), comments));
  }
}

function reportWord(state: ParseState, code: DiagnosticCode, first: number): void {
  let stop = first;
  while (stop < state.reader.end && !isBlank(state.text.charCodeAt(stop))) stop++;
  state.report(code, first, stop);
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

/** `query …` with its indented continuation lines, or `expect column …`; leaves the reader behind it. */
function readDatabaseLine(state: ParseState, draft: RequestDraft, first: number, comments: readonly string[], lines: string[]): void {
  const { reader, text } = state;
  if (isExpect(text, first, reader.end)) {
    const query = draft.db.at(-1);
    if (!query) reportWord(state, 'db_syntax', first);
    else {
      const assertion = readAssertion(state, first, 'column');
      if (assertion) (query.assertions as Assertion[]).push(withComments<Assertion>(assertion, comments));
    }
    reader.advance();
    return;
  }
  const end = trimEnd(text, first, reader.end);
  if (text.slice(first, first + 5).toLowerCase() !== 'query' || !(first + 5 < end && isBlank(text.charCodeAt(first + 5)))) {
    reportWord(state, 'db_syntax', first);
    reader.advance();
    return;
  }
  const start = skipBlanks(text, first + 5, end);
  state.notePlaceholders(start, end);
  const parts = [text.slice(start, end)];
  const { line } = reader;
  const indent = first - reader.start;
  for (reader.advance(); !reader.done && continuesQuery(text, reader.start, reader.end, indent); reader.advance()) {
    const at = skipBlanks(text, reader.start, reader.end);
    const stop = trimEnd(text, at, reader.end);
    state.notePlaceholders(at, stop);
    parts.push(text.slice(at, stop));
    lines.push(text.slice(reader.start, stop));
  }
  const query: DatabaseQuery = { query: parts.join('\n'), line, assertions: [] };
  draft.db.push(withComments(query, comments));
}

/** A line indented deeper than its `query` that is no line of its own. */
function continuesQuery(text: string, start: number, end: number, indent: number): boolean {
  const first = skipBlanks(text, start, end);
  if (first === end || first - start <= indent || endsBlock(text, start)) return false;
  const code = text.charCodeAt(first);
  if (code === HASH || (code === SLASH && text.charCodeAt(first + 1) === SLASH)) return false;
  const isQuery = text.slice(first, first + 5).toLowerCase() === 'query' && isBlank(text.charCodeAt(first + 5));
  return !isExpect(text, first, end) && !isQuery;
}

function keepRaw(state: ParseState, draft: RequestDraft, kind: BlockKind, content: string, opener: Span): void {
  if (kind === 'mock') {
    if (draft.mock) state.reportAt('extra_mock', opener);
    else draft.mock = readMockResponse(state, content, opener.line);
    return;
  }
  const name = kind === 'graphql' ? 'graphql' : 'variables';
  if (draft[name]) state.reportAt('duplicate_block', opener, { kind: name });
  else draft[name] = { text: content, opener };
}
