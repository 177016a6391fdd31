/** Finds the parts of `@name = value` and `@secret name = value`; other clients also write `:=`. */
import { AT, EQUALS, isBlank, isLetter, nameEnd, skipBlanks } from './characters.js';

/** Whether a body line, from its first non-blank character on, looks like a definition. */
export function looksLikeVariable(text: string, first: number, end: number): boolean {
  return text.charCodeAt(first) === AT && variableIn(text, first, end) !== undefined;
}

interface FoundVariable {
  readonly nameStart: number;
  readonly nameStop: number;
  readonly valueStart: number;
  readonly secret?: true;
}

/** The definition at the `@` at `first`; undefined for a line that defines nothing. */
export function variableIn(text: string, first: number, end: number): FoundVariable | undefined {
  const plain = definitionAt(text, first + 1, end);
  if (plain) return plain;
  if (!text.startsWith('secret', first + 1) || !isBlank(text.charCodeAt(first + 7))) return undefined;
  const secret = definitionAt(text, skipBlanks(text, first + 7, end), end);
  return secret && { ...secret, secret: true };
}

const COLON = 58;

function definitionAt(text: string, nameStart: number, end: number): FoundVariable | undefined {
  const code = text.charCodeAt(nameStart);
  if (nameStart >= end || !(isLetter(code) || code === 95)) return undefined;
  const nameStop = nameEnd(text, nameStart, end);
  const sign = skipBlanks(text, nameStop, end);
  const equals = text.charCodeAt(sign) === COLON ? sign + 1 : sign;
  if (equals >= end || text.charCodeAt(equals) !== EQUALS) return undefined;
  return { nameStart, nameStop, valueStart: skipBlanks(text, equals + 1, end) };
}
