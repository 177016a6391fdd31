/** Texts that name one of a few values, and one that no client knows. */

const WORD = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+){0,4}$/;
const MAX_LENGTH = 40;
/** Texts with more digits are rather identifiers. */
const MAX_DIGITS = 2;

/** In the same letters as the value; undefined for a text that names no such value. */
export function unknownValue(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !WORD.test(text) || countDigits(text) > MAX_DIGITS) return undefined;
  const value = unknownLike(text);
  return value === text ? `${value}2` : value;
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}

function unknownLike(text: string): string {
  const separator = text.includes('-') ? '-' : '_';
  if (!/[a-z]/.test(text)) return `UNKNOWN${separator}VALUE`;
  if (!/[A-Z]/.test(text)) return `unknown${separator}value`;
  return /^[A-Z]/.test(text) ? 'UnknownValue' : 'unknownValue';
}
