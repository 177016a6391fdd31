/** Texts of other tools made fit for one line of a request file (language 12, rule 7). */
import { isBlank, skipBlanks, trimEnd } from '../request-file/text/characters.js';
import { directiveAt } from '../request-file/text/directives.js';
import { base64Placeholder, ESCAPING_PATTERN, escapingStart } from '../request-file/write-safely.js';

/** A template on one line: only what a line cannot hold is written as a placeholder. */
export function oneLine(template: string): string {
  const text = template.toWellFormed();
  const start = skipBlanks(text, 0, text.length);
  const end = trimEnd(text, start, text.length);
  const kept = end === text.length ? end : escapingStart(text, end);
  return encoded(text.slice(0, start)) + withoutBreaks(text.slice(start, kept)) + encoded(text.slice(kept));
}

function withoutBreaks(text: string): string {
  return text.replace(BREAKS, base64Placeholder);
}

/** NUL may stand nowhere in a file. */
const BREAKS = new RegExp(`${ESCAPING_PATTERN}[\\r\\n\\0]+`, 'g');

function encoded(text: string): string {
  return text === '' ? '' : base64Placeholder(text);
}

/** Prose on one line: what does not show is not kept. */
export function collapsed(text: string): string {
  // oxlint-disable-next-line no-control-regex -- NUL may stand nowhere in a file
  return text
    .toWellFormed()
    .replace(/[\s\0]+/g, ' ')
    .trim();
}

const LONGEST_DESCRIPTION = 100;

export function shortDescription(text: string): string {
  const whole = collapsed(text);
  if (whole.length <= LONGEST_DESCRIPTION) return whole;
  const characters = Array.from(whole);
  if (characters.length <= LONGEST_DESCRIPTION) return whole;
  return `${characters.slice(0, LONGEST_DESCRIPTION).join('').trimEnd()}...`;
}

/** A comment that is no directive, whatever it says. */
export function commentLine(text: string): string {
  const line = `# ${collapsed(text)}`;
  return directiveAt(line, 0, line.length) === undefined ? line.trimEnd() : `# "${collapsed(text)}"`;
}

/** Illegal in a URL but easily meant; everything else illegal is encoded when it is sent. */
export function urlLine(template: string): string {
  const text = template.toWellFormed();
  const start = skipBlanks(text, 0, text.length);
  return (
    text
      .slice(start, trimEnd(text, start, text.length))
      // oxlint-disable-next-line no-control-regex -- these would end the line or the file
      .replace(/[\r\n\0]/g, (character) => encodeURIComponent(character))
  );
}

export function hasOuterBlank(text: string): boolean {
  return isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1));
}
