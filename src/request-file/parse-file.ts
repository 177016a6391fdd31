/** Parses a request file: its regions in order. */
import { AT, HASH, LESS, isCommentStart, isMark, skipBlanks, trimEnd } from './text/characters.js';
import { checkCharacters } from './check/check-characters.js';
import { checkStructure } from './check/check-structure.js';
import { CommentRun } from './text/comment-run.js';
import { decodeText } from './decode-text.js';
import { compareDiagnostics, diagnose, type Diagnostic } from './model/diagnostic.js';
import { loadCheckers, type ExpressionCheckers } from './expressions/expression-checkers.js';
import { foreignAt, readForeign } from './parse/foreign-dialects.js';
import { noteFileLine } from './parse/client-lines.js';
import { EMPTY_LIST, appendItem } from './text/lists.js';
import type { RequestFile, RequestLayout, Section } from './model/model.js';
import type { NameSite } from './model/name-site.js';
import { finishRequest } from './parse/finish-request.js';
import { readBodyRegion } from './parse/parse-body.js';
import { addImport } from './parse/client-directives.js';
import { directiveSpan } from './parse/directive-line.js';
import { forgetNames, removeForgotten } from './parse/name-sites.js';
import { isTooLong, MAX_REQUEST_FILE_BYTES } from './text/max-file-size.js';
import { Head, readMarkedLine } from './parse/parse-head.js';
import {
  isRequestLine,
  readHeaderSection,
  readRequestLine,
  reportNoRequestLine,
} from './parse/parse-request.js';
import { ParseState, type PlaceholderSite } from './parse/parse-state.js';
import { readTail } from './parse/parse-tail.js';
import { reportLoneScripts } from './parse/request-scripts.js';
import { loadScripts, type ReadScript, type ScriptAccess } from './script-access.js';
import { keepSourceText } from './source-text.js';

export const MAX_REQUESTS = 100_000;

/** Decodes, parses and checks; loads the expression checkers only for files that need them. */
export async function parseRequestFile(
  source: string | Uint8Array,
  path: string,
  readScript?: ReadScript,
): Promise<RequestFile> {
  return (await parseSource(source, path, readScript)).file;
}

/** The same with the places of its names, in the order of the text. */
export async function parseFileWithNames(
  source: string | Uint8Array,
  path: string,
  readScript?: ReadScript,
): Promise<NamedFile & { readonly text: string }> {
  const names: NameSite[] = [];
  const parsed = await parseSource(source, path, readScript, names);
  return { ...parsed, names: inOrder(names) };
}

async function parseSource(
  source: string | Uint8Array,
  path: string,
  readScript: ReadScript | undefined,
  names?: NameSite[],
): Promise<{ readonly file: RequestFile; readonly text: string }> {
  if (typeof source !== 'string' && source.byteLength > MAX_REQUEST_FILE_BYTES)
    return { file: tooLarge(path), text: '' };
  const decoded = typeof source === 'string' ? { text: source, diagnostics: [] } : decodeText(source);
  const { text } = decoded;
  const loading = loadCheckers(text);
  const checkers = loading instanceof Promise ? await loading : loading;
  const options = { decoding: decoded.diagnostics, ...(names && { names }) };
  let file = parse(text, path, checkers, options);
  const scripts = hasForeign(file) ? await loadScripts(text, readScript) : undefined;
  if (scripts) {
    names?.splice(0);
    file = parse(text, path, checkers, { ...options, scripts });
  }
  keepSourceText(file, text);
  return { file, text };
}

/** Files of other clients only may hold scripts, and are parsed again with what translates them. */
function hasForeign({ requests }: RequestFile): boolean {
  return requests.some(({ foreign }) => foreign.length > 0);
}

export interface EditedFile {
  readonly file: RequestFile;
  readonly placeholders: readonly PlaceholderSite[];
}

