import type { Metric } from '../../primitives/threshold.js';

/** What a value of `service.yaml` may be: plain data, read by the checker, the JSON Schema and the types. */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'boolean' }
  | NumberShape
  | TextShape
  | WordShape
  | { readonly kind: 'duration'; readonly zero: boolean }
  | { readonly kind: 'threshold'; readonly metric: Metric }
  | ListShape
  | MapShape
  | ObjectShape;

export interface NumberShape {
  readonly kind: 'number';
  readonly whole?: true;
  readonly above?: number;
  readonly least?: number;
  readonly most?: number;
}

export interface TextShape {
  readonly kind: 'text';
  readonly pattern: string;
  /** Completes "must be …". */
  readonly rule: string;
}

export interface WordShape<W extends string = string> {
  readonly kind: 'word';
  readonly words: readonly W[];
  /** The words that YAML reads as numbers when they stand without quotes. */
  readonly numbers: readonly number[];
}

export interface ListShape<S = unknown> {
  readonly kind: 'list';
  readonly of: S;
  readonly unique: boolean;
}

/** Names chosen by the user. */
export interface MapShape<S = unknown> {
  readonly kind: 'map';
  readonly of: S;
  /** What the keys are, for messages. */
  readonly names: TextShape;
}

/** Names given by us; `x-` keys are let through at every such level. */
export interface ObjectShape<K = unknown, R extends string = string> {
  readonly kind: 'object';
  readonly keys: K;
  readonly required: readonly R[];
}

export interface KeyRow<S = Shape, D = unknown> {
  readonly shape: S;
  /** Undefined where the key is left out by default. */
  readonly default: D;
  /** Long flag and environment variable that set the key. */
  readonly flag: string | undefined;
  readonly variable: string | undefined;
  /** Flag and variable switch the key off. */
  readonly inverted: boolean;
  /** Description in the schema and in help. */
  readonly about: string;
}

export type Keys = Readonly<Record<string, KeyRow>>;

/** The type of a checked value. */
export type ValueOf<S> = S extends { kind: 'any' }
  ? unknown
  : S extends { kind: 'boolean' }
    ? boolean
    : S extends { kind: 'number' }
      ? number
      : S extends { kind: 'text' }
        ? string
        : S extends { kind: 'duration' | 'threshold' }
          ? string | number
          : S extends WordShape<infer W>
            ? W
            : S extends ListShape<infer I>
              ? readonly ValueOf<I>[]
              : S extends MapShape<infer I>
                ? Readonly<Record<string, ValueOf<I>>>
                : S extends ObjectShape<infer K, infer R>
                  ? ObjectValue<K, R>
                  : never;

type ObjectValue<K, R extends string> = {
  readonly [P in keyof K as P extends R ? P : never]: RowValue<K[P]>;
} & { readonly [P in keyof K as P extends R ? never : P]?: RowValue<K[P]> };

type RowValue<Row> = Row extends { shape: infer S } ? ValueOf<S> : never;

/** A row of the table, its columns in the order of cli.md 4. */
export function key<S extends Shape, const D>(
  shape: S,
  initial: D,
  flag: string | undefined,
  variable: string | undefined,
  about: string,
): KeyRow<S, D> {
  return { shape, default: initial, flag, variable, inverted: false, about };
}

/** A boolean row whose flag and variable say the opposite of the key. */
export function inverted<S extends Shape, const D>(...columns: Parameters<typeof key<S, D>>): KeyRow<S, D> {
  return { ...key(...columns), inverted: true };
}

export const any = { kind: 'any' } as const;
export const boolean = { kind: 'boolean' } as const;

export function number(limits: Omit<NumberShape, 'kind'>): NumberShape {
  return { kind: 'number', ...limits };
}

export function text(pattern: string, rule: string): TextShape {
  return { kind: 'text', pattern, rule };
}

export function word<const W extends string>(
  words: readonly W[],
  numbers: readonly number[] = [],
): WordShape<W> {
  return { kind: 'word', words, numbers };
}

export function duration(limits: { zero: boolean }): { readonly kind: 'duration'; readonly zero: boolean } {
  return { kind: 'duration', ...limits };
}

export function threshold(metric: Metric): { readonly kind: 'threshold'; readonly metric: Metric } {
  return { kind: 'threshold', metric };
}

export function list<S extends Shape>(of: S, options: { unique: boolean }): ListShape<S> {
  return { kind: 'list', of, ...options };
}

export function map<S extends Shape>(of: S, names: TextShape): MapShape<S> {
  return { kind: 'map', of, names };
}

export function object<K extends Keys, R extends string = never>(
  keys: K,
  required: readonly R[] = [],
): ObjectShape<K, R> {
  return { kind: 'object', keys, required };
}

/** `of` and `keys` are typed loosely above, because an interface cannot refer to its own union with a parameter. */
export function shapeWithin(shape: ListShape | MapShape): Shape {
  return shape.of as Shape;
}

export function keysOf(shape: ObjectShape): Keys {
  return shape.keys as Keys;
}
