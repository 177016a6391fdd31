/** Scans valid JSON text without parsing it, so that numbers, strings, order and repeated keys stay as written. */
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;
export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
const BACKSLASH = 92;

export function isJsonBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

/** The end of the string that starts at `start`, quotes included. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}

/** The end of the number or literal that starts at `start`. */
export function scalarEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isJsonBlank(code)) return at;
  }
  return text.length;
}

export function skipJsonBlanks(text: string, start: number): number {
  let at = start;
  while (isJsonBlank(text.charCodeAt(at))) at += 1;
  return at;
}