/** The same for editors, with the place of every placeholder that is replaced. */
export async function parseEditedText(
  text: string,
  path: string,
  readScript?: ReadScript,
): Promise<EditedFile> {
  const placeholders: PlaceholderSite[] = [];
  const scripts = await loadScripts(text, readScript);
  const file = parse(text, path, await loadCheckers(text), { ...(scripts && { scripts }), placeholders });
  keepSourceText(file, text);
  return { file, placeholders };
}

/** A file and the places of its names, without what scripts of other clients mean. */
export interface NamedFile {
  readonly file: RequestFile;
  readonly names: readonly NameSite[];
}

/** In the order of the text. Expressions are not checked, so that nothing has to be loaded. */
export function parseWithNames(text: string, path: string): NamedFile {
  const names: NameSite[] = [];
  const file = parse(text, path, undefined, { names });
  return { file, names: inOrder(names) };
}

/** Everything that an editor asks of a text, in one pass. */
export async function parseForEditor(
  text: string,
  path: string,
  readScript?: ReadScript,
): Promise<EditedFile & NamedFile> {
  const placeholders: PlaceholderSite[] = [];
  const names: NameSite[] = [];
  const checkers = await loadCheckers(text);
  // Most scripts have this mark; a text without it is searched for others only if it has lines of other clients.
  let scripts = text.includes('{%') ? await loadScripts(text, readScript) : undefined;
  let file = parse(text, path, checkers, { ...(scripts && { scripts }), placeholders, names });
  if (scripts === undefined && hasForeign(file)) scripts = await loadScripts(text, readScript);
  else scripts = undefined;
  if (scripts !== undefined) {
    placeholders.length = 0;
    names.length = 0;
    file = parse(text, path, checkers, { scripts, placeholders, names });
  }
  keepSourceText(file, text);
  return { file, placeholders, names: inOrder(names) };
}

/** Few names are noted late, so that most lists are in order already. */
function inOrder(names: NameSite[]): readonly NameSite[] {
  const isSorted = names.every((each, index) => index === 0 || byPlace(names[index - 1] ?? each, each) <= 0);
  return isSorted ? names : names.sort(byPlace);
}

function byPlace(a: NameSite, b: NameSite): number {
  return a.line - b.line || a.column - b.column;
}

/** The synchronous core; JSONPath and XPath expressions are checked only when checkers are given. */
export function parseText(text: string, path: string, expressions?: ExpressionCheckers): RequestFile {
  return parse(text, path, expressions, {});
}

interface ParseOptions {
  /** Findings of the decoder. */
  readonly decoding?: readonly Diagnostic[];
  readonly scripts?: ScriptAccess;
  readonly placeholders?: PlaceholderSite[];
  readonly names?: NameSite[];
}

function parse(
  source: string,
  path: string,
  expressions: ExpressionCheckers | undefined,
  { decoding = [], scripts = {}, placeholders, names }: ParseOptions,
): RequestFile {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  if (isTooLong(text)) return tooLarge(path);
  const state = new ParseState(text, expressions, (start, end) => readLayout(text.slice(start, end)));
  state.placeholders = placeholders;
  state.names = names;
  state.translate = scripts.translate;
  state.scriptFiles = scripts.files;
  for (const finding of decoding) state.diagnostics.push(finding);
  const sections = readFile(state);
  checkCharacters(state, decoding.length > 0);
  checkStructure(state);
  if (state.forgottenLines.size > 0) removeForgotten(state);
  state.diagnostics.sort(compareDiagnostics);
  return {
    path,
    variables: state.variables,
    requests: state.requests,
    diagnostics: state.diagnostics,
    comments: state.fileComments.lines,
    ...(state.imports.length > 0 && { imports: state.imports }),
    ...(state.runs.length > 0 && { runs: state.runs }),
    ...(sections.length > 0 ? { layout: { sections } } : {}),
  };
}

function tooLarge(path: string): RequestFile {
  const found = diagnose('file_too_large', { line: 1, column: 1, endColumn: 1 }, { limit: '10 MiB' });
  return { path, variables: [], requests: [], diagnostics: [found], comments: [] };
}

