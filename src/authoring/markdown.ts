/** Writes plain text as Markdown, so that nothing of it is read as markup. */

/** Parts between grave accents stay code; every other mark is escaped. */
export function escapeMarkdown(text: string): string {
  const parts = oneLine(text).split('`');
  // An accent without a partner is a plain character.
  if (parts.length % 2 === 0) return escapeMarks(parts.join('`'));
  return parts.map((part, index) => (index % 2 === 0 ? escapeMarks(part) : codeSpan(part))).join('');
}

/** Marks that mean something anywhere in a line. */
const MARKS = /[\\`*[\]<>&~|]/;
/** An underscore inside of a word means nothing, and a colon or a full stop only in an address. */
const MARKS_IN_PLACE = /(?<!\w)_|_(?!\w)|:(?=\/\/)|(?<=\w)@(?=\w)|(?<=\bwww)\./;
/** A heading, a list or a line. */
const FIRST_MARKS = /^#(?=#*(?:\s|$))|^[-+=](?=[-+=\s]|$)|(?<=^\d{1,9})[.)](?=\s|$)/;
const ESCAPED = new RegExp([MARKS, MARKS_IN_PLACE, FIRST_MARKS].map(({ source }) => source).join('|'), 'gi');

/** Only where it is needed, because many editors show the text as it is. */
function escapeMarks(text: string): string {
  return text.replaceAll(ESCAPED, String.raw`\$&`);
}

/** Code inside of a line, whatever it contains. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line.trim() === '') return line === '' ? '' : '` `';
  const fence = '`'.repeat(maxAccents(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

export function codeBlock(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, maxAccents(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function maxAccents(text: string): number {
  let max = 0;
  for (const [run] of text.matchAll(/`+/g)) max = Math.max(max, run.length);
  return max;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}
