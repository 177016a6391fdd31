/**
 * Makes text from files and responses safe for a terminal: control characters except tab and newline, DEL, C1 and
 * bidirectional overrides become `\u00XX` escapes.
 */
export function printable(text: string): string {
  return NOT_PLAIN.test(text) ? text.replace(UNPRINTABLE, escape) : text;
}

/** The same for text that has to stay on one line, such as a name or a message. */
export function printableLine(text: string): string {
  return NOT_PLAIN.test(text) ? text.replace(UNPRINTABLE_IN_LINE, escape) : text;
}

/** Almost no text has such a character, and this test is several times as fast as replacing nothing. */
const NOT_PLAIN = /[^ -~]/;
const OTHERS = '\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const UNPRINTABLE = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${OTHERS}]`, 'g');
const UNPRINTABLE_IN_LINE = new RegExp(`[\\u0000-\\u0008\\u000a-\\u001f\\u2028\\u2029${OTHERS}]`, 'g');

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
