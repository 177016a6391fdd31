/** Strings, numbers and words of JSON as bytes in UTF-8. */
import { textIn } from '../../http/http1/http1-bytes.js';
import { decodeText } from '../../evaluation/values/decode-text.js';
import { readNumber } from '../../evaluation/values/number.js';

const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_T = 116;
const LETTER_U = 117;
const FIRST_PRINTABLE = 32;
const FIRST_OF_SEVERAL_BYTES = 128;
/** A double holds every integer of so many digits. */
const MAX_DIGITS = 15;

const WORDS = new Map<number, readonly [bytes: Uint8Array, value: unknown]>([
  [LETTER_T, [Buffer.from('true'), true]],
  [LETTER_F, [Buffer.from('false'), false]],
  [LETTER_N, [Buffer.from('null'), null]],
]);
const ESCAPED = new Set(Buffer.from('"\\/bfnrtu'));
const HEX_DIGITS = new Set(Buffer.from('0123456789abcdefABCDEF'));

/**
 * The position behind the scalar that starts here; -1 when there is none, and for numbers of many digits or with an
 * exponent, which may be too large to be read.
 */
export function scalarEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0;
  if (first === QUOTE) return stringEnd(bytes, start);
  return first <= NINE ? numberEnd(bytes, start) : wordEnd(bytes, start, first);
}

function stringEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < FIRST_PRINTABLE) return -1;
    if (byte !== BACKSLASH) continue;
    at++;
    const escaped = bytes[at] ?? 0;
    if (!ESCAPED.has(escaped)) return -1;
    if (escaped !== LETTER_U) continue;
    for (const end = at + 4; at < end;) if (!HEX_DIGITS.has(bytes[++at] ?? 0)) return -1;
  }
  return -1;
}

function numberEnd(bytes: Uint8Array, start: number): number {
  const whole = bytes[start] === MINUS ? start + 1 : start;
  const wholeEnd = bytes[whole] === ZERO ? whole + 1 : digitsEnd(bytes, whole);
  if (wholeEnd === whole || wholeEnd - whole > MAX_DIGITS) return -1;
  if (bytes[wholeEnd] !== POINT) return wholeEnd;
  const end = digitsEnd(bytes, wholeEnd + 1);
  return end === wholeEnd + 1 ? -1 : end;
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[at] ?? 0) at++;
  return at;
}

function wordEnd(bytes: Uint8Array, start: number, first: number): number {
  const word = WORDS.get(first)?.[0];
  return word?.every((byte, at) => bytes[start + at] === byte) ? start + word.length : -1;
}

/** The value of a scalar that stands between two positions. */
export function scalarValue(bytes: Uint8Array, start: number, end: number): unknown {
  const first = bytes[start] ?? 0;
  if (first !== QUOTE) return first > NINE ? WORDS.get(first)?.[1] : readNumber(textIn(bytes, start, end));
  return isPlain(bytes, start, end)
    ? textIn(bytes, start + 1, end - 1)
    : (JSON.parse(decodeText(bytes.subarray(start, end), undefined)) as string);
}

/** Whether every byte is a character for itself. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH || byte >= FIRST_OF_SEVERAL_BYTES) return false;
  }
  return true;
}
