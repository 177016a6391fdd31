/** Walks over the text of JSON without reading its values: for depth, layout and the places of values. */
import { isPlainObject } from './plain-object.js';

export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
const BACKSLASH = 92;
const ZERO = 48;
const NINE = 57;

export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** The offset of the next character that is not blank, or the length of the text. */
export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The offset behind the closing quote of the string that starts here; -1 when it is not closed. */
export function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    // After an even number of backslashes the quote is not escaped.
    if ((at - before) % 2 === 1) return at + 1;
  }
  return -1;
}

/** The offset behind a number or word. */
export function scalarEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isBlank(code)) return at;
  }
  return text.length;
}

/** The offset of the bracket that opens one level too many; -1 when there is none. */
export function findTooDeep(text: string, maxDepth: number): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1;
      if (at < 0) return -1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > maxDepth) return at;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return -1;
}

/** The highest key that JavaScript lists before others. */
const MAX_INTEGER_KEY = 4_294_967_294;

/**
 * Whether `JSON.parse` may list the keys of an object in another order than the text, which it never does when those
 * that look like integers come first, in ascending order. Also true for a text that is nested too deep.
 */
export function mayReorderKeys(text: string, maxDepth: number): boolean {
  // The last key of the open object at each depth: infinite when the next one must not look like an integer.
  const last: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (end < 0) return false;
      const next = skipBlanks(text, end);
      if (text.charCodeAt(next) === COLON) {
        const place = integerKey(text, at + 1, end - 1);
        if (place === undefined || (place !== Infinity && place <= (last[depth] ?? -1))) return true;
        last[depth] = place;
      }
      at = next - 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > maxDepth) return true;
      last[depth] = -1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** Infinite for a key that keeps its place; undefined for one with an escape that may stand for a digit. */
function integerKey(text: string, start: number, end: number): number | undefined {
  const code = text.charCodeAt(start);
  if (code === BACKSLASH) return undefined;
  if (code < ZERO || code > NINE) return Infinity;
  const key = text.slice(start, end);
  if (key.includes('\\')) return undefined;
  const value = Number(key);
  return String(value) === key && Number.isInteger(value) && value <= MAX_INTEGER_KEY ? value : Infinity;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function isJsonObject(text: string): boolean {
  try {
    return isPlainObject(JSON.parse(text));
  } catch {
    return false;
  }
}

export interface IndentLimits {
  readonly maxDepth?: number;
  readonly maxLength?: number;
}

/**
 * Valid JSON with two blanks per level; numbers, strings, order and repeated keys keep their text. Undefined when it
 * exceeds a limit.
 */
export function indentJson(
  text: string,
  { maxDepth = Infinity, maxLength = Infinity }: IndentLimits,
): string | undefined {
  let written = '';
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const next = skipBlanks(text, end);
      const closing = text.charCodeAt(next);
      if (closing === CLOSE_BRACE || closing === CLOSE_BRACKET) {
        written += code === OPEN_BRACE ? '{}' : '[]';
        end = next + 1;
      } else {
        if (++depth > maxDepth) return undefined;
        written += (code === OPEN_BRACE ? '{' : '[') + newLine(depth);
      }
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      written += newLine(--depth) + (code === CLOSE_BRACE ? '}' : ']');
    } else if (code === COMMA) written += `,${newLine(depth)}`;
    else if (code === COLON) written += ': ';
    else if (!isBlank(code)) {
      end = code === QUOTE ? stringEnd(text, at) : scalarEnd(text, at);
      written += text.slice(at, end);
    }
    if (written.length > maxLength) return undefined;
    at = end;
  }
  return written;
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
