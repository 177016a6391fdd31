import type {
  TEnum,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TString,
  TUnion,
  TNumber,
  TUnknown,
} from 'typebox';
import { DURATION_PATTERN, unitAdvice } from '../../primitives/duration.js';
import { constantType, markOptional, Type } from '../../primitives/shapes/type.js';
import { thresholdAdvice, thresholdForm, type Metric } from '../../primitives/threshold.js';

/** What a setting has beside the keywords of its schema; the published schema leaves it out. */
export interface SettingFields<Default = unknown> {
  /** Undefined where the setting is left out by default. */
  readonly default: Default;
  /** The long flag that sets it. */
  readonly flag: string | undefined;
  /** The environment variable that sets it. */
  readonly variable: string | undefined;
  /** Whether flag and variable switch the setting off. */
  readonly inverted: boolean;
  readonly description: string;
}

export type Setting<Schema extends TSchema = TSchema, Default = unknown> = TOptional<Schema> &
  SettingFields<Default>;

/** A row of the table of settings. */
export function setting<Schema extends TSchema, const Default>(
  ...columns: Parameters<typeof requiredSetting<Schema, Default>>
): Setting<Schema, Default> {
  return markOptional(requiredSetting(...columns)) as Setting<Schema, Default>;
}

/** A boolean setting whose flag and variable mean the opposite of the key. */
export function inverted<Schema extends TSchema, const Default>(
  ...columns: Parameters<typeof requiredSetting<Schema, Default>>
): Setting<Schema, Default> {
  return markOptional({ ...requiredSetting(...columns), inverted: true }) as Setting<Schema, Default>;
}

export function requiredSetting<Schema extends TSchema, const Default>(
  schema: Schema,
  initial: Default,
  setBy: string | FlagOnly | undefined,
  description: string,
): Schema & SettingFields<Default> {
  const flag = typeof setBy === 'object' ? setBy.flag : setBy;
  const variable = typeof setBy === 'string' ? variableOf(setBy) : setBy?.variable;
  const row = {
    description,
    ...(initial === undefined ? undefined : { default: initial }),
    ...schema,
    flag,
    variable,
    inverted: false,
  };
  return row as unknown as Schema & SettingFields<Default>;
}

interface FlagOnly {
  readonly flag: string;
  /** One that is not called like the flag. */
  readonly variable?: string;
}

/** A flag without an environment variable. */
export function flagOnly(flag: string): FlagOnly {
  return { flag };
}

/** `SVC_MAX_REDIRECTS` for `--max-redirects`. */
function variableOf(flag: string): string {
  return `SVC_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`;
}

/** `x-` keys are left to the writers of the file at every level. */
export function closedMap<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { patternProperties: { '^x-': true }, additionalProperties: false });
}

export const ANY_VALUE = true as unknown as TUnknown;

export function text(pattern: string | undefined, rule: string): TString {
  return Type.String({ ...(pattern === undefined ? {} : { pattern }), rule, adviceFor: quotesAdvice });
}

function quotesAdvice(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? '; put it in quotes' : '';
}

/** `numbers` are the words that YAML reads as numbers when they are written without quotes. */
export function word<const Word extends string>(
  words: readonly Word[],
  numbers: readonly number[] = [],
): TEnum<Word[]> {
  return Type.Enum([...words, ...numbers]) as unknown as TEnum<Word[]>;
}

type TextOrNumber = TUnion<[TString, TNumber]>;

/** YAML reads `rampUp: 0` as a number, which its writer means as a duration. */
export function duration({ zero }: { readonly zero: boolean }): TextOrNumber {
  const rule = `a duration such as 30s or 1m30s${zero ? '' : ', above 0'}`;
  const options = { rule, adviceFor: unitAdvice };
  const schema = zero
    ? Type.Union([Type.String({ pattern: `^(?:0|${DURATION_PATTERN})$` }), constantType(0)], options)
    : Type.String({ pattern: `^(?=[0-9.mhs]*[1-9])${DURATION_PATTERN}$`, ...options });
  return schema as unknown as TextOrNumber;
}

export function threshold(metric: Metric): TextOrNumber {
  const { pattern, maxNumber, rule } = thresholdForm(metric);
  const limits = { minimum: 0, ...(maxNumber === Number.MAX_VALUE ? {} : { maximum: maxNumber }) };
  const numbers = maxNumber === 0 ? constantType(0) : Type.Number(limits);
  const adviceFor = (value: unknown): string => thresholdAdvice(metric, value);
  const schema = Type.Union([Type.String({ pattern }), numbers], { rule, adviceFor });
  return schema as unknown as TextOrNumber;
}
