/**
 * One declaration per flag: the parser, the help text, the completions, the suggestions and the tables of the
 * documentation are derived from it. The key in a flag table is the long name.
 */
export interface Flag<T> {
  readonly meaning: string;
  readonly short?: string;
  readonly environment?: string;
  /** The heading in the help text. */
  readonly group?: string;
  /** The placeholder of the value; a flag without one is a switch. */
  readonly value?: string;
  readonly words?: readonly string[];
  readonly complete?: Completion;
  readonly repeatable?: true;
  readonly shownDefault?: string;
  readonly initial: T;
  /** Reads one occurrence of the flag; switches get the text `true`. `isGiven`: whether the line has another flag. */
  read(text: string, before: T, isGiven?: (name: string) => boolean): FlagValue<T>;
}

export type FlagValue<T> = { readonly value: T } | { readonly problem: string };

export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

export type FlagValues<F extends FlagTable> = {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never;
};

/** What a shell offers for a value or an argument, besides fixed words. */
export type Completion = { readonly extensions: readonly string[] } | NameKind;

/** Names that only the files of the user contain. */
export type NameKind = (typeof NAME_KINDS)[number];
export const NAME_KINDS = ['request-names', 'environments', 'profiles'] as const;

export type FlagTraits = Pick<Flag<unknown>, 'short' | 'environment' | 'complete' | 'shownDefault'>;
export type ValueTraits = FlagTraits & { readonly value: string };

/** Puts flags under one heading of the help text. */
export function flagGroup<F extends FlagTable>(group: string, flags: F): F {
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }])) as F;
}

export function switchFlag(meaning: string, traits: FlagTraits = {}): Flag<boolean> {
  return { shownDefault: 'false', ...traits, meaning, initial: false, read: readSwitch };
}

/** A switch without a value when it is not given, since a config file or the terminal may decide. */
export function optionalSwitchFlag(meaning: string, traits: FlagTraits = {}): Flag<boolean | undefined> {
  return { ...switchFlag(meaning, traits), initial: undefined };
}

export function counterFlag(meaning: string, traits: FlagTraits = {}): Flag<number> {
  return {
    ...traits,
    meaning,
    repeatable: true,
    shownDefault: '0',
    initial: 0,
    read: (text, before) => {
      if (/^\d{1,3}$/.test(text)) return { value: Number(text) };
      const on = readSwitch(text);
      return 'problem' in on ? on : { value: on.value ? before + 1 : 0 };
    },
  };
}

/** A flag that is repeated for several values. */
export function repeatableFlag<T>(
  meaning: string,
  traits: ValueTraits,
  read: (text: string) => FlagValue<T>,
): Flag<readonly T[]> {
  return {
    ...traits,
    meaning,
    repeatable: true,
    initial: [],
    read: (text, before) => {
      const result = read(text);
      return 'value' in result ? { value: [...before, result.value] } : result;
    },
  };
}

export function repeatableTextFlag(meaning: string, traits: ValueTraits): Flag<readonly string[]> {
  return repeatableFlag(meaning, traits, (text) => ({ value: text }));
}

/** A flag with several values separated by commas. */
export function commaListFlag(meaning: string, traits: ValueTraits): Flag<readonly string[]> {
  return { ...traits, meaning, initial: [], read: readCommaList };
}

export function readCommaList(text: string): FlagValue<readonly string[]> {
  const value = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return value.length === 0 ? { problem: 'it needs at least one entry' } : { value };
}

/** One of a few words in this spelling. */
export function choiceFlag<const W extends string>(
  meaning: string,
  words: readonly W[],
  traits: ValueTraits,
): Flag<W | undefined> {
  const read = (text: string): FlagValue<W> => {
    const value = words.find((word) => word === text);
    return value === undefined ? { problem: '' } : { value };
  };
  return { ...traits, meaning, words, initial: undefined, read };
}

const SWITCH_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

function readSwitch(text: string): FlagValue<boolean> {
  const value = SWITCH_WORDS.get(text.toLowerCase());
  return value === undefined ? { problem: 'use true, 1, yes, false, 0 or no' } : { value };
}
