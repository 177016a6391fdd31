/** Where a line stands in its request, for editors: decided from the lines above it, without parsing the file. */
import { BLOCK_KINDS, type BlockKind } from './blocks.js';
import { skipBlanks, trimEnd } from './characters.js';
import { cutMethod } from './methods.js';
import { looksLikeVariable } from './variable-definition.js';

export type LineRegion = 'head' | 'headers' | 'body' | 'tail' | BlockKind | 'unknown-block';

/** A line further below its separator is taken for a part of a long body. */
const MAX_LINES_BACK = 5000;
const DELIMITER = /^(?:###|>>>|<<<)/;
const BLOCK_OPENER = /^>>>\s*(\w*)/;
const NO_REQUEST_LINE = /^\s*(?:#|\/\/|@|$)/;

/** Whether the line is a separator, or opens or closes a block; these count only in column 1. */
export function isDelimiter(line: string): boolean {
  return DELIMITER.test(line);
}

/** The region of line `number`, counted from 1. */
export function regionAt(lineText: (number: number) => string, number: number): LineRegion {
  let start = number - 1;
  while (start >= 1 && !lineText(start).startsWith('###')) {
    if (number - start > MAX_LINES_BACK) return 'body';
    start--;
  }
  let region: LineRegion = 'head';
  let mayDefine = false;
  for (let each = start + 1; each < number; each++) {
    const line = lineText(each);
    const next = regionAfter(region, line);
    if (region !== 'headers' && next === 'headers') mayDefine = true;
    else mayDefine &&= mayDefineBelow(region, line);
    region = next;
  }
  return region === 'body' && mayDefine && definesVariable(lineText(number)) ? 'tail' : region;
}

/** Variables may follow a request without a Content-Type directly; a body below them is a body. */
export function mayDefineBelow(region: string, line: string): boolean {
  if (region === 'headers') return !CONTENT_TYPE.test(line);
  return region === 'body' && (line.trim() === '' || definesVariable(line));
}

const CONTENT_TYPE = /^\s*content-type\s*:/i;

/** Whether the line is `@name = value`. */
function definesVariable(line: string): boolean {
  const end = trimEnd(line, 0, line.length);
  return looksLikeVariable(line, skipBlanks(line, 0, end), end);
}

function regionAfter(region: LineRegion, line: string): LineRegion {
  switch (region) {
    case 'head':
      return NO_REQUEST_LINE.test(line) ? 'head' : 'headers';
    case 'headers':
      return line.trim() === '' ? 'body' : (openedBlock(line) ?? 'headers');
    case 'body':
      return openedBlock(line) ?? 'body';
    case 'tail': {
      const first = line.length - line.trimStart().length;
      return openedBlock(line) ?? (cutMethod(line, first, line.length) ? 'headers' : 'tail');
    }
    default:
      return line.startsWith('<<<') ? 'tail' : region;
  }
}

function openedBlock(line: string): LineRegion | undefined {
  const word = BLOCK_OPENER.exec(line)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  if (word === '') return 'assertions';
  return BLOCK_KINDS.find((kind) => kind === word) ?? 'unknown-block';
}

const FREE_TEXT: ReadonlySet<LineRegion> = new Set(['body', 'graphql', 'variables', 'mock']);

/** Whether blanks at the start of this line are only layout; elsewhere they would change what the line means. */
export function mayIndent(line: string, region: LineRegion): boolean {
  return FREE_TEXT.has(region) && !isDelimiter(line);
}
