/** Text of a request file to its model: the regions of a file, in order (language section 1.2). */
import { skipBlanks, trimEnd } from './text/characters.js';
import { checkStructure } from './check/check-structure.js';
import { CommentRun, commentText } from './text/comment-run.js';
import { decodeText } from './parse/decode-text.js';
import { compareDiagnostics, diagnose, type Diagnostic } from './model/diagnostic.js';
import { loadCheckers, type ExpressionCheckers } from './expressions/expression-checkers.js';
import { foreignAt, readForeign } from './parse/foreign-dialects.js';
import { NOTHING, added } from './text/lists.js';
import type { RequestFile, RequestLayout, Section } from './model/model.js';
import { finishRequest } from './parse/finish-request.js';
import { readBlock } from './parse/parse-block.js';
import { readBodyRegion } from './parse/parse-body.js';
import { directiveSpan } from './parse/parse-directives.js';
import { MAX_REQUEST_FILE_BYTES } from './text/max-file-size.js';
import { Head, addVariable, isHash, readMark } from './parse/parse-head.js';
import {
  isRequestLine,
  readHeaderSection,
  readRequestLine,
  reportNoRequestLine,
} from './parse/parse-request.js';
import { ParseState } from './parse/parse-state.js';
import { isBareDirective, readVariable } from './parse/parse-variable.js';
import { directiveAt } from './text/directives.js';
import type { RequestDraft } from './parse/request-draft.js';

const MOST_REQUESTS = 100_000;

/** Decodes, parses and checks; loads the expression checkers only for files that need them. */
export async function parseRequestFile(source: string | Uint8Array, path: string): Promise<RequestFile> {
  if (typeof source !== 'string' && source.byteLength > MAX_REQUEST_FILE_BYTES) return tooLarge(path);
  const decoded = typeof source === 'string' ? { text: source, diagnostics: [] } : decodeText(source);
  return parse(decoded.text, path, await loadCheckers(decoded.text), decoded.diagnostics);
}

/** The synchronous core; JSONPath and XPath expressions are checked only when checkers are given. */
export function parseText(text: string, path: string, expressions?: ExpressionCheckers): RequestFile {
  return parse(text, path, expressions, []);
}

function parse(
  source: string,
  path: string,
  expressions: ExpressionCheckers | undefined,
  decoding: readonly Diagnostic[],
): RequestFile {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  if (isTooLong(text)) return tooLarge(path);
  const state = new ParseState(text, expressions, (start, end) => readLayout(text.slice(start, end)));
  for (const finding of decoding) state.diagnostics.push(finding);
  const sections = readFile(state);
  checkCharacters(state, decoding.length > 0);
  checkStructure(state);
  state.diagnostics.sort(compareDiagnostics);
  return {
    path,
    variables: state.variables,
    requests: state.requests,
    diagnostics: state.diagnostics,
    comments: state.fileComments.lines,
    ...(sections.length > 0 ? { layout: { sections } } : {}),
  };
}

/** By its bytes; a character takes one to three of them for each unit. */
function isTooLong(text: string): boolean {
  const { length } = text;
  if (length <= MAX_REQUEST_FILE_BYTES / 3) return false;
  return length > MAX_REQUEST_FILE_BYTES || new TextEncoder().encode(text).length > MAX_REQUEST_FILE_BYTES;
}

function tooLarge(path: string): RequestFile {
  const found = diagnose('file_too_large', { line: 1, column: 1, endColumn: 1 }, { limit: '10 MiB' });
  return { path, variables: [], requests: [], diagnostics: [found], comments: [] };
}

/** Directives and blocks of the one request in this part of a file, as written. */
function readLayout(source: string): RequestLayout {
  const state = new ParseState(source);
  readFile(state);
  return state.requests[0]?.layout ?? { directives: NOTHING, blocks: NOTHING, sections: NOTHING };
}

/** Returns the separators without a request behind the last one. */
function readFile(state: ParseState): readonly Section[] {
  const { reader, text } = state;
  let sections: readonly Section[] = NOTHING;
  let head = new Head(0, 0, 1, '');
  const skip = (): void => {
    const section = leaveHead(state, head);
    if (section) sections = added(sections, section);
  };
  while (!reader.done) {
    if (text.startsWith('###', reader.start)) {
      skip();
      head = headFromSeparator(state);
    } else if (readHeadLine(state, head) === 'request') {
      if (state.requests.length === MOST_REQUESTS) {
        state.reportLine('file_too_large', { limit: '100,000 requests' });
        return sections;
      }
      head = readRequest(state, head, sections);
      sections = NOTHING;
    }
  }
  skip();
  return sections;
}

function headFromSeparator(state: ParseState): Head {
  const { reader, text } = state;
  let at = reader.start + 3;
  while (text.charCodeAt(at) === 35) at++;
  const end = trimEnd(text, at, reader.end);
  state.beforeFirst = false;
  const head = new Head(
    reader.start,
    reader.line,
    end - reader.start + 1,
    text.slice(skipBlanks(text, at, end), end),
  );
  reader.advance();
  return head;
}

