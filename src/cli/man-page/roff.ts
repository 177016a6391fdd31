/** Text for a line of roff: nothing in it is a request or an escape, and each character is printed as it is. */
export function roffText(text: string): string {
  const escaped = text.replaceAll(
    /[\\'`^~-]|[^\u0020-\u007e]/gu,
    (character) => ESCAPES[character] ?? named(character),
  );
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** Words that are typed as they stand, such as flags. */
export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

/** Words that stand for others, such as values of flags. */
export function italic(text: string): string {
  return `\\fI${roffText(text)}\\fR`;
}

/** An argument of a request, which blanks would split. */
export function quoted(text: string): string {
  return `"${roffText(text).replaceAll('"', '\\(dq')}"`;
}

/** Printers show a typographic character for a bare one of these. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '-': '\\-',
};

function named(character: string): string {
  return `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
