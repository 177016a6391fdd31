/** Text in which single bytes are written as `=0A` (RFC 2045 6.7), as far as a line of text cannot hold them. */

const HEX_PAIR = /^[0-9a-f]{2}/i;

/**
 * Writes a text so that it needs no control character but tab and line feed, ends in no blank line, and has no line
 * that starts with three of the marks `#`, `>` or `<`. Everything else stays readable, also `=` where it is unambiguous.
 */
export function toQuotedPrintable(text: string): string {
  const end = /[ \t\n]*$/.exec(text)?.index ?? text.length;
  // A single line may end in blanks, but lines at the end must not be blank.
  const kept = end > 0 && !text.slice(end).includes('\n') ? text.length : end;
  const written = text
    .slice(0, kept)
    .replace(/=/g, (equals, at: number) => (isAmbiguous(text, at + 1) ? '=3D' : equals))
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, byteText)
    .replace(/^([ \t]*)([#<>])(?=\2\2)/gm, (_, blanks: string, mark: string) => blanks + byteText(mark));
  return written + text.slice(kept).replace(/[ \t\n]/g, byteText);
}

/** Whether an equals sign before this place would be read as the start of a byte or of a soft line break. */
function isAmbiguous(text: string, at: number): boolean {
  SOFT_END.lastIndex = at;
  return SOFT_END.test(text) || HEX_PAIR.test(text.slice(at, at + 2));
}

const SOFT_END = /[ \t]*(?:[\r\n]|$)/y;

function byteText(character: string): string {
  return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The bytes that it stands for. An equals sign that starts neither a byte nor a soft line break stands for itself. */
export function fromQuotedPrintable(text: string): Uint8Array {
  const parts = text.split(/((?:=[0-9a-f]{2})+|=[ \t]*(?:\r?\n|$))/i).map((part, index) => {
    if (index % 2 === 0) return Buffer.from(part, 'utf8');
    return HEX_PAIR.test(part.slice(1)) ? Buffer.from(part.replaceAll('=', ''), 'hex') : Buffer.alloc(0);
  });
  return Buffer.concat(parts);
}
