/** The lines that each request of a file takes up. */
import { directiveAt } from '../../request-file/text/directives.js';
import { isCommentStart, skipBlanks } from '../../request-file/text/characters.js';
import type { Request } from '../../request-file/model/model.js';
import { linesIn, type AnalysedText } from '../analysed-text.js';

/** The last line is included; lines count from 1. */
export interface RequestLines {
  readonly request: Request;
  readonly first: number;
  readonly last: number;
}

/** By index of the request, in one pass over the lines. */
export function requestLines(analysed: AnalysedText): RequestLines[] {
  const lines = linesIn(analysed);
  const { requests } = analysed.file;
  const firsts: number[] = [];
  for (const [index, request] of requests.entries())
    firsts.push(firstLine(lines, request, requests[index - 1]?.requestLine ?? 0));
  return requests.map((request, index) => {
    const limit = (firsts[index + 1] ?? lines.length + 1) - 1;
    return { request, first: firsts[index] ?? request.line, last: lastLine(lines, request, limit) };
  });
}

/** A request without a separator begins with the directives and comments above its request line. */
function firstLine(lines: readonly string[], { line, requestLine }: Request, before: number): number {
  if (line < requestLine) return line;
  let first = line;
  for (let number = line - 1; number > before; number--) {
    const text = lines[number - 1] ?? '';
    if (isBlankLine(text)) continue;
    if (!isCommentLine(text) && !isDirectiveLine(text)) break;
    first = number;
  }
  return first;
}

/** A separator without a request ends the one before it too. */
function lastLine(lines: readonly string[], { requestLine }: Request, limit: number): number {
  let last = requestLine;
  for (let number = requestLine + 1; number <= limit; number++) {
    const text = lines[number - 1] ?? '';
    if (text.startsWith('###')) break;
    if (!isBlankLine(text)) last = number;
  }
  return last;
}

export function isBlankLine(text: string): boolean {
  return skipBlanks(text, 0, text.length) === text.length;
}

/** Whether the line is a comment and neither a separator nor a directive, if it stands where comments may stand. */
export function isCommentLine(text: string): boolean {
  const first = skipBlanks(text, 0, text.length);
  if (first === text.length || !isCommentStart(text, first) || text.startsWith('###')) return false;
  return directiveAt(text, first, text.length) === undefined;
}

function isDirectiveLine(text: string): boolean {
  const first = skipBlanks(text, 0, text.length);
  return isCommentStart(text, first) && directiveAt(text, first, text.length) !== undefined;
}
