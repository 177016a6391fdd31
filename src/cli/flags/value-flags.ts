import { durationProblem, parseDuration } from '../../primitives/duration.js';
import type { NumberShape } from '../../workspace/config/config-shape.js';
import { numberRule } from '../../workspace/config/config-words.js';
import { readSwitch, type Flag, type FlagValue } from './flag.js';

/** Flags that take one value; all of them know whether they were given. */
type Traits = Pick<Flag<unknown>, 'short' | 'environment' | 'group' | 'complete' | 'shownDefault'>;
type Valued = Traits & { readonly value: string };

/** A switch without a default of its own: a config file may say something else. */
export function settingSwitch(meaning: string, traits: Traits = {}): Flag<boolean | undefined> {
  return { shownDefault: 'false', ...traits, meaning, initial: undefined, read: readSwitch };
}

export function textFlag(meaning: string, valued: Valued): Flag<string | undefined> {
  const read = (text: string): FlagValue<string> =>
    text === '' ? { problem: 'it must not be empty' } : { value: text };
  return { ...valued, meaning, initial: undefined, read };
}

/** Text with rules of its own: `read` gives the value, or completes "… is not a value of --flag; …". */
export function readFlag<T>(
  meaning: string,
  valued: Valued,
  read: (text: string) => FlagValue<T>,
): Flag<T | undefined> {
  return { ...valued, meaning, initial: undefined, read: (text) => read(text) };
}

/** The same for a flag that may be repeated. */
export function readsFlag<T>(
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
      const reading = read(text);
      return 'value' in reading ? { value: [...before, reading.value] } : reading;
    },
  };
}

/** One of a few words, in any case. */
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

/** Duration text, read as milliseconds. */
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

export function numberFlag(
  meaning: string,
  limits: Omit<NumberShape, 'kind'>,
  valued: Valued,
): Flag<number | undefined> {
  const read = (text: string): FlagValue<number> => {
    const value = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
    return fits(value, limits) ? { value } : { problem: `use ${numberRule({ kind: 'number', ...limits })}` };
  };
  return { ...valued, meaning, initial: undefined, read };
}

const PLAIN_NUMBER = /^[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

function fits(value: number, { whole, above, least, most }: Omit<NumberShape, 'kind'>): boolean {
  if (Number.isNaN(value) || (whole === true && !Number.isInteger(value))) return false;
  if (above !== undefined && value <= above) return false;
  return value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
}
