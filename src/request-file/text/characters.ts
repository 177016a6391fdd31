/** Character classes of the grammar. A blank is a space or a tab. */

export const TAB = 9;
export const SPACE = 32;
export const HASH = 35;
export const AMPERSAND = 38;
export const SLASH = 47;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const AT = 64;

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** The pattern is created on demand, because a set of all letters delays the start of the command. */
export function isLetter(code: number): boolean {
  return code < 128 ? isAsciiLetter(code) : /\p{L}/u.test(String.fromCharCode(code));
}

/** Whether a character may follow the first letter of the name of a directive or variable. */
export function isNameCharacter(code: number): boolean {
  if (code >= 128) return /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code));
  return isAsciiLetter(code) || isDigit(code) || code === 95 || code === 45 || code === 46;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** An HTTP token (RFC 9110 section 5.6.2), as header names are. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The offset of the first non-blank character in the range, or `end`. */
export function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The offset after the last non-blank character in the range, or `start`. */
export function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

export function trimBlanks(text: string): string {
  const start = skipBlanks(text, 0, text.length);
  return text.slice(start, trimEnd(text, start, text.length));
}

/** The offset after the name that starts at `start`; `start` if there is none. */
export function nameEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isNameCharacter(text.charCodeAt(at))) at++;
  return at;
}

/** The offset of the first blank, or `end`. */
export function wordEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Whether `###`, `>>>` or `<<<` stands at this offset, for the code of its character. */
export function isMark(text: string, at: number, code: number): boolean {
  return text.charCodeAt(at) === code && text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
}

export function isCommentStart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === HASH || (code === SLASH && text.charCodeAt(at + 1) === SLASH);
}
