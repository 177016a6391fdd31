/** Texts made from other texts: what a file looks like after an accident, or after somebody who means harm. */
import type { Random } from './random.js';

const MAX_CHARS = 32 * 1024;

/** What breaks programs of every kind. */
const NASTY = [
  '\0',
  '\u0001',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\udc00',
  '😀',
  'ß',
  'İ',
  '٣',
  '"',
  "'",
  '\\',
  '%00',
  '%2e%2e',
  '../',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '{"__proto__":{"polluted":1}}',
  '${jndi}',
  '{{',
  '}}',
  '<!--',
  ']]>',
];
const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1e309',
  '-1e309',
  '1e-400',
  '0.1',
  '9007199254740993',
  '18446744073709551616',
  '2147483648',
  '65536',
  '00',
  '0x10',
  'NaN',
  'Infinity',
  '9'.repeat(400),
];

/** One to eight small changes, sometimes one that repeats a piece very often. */
export function mutated(
  text: string,
  seeds: readonly string[],
  words: readonly string[],
  random: Random,
): string {
  let result = text;
  for (let left = 1 + random.size(7); left > 0; left -= 1) result = changed(result, seeds, words, random);
  return result.slice(0, MAX_CHARS);
}

function changed(text: string, seeds: readonly string[], words: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.size(Math.min(200, text.length)));
  const [before, piece, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  switch (random.below(11)) {
    case 0:
      return before + after;
    case 1:
      return before + piece + piece + after;
    case 2:
    case 3:
      return before + word(words, random) + piece + after;
    case 4:
      return before + word(words, random) + after;
    case 5:
      return before + random.pick(NASTY) + piece + after;
    case 6:
      return text.replace(/\d+/, () => random.pick(NUMBERS));
    case 7:
      return before + repeated(random.oneIn(2) ? word(words, random) : piece, random) + after;
    case 8:
      return spliced(text, random.pick(seeds), random);
    case 9:
      return before + String.fromCharCode(random.oneIn(3) ? random.below(65_536) : random.below(128)) + after;
    default:
      return swappedLines(text, random);
  }
}

function word(words: readonly string[], random: Random): string {
  return words.length === 0 || random.oneIn(8) ? random.pick(NUMBERS) : random.pick(words);
}

/** Nesting and long runs: what takes much more than its share of time or stack. */
function repeated(piece: string, random: Random): string {
  const times = random.pick([2, 10, 100, 1000, 5000]);
  return piece.slice(0, 20).repeat(times).slice(0, MAX_CHARS);
}

function spliced(text: string, other: string, random: Random): string {
  return text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));
}

function swappedLines(text: string, random: Random): string {
  const lines = text.split('\n');
  const from = random.below(lines.length);
  const [line = ''] = lines.splice(from, 1);
  if (!random.oneIn(4)) lines.splice(random.below(lines.length + 1), 0, line);
  return lines.join('\n');
}
