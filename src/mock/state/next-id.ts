/** The ids that a collection gives: the first is that of the route's own response, the next ones count up from it. */
import type { ExactNumber } from '../../evaluation/values/number.js';

export type StateId = string | ExactNumber;

/** The text keeps its form as far as that is known; integers are counted by the collection. */
export function countedId(first: string, count: number, isShaped: boolean): string {
  if (count === 0) return first;
  return counted(first, count, isShaped) ?? `${first}-${count + 1}`;
}

function counted(first: string, count: number, isShaped: boolean): string | undefined {
  if (UUID.test(first)) {
    const last = countedText(first.slice(UUID_START), count, HEX);
    return last === undefined ? undefined : first.slice(0, UUID_START) + last;
  }
  return isShaped || LONG_HEX.test(first) ? countedShape(first, count) : countedEnd(first, count);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The last group of a UUID has neither its version nor its variant. */
const UUID_START = 24;
const LONG_HEX = /^[0-9a-f]{16,}$/;
const HEX = ['0123456789abcdef', '0123456789ABCDEF'];
const SHAPE = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** `ord_aa9` → `ord_ab0`: a pattern that fits the first text fits the others too. */
function countedShape(first: string, count: number): string | undefined {
  return countedText(first, count, LONG_HEX.test(first) ? HEX : SHAPE);
}

/** Each character counts in its own alphabet and carries to the left; undefined when there are no more. */
function countedText(first: string, count: number, alphabets: readonly string[]): string | undefined {
  const characters = first.split('');
  let carry = count;
  for (let at = characters.length - 1; at >= 0 && carry > 0; at--) {
    const alphabet = alphabets.find((each) => each.includes(characters[at] ?? ''));
    if (alphabet === undefined) continue;
    const sum = alphabet.indexOf(characters[at] ?? '') + carry;
    characters[at] = alphabet[sum % alphabet.length] ?? '';
    carry = Math.floor(sum / alphabet.length);
  }
  return carry === 0 ? characters.join('') : undefined;
}

/** `A-0041` → `A-0042` */
function countedEnd(first: string, count: number): string | undefined {
  const [, start = '', digits] = /^(.*?)(\d{1,15})$/s.exec(first) ?? [];
  if (digits === undefined) return undefined;
  return start + String(Number(digits) + count).padStart(digits.length, '0');
}
