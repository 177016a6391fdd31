/** Adds an assertion or a capture to the text of a request, and changes nothing else. */
import { hasErrors } from './model/diagnostic.js';
import type { Request, RequestFile } from './model/model.js';
import { shownName } from './model/request-filter.js';
import { parseRequestFile } from './parse-file.js';
import { placeLines, textLines, withLines, type TextLine } from './place-lines.js';
import { assertionFor, captureFor, type ResponsePart } from './response-check.js';

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
  const lines = textLines(text);
  const there = isAssertion ? lines.findIndex(isLineOf(request, written)) : -1;
  if (there >= 0) return { ok: true, text, line: there + 1, written, isThere: true };
  const placed = placeLines(
    lines,
    file,
    file.requests.indexOf(request),
    isAssertion ? 'assertions' : 'capture',
    [written],
  );
  const changed = withLines(text, lines, [placed]);
  const line = placed.at + placed.added.findIndex((each) => each.trim() === written) + 1;
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

function isLineOf({ assertions }: Request, written: string): (line: TextLine, index: number) => boolean {
  const numbers = new Set(assertions.map(({ line }) => line));
  return ({ text }, index) => numbers.has(index + 1) && text.trim() === written;
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
