/** Makes texts of other tools fit for one line of a request file. */
import { isBlank, skipBlanks, trimBlanks, trimEnd } from '../request-file/text/characters.js';
import { directiveAt } from '../request-file/text/directives.js';
import { base64Placeholder, ESCAPING_PATTERN, escapingStart } from '../request-file/write-safely.js';

/** A template on one line: only characters that a line cannot contain become placeholders. */
export function toOneLine(template: string): string {
  const text = template.toWellFormed();
  const start = skipBlanks(text, 0, text.length);
  const end = trimEnd(text, start, text.length);
  const kept = end === text.length ? end : escapingStart(text, end);
  const line = text.slice(start, kept);
  // The search for backslashes before a break is slow, and nearly no text has a break.
  const inner = BREAK.test(line) ? line.replace(BREAKS, base64Placeholder) : line;
  return encoded(text.slice(0, start)) + inner + encoded(text.slice(kept));
}

/** A request file cannot contain NUL. */
const BREAK = /[\r\n\0]/;
const BREAKS = new RegExp(`${ESCAPING_PATTERN}[\\r\\n\\0]+`, 'g');

function encoded(text: string): string {
  return text === '' ? '' : base64Placeholder(text);
}

/** Prose on one line, with collapsed blanks. */
export function collapseBlanks(text: string): string {
  return text.toWellFormed().replace(NOT_ONE_SPACE, ' ').trim();
}

/** Blanks other than a single space, which most prose has only between its lines. */
const NOT_ONE_SPACE = / [\s\0]+|(?! )[\s\0]+/g;

const MAX_DESCRIPTION_LENGTH = 100;
/** Descriptions may be pages long, of which only the start is needed. */
const PROSE_START = 400;

export function shortenDescription(text: string): string {
  const start = text.length > PROSE_START ? collapseBlanks(text.slice(0, PROSE_START)) : '';
  // A character takes at most two units; the one at the cut may be half of one.
  const whole = start.length > 2 * MAX_DESCRIPTION_LENGTH + 1 ? start : collapseBlanks(text);
  if (whole.length <= MAX_DESCRIPTION_LENGTH) return whole;
  let end = 0;
  for (let count = 0; count < MAX_DESCRIPTION_LENGTH && end < whole.length; count++)
    end += (whole.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end === whole.length ? whole : `${whole.slice(0, end).trimEnd()}...`;
}

/** A comment that cannot be read as a directive. */
export function toComment(text: string): string {
  const line = `# ${collapseBlanks(text)}`;
  return directiveAt(line, 0, line.length) === undefined ? line.trimEnd() : `# "${collapseBlanks(text)}"`;
}

/** Encodes line breaks and NUL; other invalid characters are encoded when sent. */
export function toUrlLine(template: string): string {
  return trimBlanks(template.toWellFormed()).replace(/[\r\n\0]/g, encodeURIComponent);
}

export function hasOuterBlank(text: string): boolean {
  return isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1));
}
