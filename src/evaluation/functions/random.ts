import { BadArgument, readInteger, type FunctionTools, type TemplateFunction } from './call.js';

export const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
export const LETTERS_AND_DIGITS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${LETTERS}0123456789`;
export const HEX_DIGITS = '0123456789abcdef';
const MAX_LENGTH = 65_536;

/** Where chance comes from. */
export type RandomSource = Pick<FunctionTools, 'random'>;

/** Version 4 identifier (RFC 9562 section 5.4). */
export const uuid: TemplateFunction = (_args, { random }) => {
  const bytes = random(16);
  const hex = [...bytes].map((byte, at) => {
    const fixed = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, '0');
  });
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-');
};

/** Both bounds are possible results. */
export const random: TemplateFunction = ([first, second], tools) => {
  if (first === undefined || second === undefined) return String(integerIn(0, 100, tools));
  const a = readInteger(first, 'the lower end');
  const b = readInteger(second, 'the upper end');
  return String(integerIn(Math.min(a, b), Math.max(a, b), tools));
};

/** The upper bound is never a result. */
export const randomInt: TemplateFunction = ([first, second], tools) => {
  if (first === undefined || second === undefined) return String(integerIn(0, 1000, tools));
  const low = readInteger(first, 'the lower end');
  const high = readInteger(second, 'the upper end');
  if (low > high) throw new BadArgument('the lower end must not be above the upper end');
  return String(low === high ? low : integerIn(low, high - 1, tools));
};

export const randomString: TemplateFunction = ([length], tools) =>
  characters(LETTERS_AND_DIGITS, readLength(length, 16), tools);

export const randomAlphanumeric: TemplateFunction = ([length], tools) =>
  characters(LETTERS_AND_DIGITS, readLength(length, 8), tools);

export const randomEmail: TemplateFunction = (_args, tools) =>
  `${characters(LETTERS, 8, tools)}@${characters(LETTERS, 6, tools)}.example.com`;

/** The upper bound is never a result; without bounds, 0 to 999. */
export const randomInteger: TemplateFunction = ([first = '0', second = '1000'], tools) =>
  randomInt([first, second], tools);

export const randomFloat: TemplateFunction = ([first = '0', second = '1000'], { random }) => {
  const low = readDecimal(first, 'the lower end');
  const high = readDecimal(second, 'the upper end');
  if (low > high) throw new BadArgument('the lower end must not be above the upper end');
  const share = integerIn(0, Number.MAX_SAFE_INTEGER - 1, { random }) / Number.MAX_SAFE_INTEGER;
  // A rounded result must not leave the range, and there is no negative zero.
  return (Math.min(high, Math.max(low, low + share * (high - low))) + 0)
    .toFixed(6)
    .replace(/^-(?=0\.0+$)/, '');
};

const MAX_DECIMAL = 1e12;

function readDecimal(text: string, what: string): number {
  const value = /^[+-]?\d{1,13}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= MAX_DECIMAL))
    throw new BadArgument(`${what} must be a number of at most 12 digits, with at most 6 decimals`);
  return value;
}

const ofLength =
  (alphabet: string): TemplateFunction =>
  ([length], tools) =>
    characters(alphabet, readLength(length, 8), tools);

export const randomAlphabetic = ofLength(LETTERS_AND_DIGITS.slice(0, 52));
export const randomHexadecimal = ofLength(HEX_DIGITS);

function readLength(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const length = readInteger(text, 'the length');
  if (length < 0 || length > MAX_LENGTH) throw new BadArgument('the length must be from 0 to 65536');
  return length;
}

const WORD = 2n ** 64n;

/** Random values that would favour some results are rejected. */
export function integerIn(low: number, high: number, { random }: RandomSource): number {
  const span = BigInt(high) - BigInt(low) + 1n;
  const fair = WORD - (WORD % span);
  for (;;) {
    let drawn = 0n;
    for (const byte of random(8)) drawn = (drawn << 8n) | BigInt(byte);
    if (drawn < fair) return Number(BigInt(low) + (drawn % span));
  }
}

export function characters(alphabet: string, length: number, { random }: RandomSource): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(Math.min(length - text.length + 8, 4096))) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length] ?? '';
    }
  }
  return text;
}
