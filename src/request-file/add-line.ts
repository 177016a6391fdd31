/** Adds an assertion or a capture to the text of a request, and changes nothing else. */
import { hasErrors } from './model/diagnostic.js';
import type { Request, RequestFile } from './model/model.js';
import { shownName } from './model/request-filter.js';
import { parseRequestFile } from './parse-file.js';
import { assertionFor, captureFor, type ResponsePart } from './response-check.js';
import { blockOpener, type BlockKind } from './text/blocks.js';
import { LineReader } from './text/line-reader.js';

export interface LineAddition {
  readonly kind: 'assertion' | 'capture';
  readonly part: ResponsePart;
  /** The request as its result names it, and the line where it was when it ran. */
  readonly requestName: string;
  readonly requestLine: number;
}

export type AddedLine =
  | {
      readonly ok: true;
      readonly text: string;
      /** The number of the line. */
      readonly line: number;
      readonly written: string;
      /** Whether the line was there before, so that nothing was added. */
      readonly isThere: boolean;
    }
  | { readonly ok: false; readonly problem: string };

export async function addLine(text: string, path: string, addition: LineAddition): Promise<AddedLine> {
  const file = await parseRequestFile(text, path);
  const request = findRequest(file, addition);
  if (request === undefined)
    return { ok: false, problem: `${path} has no request ${addition.requestName} any more.` };
  const isAssertion = addition.kind === 'assertion';
  const captured = request.captures.map(({ name }) => name);
  const written = isAssertion ? assertionFor(addition.part) : captureFor(addition.part, captured);
  const lines = linesOf(text);
  const there = isAssertion ? lines.findIndex(isLineOf(request, written)) : -1;
  if (there >= 0) return { ok: true, text, line: there + 1, written, isThere: true };
  const { at, added } = placeFor(lines, request, isAssertion ? 'assertions' : 'capture', written);
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const changed = inserted(text, lines, at, added, lineEnd);
  const line = at + added.indexOf(written) + 1;
  const after = await parseRequestFile(changed, path);
  if (!isAdded(file, after, request, addition.kind, line))
    return { ok: false, problem: `The line cannot be added to ${shownName(request)}: ${written}` };
  return { ok: true, text: changed, line, written, isThere: false };
}

/** By name, since the text may have changed after the run; the number of a row of data is no part of the name. */
function findRequest({ requests }: RequestFile, place: LineAddition): Request | undefined {
  const { requestName, requestLine } = place;
  const names = [requestName, requestName.replace(/ \[\d+\]$/, '')];
  const named = names.map((name) => requests.filter((each) => shownName(each) === name));
  const [nearest] = (named.find((found) => found.length > 0) ?? []).toSorted(
    (a, b) => Math.abs(a.line - requestLine) - Math.abs(b.line - requestLine),
  );
  // A request without a name is called by its URL, which may be edited; its place is then all that is left.
  return nearest ?? requests.find(({ line, name }) => line === requestLine && name === '');
}

interface Line {
  readonly start: number;
  readonly text: string;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (const reader = new LineReader(text); !reader.done; reader.advance())
    lines.push({ start: reader.start, text: text.slice(reader.start, reader.end) });
  return lines;
}

function isLineOf({ assertions }: Request, written: string): (line: Line, index: number) => boolean {
  const numbers = new Set(assertions.map(({ line }) => line));
  return ({ text }, index) => numbers.has(index + 1) && text.trim() === written;
}

interface Block {
  readonly kind: string;
  readonly opener: number;
  /** The line of `<<<`. */
  readonly closer: number;
}

/** Later blocks in the order in which formatting writes them. */
const LATER: Readonly<Record<'assertions' | 'capture', readonly BlockKind[]>> = {
  assertions: ['capture', 'db', 'shell', 'mock'],
  capture: ['db', 'shell', 'mock'],
};

/** The lines to add, and the index of the line before which they are added. */
function placeFor(
  lines: readonly Line[],
  request: Request,
  kind: 'assertions' | 'capture',
  written: string,
): { readonly at: number; readonly added: readonly string[] } {
  const end = requestEnd(lines, request);
  const blocks = blocksBetween(lines, request.requestLine, end);
  const own = blocks.findLast((block) => block.kind === kind);
  if (own !== undefined) return { at: afterContent(lines, own.opener + 1, own.closer), added: [written] };
  const next = blocks.find((block) => LATER[kind].some((later) => later === block.kind));
  const last = blocks.at(-1);
  const block = [blockOpener(kind), written, '<<<'];
  if (next !== undefined) return { at: next.opener, added: [...block, ''] };
  const at = last === undefined ? afterContent(lines, request.requestLine, end) : last.closer + 1;
  const isBlankNext = (lines[at]?.text.trim() ?? '') === '';
  return { at, added: ['', ...block, ...(isBlankNext ? [] : [''])] };
}

function requestEnd(lines: readonly Line[], { requestLine }: Request): number {
  const next = lines.findIndex(({ text }, index) => index >= requestLine && text.startsWith('###'));
  return next < 0 ? lines.length : next;
}

/** No line of a body or of a block can begin with `>>>` or `<<<`. */
function blocksBetween(lines: readonly Line[], from: number, to: number): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly kind: string; readonly opener: number } | undefined;
  for (let at = from; at < to; at++) {
    const text = lines[at]?.text ?? '';
    if (text.startsWith('>>>')) {
      const word = text.slice(3).trim().toLowerCase();
      open = { kind: word === '' ? 'assertions' : word, opener: at };
    } else if (text.startsWith('<<<') && open !== undefined) {
      blocks.push({ ...open, closer: at });
      open = undefined;
    }
  }
  return blocks;
}

/** The index after the last line that is not blank. */
function afterContent(lines: readonly Line[], from: number, to: number): number {
  let at = to;
  while (at > from && (lines[at - 1]?.text.trim() ?? '') === '') at--;
  return at;
}

function inserted(
  text: string,
  lines: readonly Line[],
  at: number,
  added: readonly string[],
  lineEnd: string,
): string {
  const start = lines[at]?.start ?? text.length;
  const before = text.slice(0, start);
  const needsEnd = before !== '' && !/[\r\n]$/.test(before);
  return `${before}${needsEnd ? lineEnd : ''}${added.join(lineEnd)}${lineEnd}${text.slice(start)}`;
}

/** Whether the file has exactly one line more, in this request. */
function isAdded(
  before: RequestFile,
  after: RequestFile,
  request: Request,
  kind: LineAddition['kind'],
  line: number,
): boolean {
  const same = after.requests[before.requests.indexOf(request)];
  if (same === undefined || after.requests.length !== before.requests.length) return false;
  if (hasErrors(after) && !hasErrors(before)) return false;
  const [old, now] =
    kind === 'assertion' ? [request.assertions, same.assertions] : [request.captures, same.captures];
  return now.length === old.length + 1 && now.some((item) => item.line === line);
}