/** A head that ends without a request: its directives belong to nothing. */
function leaveHead(state: ParseState, head: Head): Section | undefined {
  state.references = NOTHING;
  for (const line of head.directives)
    state.reportAt('orphan_directive', directiveSpan(line), { name: line.name });
  return head.section(state.text);
}

/** One line of a head; a request line is left to the caller. */
function readHeadLine(state: ParseState, head: Head): 'request' | 'done' {
  const { reader, text } = state;
  const { start, end, line } = reader;
  const foreign = foreignAt(text, start, end, true);
  if (foreign) {
    const construct = readForeign(state, foreign);
    head.foreign = added(head.foreign, { text: construct, line, place: 'head' });
    head.extend(start, state.foreignEnd);
    return 'done';
  }
  const first = skipBlanks(text, start, end);
  if (first < end && !isHash(text, first) && text.charCodeAt(first) !== 64 && isRequestLine(text, first, end))
    return 'request';
  if (first === end) {
    reader.advance();
  } else if (isHash(text, first) || text.charCodeAt(first) === 64) {
    readMark(state, head, first, true);
    reader.advance();
  } else if (text.startsWith('<<<', start)) {
    state.reportLine('unexpected_close');
    reader.advance();
  } else {
    reportNoRequestLine(state, first);
    while (!reader.done && !text.startsWith('###', reader.start)) reader.advance();
    // The head yields no request; its directives went with it, not astray.
    head.directives = NOTHING;
  }
  return 'done';
}

/** Reads a request from its request line to where the next head begins, and returns that head. */
function readRequest(state: ParseState, head: Head, sections: readonly Section[]): Head {
  const { reader } = state;
  state.beforeFirst = false;
  if (head.implicit) state.reportAt('missing_separator', head.implicit);
  const draft = readRequestLine(state);
  if (readHeaderSection(state, head, draft) && !reader.done) {
    const { body, comments } = readBodyRegion(state, draft.method);
    draft.body = body;
    if (comments.length > 0) draft.endComments = new CommentRun();
    for (const comment of comments) draft.endComments?.add(comment, 0);
  }
  const next = readTail(state, draft);
  finishRequest(state, head, draft, sections);
  return next;
}

/** Blocks, foreign constructs, comments and variables behind a request, up to the next one. */
function readTail(state: ParseState, draft: RequestDraft): Head {
  const { reader, text } = state;
  while (!reader.done) {
    const { start, end, line } = reader;
    const code = text.charCodeAt(start);
    if (code === 35 && text.startsWith('###', start)) break;
    const foreign =
      code === 62 && text.startsWith('>>>', start) ? undefined : foreignAt(text, start, end, false);
    if (code === 62 && text.startsWith('>>>', start)) {
      readBlock(state, draft);
      continue;
    }
    if (foreign) {
      draft.foreign = added(draft.foreign, { text: readForeign(state, foreign), line, place: 'tail' });
      continue;
    }
    const first = skipBlanks(text, start, end);
    if (first === end) {
      reader.advance();
      continue;
    }
    if (startsRequest(text, first, end)) {
      const head = new Head(reader.start, 0, 1, '');
      head.implicit = state.lineSpan();
      return head;
    }
    readTailLine(state, draft, first);
    reader.advance();
  }
  return new Head(reader.start, 0, 1, '');
}

/** A directive, known bare directive or request line begins a request without a separator. */
function startsRequest(text: string, first: number, end: number): boolean {
  if (isHash(text, first)) return directiveAt(text, first, end) !== undefined;
  if (text.charCodeAt(first) === 64) return isBareDirective(text, first, end);
  return isRequestLine(text, first, end);
}

function readTailLine(state: ParseState, draft: RequestDraft, first: number): void {
  const { reader, text } = state;
  if (isHash(text, first)) {
    state.reportIndented(first);
    draft.endComments ??= new CommentRun();
    draft.endComments.add(commentText(text.slice(reader.start, reader.end)), reader.line);
  } else if (text.charCodeAt(first) === 64) {
    const variable = readVariable(state, first);
    if (variable) addVariable(state, variable, draft.endComments?.take(reader.line));
  } else if (text.startsWith('<<<', reader.start)) {
    state.reportLine('unexpected_close');
  } else {
    state.reportIndented(first);
    state.reportLine('unexpected_text');
  }
}

/** NUL and lone surrogates are looked for in the whole text at once; both are rare. */
function checkCharacters(state: ParseState, decodingFailed: boolean): void {
  const { text } = state;
  const nul = text.includes('\0');
  const surrogates = !decodingFailed && !text.isWellFormed();
  if (!nul && !surrogates) return;
  let number = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    number++;
    const at = nul ? line.indexOf('\0') : -1;
    if (at >= 0) state.reportAt('nul_character', { line: number, column: at + 1, endColumn: at + 2 });
    const lone = surrogates && !line.isWellFormed() ? line.search(/\p{Surrogate}/u) : -1;
    if (lone >= 0) state.reportAt('invalid_utf8', { line: number, column: lone + 1, endColumn: lone + 2 });
  }
}
