import { durationProblem, parseDuration } from '../../primitives/duration.js';
import { describeNumberRule, type NumberLimits } from '../../workspace/config/config-messages.js';
import { choiceFlag, type Flag, type FlagTraits, type FlagValue, type ValueTraits } from './flag.js';

/** A text with its own rules: `read` returns the value, or the end of the message "… is not a value of --flag; …". */
export function parsedFlag<T>(
  meaning: string,
  traits: ValueTraits,
  read: (text: string) => FlagValue<T>,
): Flag<T | undefined> {
  return { ...traits, meaning, initial: undefined, read };
}

export function textFlag(meaning: string, traits: ValueTraits): Flag<string | undefined> {
  return parsedFlag(meaning, traits, (text) =>
    text === '' ? { problem: 'it must not be empty' } : { value: text },
  );
}

/** Accepts any value: a later check, if there is one, has a fixed order or must not show the value in its message. */
export function uncheckedFlag(meaning: string, traits: ValueTraits): Flag<string | undefined> {
  return parsedFlag(meaning, traits, (text) => ({ value: text }));
}

/** One of a few words in any case. */
export function wordFlag<const W extends string>(
  meaning: string,
  words: readonly W[],
  traits: ValueTraits,
): Flag<W | undefined> {
  const flag = choiceFlag(meaning, words, traits);
  return { ...flag, read: (text, before) => flag.read(text.toLowerCase(), before) };
}

/** A duration, read as milliseconds. */
export function durationFlag(
  meaning: string,
  { zero, ...traits }: FlagTraits & { readonly zero: boolean },
): Flag<number | undefined> {
  return parsedFlag(meaning, { ...traits, value: 'duration' }, (text) => {
    const value = parseDuration(text);
    if (value === undefined) return { problem: durationProblem(text) ?? '' };
    return value === 0 && !zero ? { problem: 'it must be above 0' } : { value };
  });
}

export function numberFlag(
  meaning: string,
  limits: NumberLimits,
  traits: Partial<ValueTraits> = {},
): Flag<number | undefined> {
  return parsedFlag(meaning, { value: 'number', ...traits }, (text) => {
    const value = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
    return isWithinLimits(value, limits) ? { value } : { problem: `use ${describeNumberRule(limits)}` };
  });
}

/** Reads as `wider` does when the line has one of these flags. */
export function widenedFlag<T>(flag: Flag<T>, wider: Flag<T>, flags: readonly string[]): Flag<T> {
  return {
    ...flag,
    read: (text, before, isGiven = () => false) => (flags.some(isGiven) ? wider : flag).read(text, before),
  };
}

const PLAIN_NUMBER = /^[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

function isWithinLimits(value: number, limits: NumberLimits): boolean {
  const { type, exclusiveMinimum = -Infinity, minimum = -Infinity, maximum = Infinity } = limits;
  if (Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value))) return false;
  return value > exclusiveMinimum && value >= minimum && value <= maximum;
}

/** Of random numbers that can be repeated. */
export function readSeed(text: string): FlagValue<number> {
  const value = /^-?[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isNaN(value) ? { problem: 'use a whole number' } : { value };
}
