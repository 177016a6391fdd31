import { durationProblem, parseDuration } from '../../primitives/duration.js';
import { describeNumberRule, type NumberLimits } from '../../workspace/config/config-messages.js';
import { readSwitch, type Flag, type FlagValue } from './flag.js';

/** Flags that take one value and are undefined when they are not given. */
type Traits = Pick<Flag<unknown>, 'short' | 'environment' | 'group' | 'complete' | 'shownDefault'>;
type Valued = Traits & { readonly value: string };

/** A switch without a default, since a config file may set it. */
export function settingSwitch(meaning: string, traits: Traits = {}): Flag<boolean | undefined> {
  return { shownDefault: 'false', ...traits, meaning, initial: undefined, read: readSwitch };
}

export function textFlag(meaning: string, valued: Valued): Flag<string | undefined> {
  const read = (text: string): FlagValue<string> =>
    text === '' ? { problem: 'it must not be empty' } : { value: text };
  return { ...valued, meaning, initial: undefined, read };
}

/** A text with its own rules: `read` returns the value, or the end of the message "… is not a value of --flag; …". */
export function parsedFlag<T>(
  meaning: string,
  valued: Valued,
  read: (text: string) => FlagValue<T>,
): Flag<T | undefined> {
  return { ...valued, meaning, initial: undefined, read: (text) => read(text) };
}

/** A parsed flag that may be repeated. */
export function repeatableFlag<T>(
  meaning: string,
  valued: Valued,
  read: (text: string) => FlagValue<T>,
): Flag<readonly T[]> {
  return {
    ...valued,
    meaning,
    repeatable: true,
    initial: [],
    read: (text, before) => {
      const result = read(text);
      return 'value' in result ? { value: [...before, result.value] } : result;
    },
  };
}

/** One of a few words in any case. */
export function wordFlag<W extends string>(
  meaning: string,
  words: readonly W[],
  valued: Valued,
): Flag<W | undefined> {
  const read = (text: string): FlagValue<W> => {
    const value = words.find((word) => word === text.toLowerCase());
    return value === undefined ? { problem: '' } : { value };
  };
  return { ...valued, meaning, words, initial: undefined, read };
}

/** A duration, read as milliseconds. */
export function durationFlag(
  meaning: string,
  valued: Traits & { readonly zero: boolean },
): Flag<number | undefined> {
  const { zero, ...traits } = valued;
  const read = (text: string): FlagValue<number> => {
    const value = parseDuration(text);
    if (value === undefined) return { problem: durationProblem(text) ?? '' };
    return value === 0 && !zero ? { problem: 'it must be above 0' } : { value };
  };
  return { ...traits, value: 'duration', meaning, initial: undefined, read };
}

export function numberFlag(meaning: string, limits: NumberLimits, valued: Valued): Flag<number | undefined> {
  const read = (text: string): FlagValue<number> => {
    const value = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
    return isWithinLimits(value, limits) ? { value } : { problem: `use ${describeNumberRule(limits)}` };
  };
  return { ...valued, meaning, initial: undefined, read };
}

const PLAIN_NUMBER = /^[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

function isWithinLimits(value: number, limits: NumberLimits): boolean {
  const { type, exclusiveMinimum = -Infinity, minimum = -Infinity, maximum = Infinity } = limits;
  if (Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value))) return false;
  return value > exclusiveMinimum && value >= minimum && value <= maximum;
}