/** The layout of the only request in this part of a file. */
function readLayout(source: string): RequestLayout {
  const state = new ParseState(source);
  readFile(state);
  return state.requests[0]?.layout ?? { directives: EMPTY_LIST, blocks: EMPTY_LIST, sections: EMPTY_LIST };
}

/** Returns the separators without a request after the last request. */
function readFile(state: ParseState): readonly Section[] {
  const { reader, text } = state;
  let sections: readonly Section[] = EMPTY_LIST;
  let head = new Head(0, 0, 1, '');
  const skip = (): void => {
    const section = leaveHead(state, head);
    if (section) sections = appendItem(sections, section);
  };
  while (!reader.done) {
    if (isMark(text, reader.start, HASH)) {
      skip();
      head = headFromSeparator(state);
    } else if (readHeadLine(state, head) === 'request') {
      if (state.requests.length === MAX_REQUESTS) {
        state.reportLine('file_too_large', { limit: '100,000 requests' });
        return sections;
      }
      head = readRequest(state, head, sections);
      sections = EMPTY_LIST;
    }
  }
  skip();
  return sections;
}

function headFromSeparator(state: ParseState): Head {
  const { reader, text } = state;
  let at = reader.start + 3;
  while (text.charCodeAt(at) === HASH) at++;
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

/** Ends a head without a request, whose directives have no effect. */
function leaveHead(state: ParseState, head: Head): Section | undefined {
  state.references = EMPTY_LIST;
  forgetNames(state, head.directives);
  for (const line of head.directives) {
    const { name, value } = line;
    if (name.toLowerCase() === 'import' && value !== '') addImport(state, line);
    else state.reportAt('orphan_directive', directiveSpan(line), { name });
  }
  if (head.foreign.length > 0) reportLoneScripts(state, head.foreign);
  return head.section(state.text);
}

/** Parses one line of a head; a request line is left to the caller. */
function readHeadLine(state: ParseState, head: Head): 'request' | 'done' {
  const { reader, text } = state;
  const { start, end, line } = reader;
  const foreign = foreignAt(text, start, end, true);
  if (foreign) {
    const construct = readForeign(state, foreign, true);
    noteFileLine(state, foreign.use, construct, line);
    head.foreign = appendItem(head.foreign, { text: construct, line, place: 'head' });
    head.extend(start, state.foreignEnd);
    return 'done';
  }
  const first = skipBlanks(text, start, end);
  if (first === end) {
    reader.advance();
  } else if (isCommentStart(text, first) || text.charCodeAt(first) === AT) {
    readMarkedLine(state, head, first, true);
    reader.advance();
  } else if (isRequestLine(text, first, end)) {
    return 'request';
  } else if (isMark(text, start, LESS)) {
    state.reportLine('unexpected_close');
    reader.advance();
  } else {
    reportNoRequestLine(state, first);
    while (!reader.done && !isMark(text, reader.start, HASH)) reader.advance();
    // The broken request line is reported already, so its directives are not reported as orphans.
    forgetNames(state, head.directives);
    head.directives = EMPTY_LIST;
  }
  return 'done';
}

/** Parses a request from its request line to the start of the next head, and returns that head. */
function readRequest(state: ParseState, head: Head, sections: readonly Section[]): Head {
  const { reader } = state;
  state.beforeFirst = false;
  if (head.implicit) state.reportAt('missing_separator', head.implicit);
  const draft = readRequestLine(state);
  if (readHeaderSection(state, head, draft) && !reader.done) {
    const { body, comments } = readBodyRegion(state, draft);
    draft.body = body;
    if (comments.length > 0) draft.endComments = new CommentRun();
    for (const comment of comments) draft.endComments?.add(comment, 0);
  }
  const next = readTail(state, draft);
  finishRequest(state, head, draft, sections);
  return next;
}
