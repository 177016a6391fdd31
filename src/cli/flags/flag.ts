/**
 * One declaration per flag: the parser, the help text, the completions, the suggestions and the
 * tables of the documentation are all derived from it. The key in a flag table is the long name.
 */
export interface Flag<T> {
  readonly meaning: string;
  readonly short?: string;
  readonly environment?: string;
  /** Heading in the help text. */
  readonly group?: string;
  /** Placeholder of the value; a flag without one is a switch. */
  readonly value?: string;
  readonly words?: readonly string[];
  readonly complete?: Completion;
  readonly repeatable?: true;
  readonly shownDefault?: string;
  readonly initial: T;
  /** Reads one occurrence; switches get the text `true`. */
  read(text: string, before: T): FlagValue<T>;
}

export type FlagValue<T> = { readonly value: T } | { readonly problem: string };

export type FlagTable = Readonly<Record<string, Flag<unknown>>>;

export type FlagValues<F extends FlagTable> = {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never;
};

/** What a shell offers for a value or an argument, beside fixed words. */
export type Completion = { readonly extensions: readonly string[] } | NameKind;

/** Names that only the files of the user hold. */
export type NameKind = (typeof NAME_KINDS)[number];
export const NAME_KINDS = ['request-names', 'environments', 'profiles'] as const;

type Traits = Pick<Flag<unknown>, 'short' | 'environment' | 'group' | 'complete'>;
type Valued = Traits & { readonly value: string };

export function switchFlag(meaning: string, traits: Traits = {}): Flag<boolean> {
  return { ...traits, meaning, shownDefault: 'false', initial: false, read: (text) => readSwitch(text) };
}

/** A switch that knows whether it was given at all. */
export function openSwitchFlag(meaning: string, traits: Traits = {}): Flag<boolean | undefined> {
  return { ...traits, meaning, shownDefault: 'auto', initial: undefined, read: (text) => readSwitch(text) };
}

export function counterFlag(meaning: string, traits: Traits = {}): Flag<number> {
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

/** Several values by repeating the flag. */
export function textsFlag(meaning: string, valued: Valued): Flag<readonly string[]> {
  return {
    ...valued,
    meaning,
    repeatable: true,
    initial: [],
    read: (text, before) => ({ value: [...before, text] }),
  };
}

/** Several values in one, separated by commas. */
export function commaListFlag(meaning: string, valued: Valued): Flag<readonly string[]> {
  return {
    ...valued,
    meaning,
    initial: [],
    read: (text) => {
      const value = text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
      return value.length === 0 ? { problem: 'it needs at least one entry' } : { value };
    },
  };
}

export function choiceFlag<W extends string>(
  meaning: string,
  words: readonly W[],
  valued: Valued,
): Flag<W | undefined> {
  return {
    ...valued,
    meaning,
    words,
    initial: undefined,
    read: (text) => {
      const value = words.find((word) => word === text);
      return value === undefined ? { problem: '' } : { value };
    },
  };
}

const SWITCH_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

export function readSwitch(text: string): FlagValue<boolean> {
  const value = SWITCH_WORDS.get(text.toLowerCase());
  return value === undefined ? { problem: 'use true, 1, yes, false, 0 or no' } : { value };
}
