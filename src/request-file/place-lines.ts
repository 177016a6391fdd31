/** Finds where lines of a block are added to the text of a request, and adds them; other lines stay as they are. */
import { foreignAt, endsRegion } from './parse/foreign-dialects.js';
import type { Request, RequestFile } from './model/model.js';
import { blockOpener, openedKind, type BlockKind } from './text/blocks.js';
import { AT, isCommentStart, skipBlanks, trimBlanks } from './text/characters.js';
import { directiveAt } from './text/directives.js';
import { LineReader } from './text/line-reader.js';

/** A line of a text, without its line end. */
export interface TextLine {
  readonly start: number;
  readonly text: string;
}

/** Lines to add, before the line with this index. */
export interface PlacedLines {
  readonly at: number;
  readonly added: readonly string[];
}

export function textLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (const reader = new LineReader(text); !reader.done; reader.advance())
    lines.push({ start: reader.start, text: text.slice(reader.start, reader.end) });
  return lines;
}

/** Later blocks in the order in which formatting writes them. */
const LATER: Readonly<Record<'assertions' | 'capture', readonly BlockKind[]>> = {
  assertions: ['capture', 'db', 'shell', 'mock'],
  capture: ['db', 'shell', 'mock'],
};

/** Places lines in the last block of their kind of a request, or in a new one. */
export function placeLines(
  lines: readonly TextLine[],
  { requests }: RequestFile,
  index: number,
  kind: 'assertions' | 'capture',
  written: readonly string[],
): PlacedLines {
  const request = requests[index];
  if (request === undefined) return { at: lines.length, added: [] };
  const end = requestEnd(lines, request, requests[index + 1]);
  const blocks = blocksBetween(lines, request.requestLine, end);
  const own = blocks.findLast((block) => block.kind === kind);
  if (own !== undefined) return placeInBlock(lines, own, written);
  const next = blocks.find((block) => LATER[kind].some((later) => later === block.kind));
  const last = blocks.at(-1);
  const block = [blockOpener(kind), ...written, '<<<'];
  if (next !== undefined) return { at: next.opener, added: [...block, ''] };
  const at = last === undefined ? regionEnd(lines, request, end) : last.closer + 1;
  return { at, added: ['', ...block, ...(isBlankAt(lines, at) ? [] : [''])] };
}

/** The index after the lines of a request; those of the head of the next one may be among them. */
function requestEnd(lines: readonly TextLine[], { requestLine }: Request, next: Request | undefined): number {
  const limit = next === undefined ? lines.length : next.requestLine - 1;
  let at = requestLine;
  while (at < limit && !textAt(lines, at).startsWith('###')) at++;
  return at;
}

interface Block {
  readonly kind: BlockKind | undefined;
  readonly opener: number;
  /** The line of `<<<`. */
  readonly closer: number;
}

/** Scripts of other clients may have lines that look like the start or the end of a block. */
function blocksBetween(lines: readonly TextLine[], from: number, to: number): readonly Block[] {
  const blocks: Block[] = [];
  let open: Omit<Block, 'closer'> | undefined;
  for (let at = from; at < to; at++) {
    const text = textAt(lines, at);
    const foreign = open === undefined ? foreignAt(text, 0, text.length, false) : undefined;
    if (foreign?.until !== undefined) {
      do at++;
      while (at < to && !endsForeign(textAt(lines, at), foreign.until));
    } else if (text.startsWith('>>>')) {
      open = { kind: openedKind(text), opener: at };
    } else if (text.startsWith('<<<') && open !== undefined) {
      blocks.push({ ...open, closer: at });
      open = undefined;
    }
  }
  return blocks;
}

function endsForeign(line: string, until: 'script' | 'braces'): boolean {
  return until === 'script' ? line.includes('%}') : line.startsWith('}}');
}

/** After the last line that is no comment, since a comment would belong to the line that follows it. */
function placeInBlock(lines: readonly TextLine[], block: Block, written: readonly string[]): PlacedLines {
  const first = block.opener + 1;
  const isItem = (at: number): boolean => {
    const text = textAt(lines, at);
    return !isBlankAt(lines, at) && !isCommentStart(text, skipBlanks(text, 0, text.length));
  };
  let at = block.closer;
  while (at > first && !isItem(at - 1)) at--;
  if (at > first) {
    const last = textAt(lines, at - 1);
    const indent = last.slice(0, skipBlanks(last, 0, last.length));
    return { at, added: written.map((line) => `${indent}${line}`) };
  }
  // Comments that have a block of their own come first, apart from the lines that follow.
  at = afterContent(lines, first, block.closer);
  if (at === first) return { at, added: written };
  return at < block.closer ? { at: at + 1, added: written } : { at, added: ['', ...written] };
}

/** The index after the headers and the body of a request without blocks. */
function regionEnd(lines: readonly TextLine[], { requestLine, body }: Request, to: number): number {
  const isEnd = (at: number): boolean =>
    at >= to || endsRegion(textAt(lines, at), 0, textAt(lines, at).length);
  let headEnd = requestLine;
  while (!isEnd(headEnd) && !isBlankAt(lines, headEnd)) headEnd++;
  let end = headEnd;
  while (!isEnd(end)) end++;
  if (body !== null) return afterContent(lines, headEnd, end);
  // Formatting writes comments after the blocks; what looks like a directive would begin another request there.
  while (end > headEnd && !isBoundToRegion(textAt(lines, end - 1))) end--;
  return end;
}

function isBoundToRegion(line: string): boolean {
  const first = skipBlanks(line, 0, line.length);
  return line.charCodeAt(first) === AT || directiveAt(line, first, line.length) !== undefined;
}

/** The index after the last line that is not blank. */
function afterContent(lines: readonly TextLine[], from: number, to: number): number {
  let at = to;
  while (at > from && isBlankAt(lines, at - 1)) at--;
  return at;
}

/** Whether a line is blank, or there is none. */
function isBlankAt(lines: readonly TextLine[], at: number): boolean {
  return trimBlanks(textAt(lines, at)) === '';
}

function textAt(lines: readonly TextLine[], at: number): string {
  return lines[at]?.text ?? '';
}

/** The text with the added lines, which are in the order of their places. */
export function withLines(text: string, lines: readonly TextLine[], placed: readonly PlacedLines[]): string {
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const parts: string[] = [];
  let from = 0;
  for (const { at, added } of placed) {
    const start = lines[at]?.start ?? text.length;
    const before = text.slice(from, start);
    parts.push(before);
    const isInLine = start > 0 && !/[\r\n]/.test(text[start - 1] ?? '');
    if (isInLine) parts.push(lineEnd);
    parts.push(added.join(lineEnd), lineEnd);
    from = start;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
