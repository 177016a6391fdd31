import { isCommentStart, skipBlanks } from './characters.js';
import { LineReader } from './line-reader.js';

/** The text of a JSON body without its comment lines, which other clients do not send either. */
export function withoutCommentLines(raw: string): string {
  if (!raw.includes('#') && !raw.includes('//')) return raw;
  let text = '';
  let from = 0;
  let isCut = false;
  const reader = new LineReader(raw);
  while (!reader.done) {
    const { start, end } = reader;
    const isComment = isCommentStart(raw, skipBlanks(raw, start, end));
    reader.advance();
    if (!isComment) continue;
    text += raw.slice(from, start);
    from = reader.start;
    isCut = true;
  }
  if (!isCut) return raw;
  // Nothing follows the last line of a body, so that a comment there takes the line end before it along.
  const rest = raw.slice(from);
  return rest === '' ? text.replace(/(?:\r\n|\n|\r)$/, '') : text + rest;
}
