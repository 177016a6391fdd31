/** The parts of a file that an editor can fold. */
import type { Request } from '../../request-file/model/model.js';
import { openedKind, RAW_BLOCKS } from '../../request-file/text/blocks.js';
import { linesIn, type AnalysedText } from '../analysed-text.js';
import { isCommentLine, requestLines, type RequestLines } from './request-lines.js';

export interface FoldedLines {
  readonly kind: 'request' | 'block' | 'body' | 'comments';
  readonly line: number;
  /** The last line, which is included. */
  readonly endLine: number;
}

const MIN_COMMENT_LINES = 3;

/** In the order of their first lines, the longer one first. */
export function foldingOf(analysed: AnalysedText): FoldedLines[] {
  const lines = linesIn(analysed);
  const folded: FoldedLines[] = [];
  /** By number, 1 for the lines of bodies, scripts and raw blocks, in which nothing is a comment. */
  const texts = new Uint8Array(lines.length + 2);
  for (const each of requestLines(analysed)) {
    add(folded, 'request', each.first, each.last);
    for (const [first, last] of textsOf(each.request)) texts.fill(1, first, last + 1);
    const body = bodyLines(each.request);
    if (body !== undefined) add(folded, 'body', ...body);
    for (const block of blocksOf(lines, each, texts)) {
      add(folded, 'block', block.first, block.last);
      if (isRaw(lines[block.first - 1] ?? '')) texts.fill(1, block.first, block.last + 1);
    }
  }
  addComments(folded, lines, texts);
  return folded.toSorted((a, b) => a.line - b.line || b.endLine - a.endLine);
}

function add(folded: FoldedLines[], kind: FoldedLines['kind'], line: number, endLine: number): void {
  if (endLine > line) folded.push({ kind, line, endLine });
}

function textsOf(request: Request): (readonly [number, number])[] {
  const body = bodyLines(request);
  const scripts = request.foreign.map(({ text, line }) => [line, line + lineEnds(text)] as const);
  return body === undefined ? scripts : [body, ...scripts];
}

/** A body that is written as a block is folded with that. */
function bodyLines({ body }: Request): readonly [number, number] | undefined {
  if (body === null || body.raw === '') return undefined;
  return [body.line, body.line + lineEnds(body.raw)];
}

function lineEnds(text: string): number {
  let count = 0;
  for (const _end of text.matchAll(/\r\n|\n|\r/g)) count++;
  return count;
}

function isRaw(opener: string): boolean {
  const kind = openedKind(opener);
  return kind !== undefined && RAW_BLOCKS.has(kind);
}

interface Block {
  readonly first: number;
  readonly last: number;
}

/** Delimiters count in column 1 only; an unclosed block ends before the next opener. */
function blocksOf(lines: readonly string[], { request, last }: RequestLines, texts: Uint8Array): Block[] {
  const blocks: Block[] = [];
  let opener = 0;
  for (let number = request.requestLine + 1; number <= last; number++) {
    const line = lines[number - 1] ?? '';
    if (texts[number] === 1) continue;
    if (line.startsWith('>>>')) {
      if (opener > 0) blocks.push({ first: opener, last: number - 1 });
      opener = number;
    } else if (opener > 0 && line.startsWith('<<<')) {
      blocks.push({ first: opener, last: number });
      opener = 0;
    }
  }
  if (opener > 0) blocks.push({ first: opener, last });
  return blocks;
}

function addComments(folded: FoldedLines[], lines: readonly string[], texts: Uint8Array): void {
  let first = 0;
  for (let number = 1; number <= lines.length + 1; number++) {
    const isComment = number <= lines.length && texts[number] !== 1 && isCommentLine(lines[number - 1] ?? '');
    if (isComment && first === 0) first = number;
    if (isComment || first === 0) continue;
    if (number - first >= MIN_COMMENT_LINES) add(folded, 'comments', first, number - 1);
    first = 0;
  }
}
