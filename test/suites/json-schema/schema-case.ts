/** The form of the cases: a schema, the dialects in which it means the same, and values of both kinds. */

export type DialectName = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

const DIALECTS: readonly DialectName[] = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'];

export interface SchemaCase {
  readonly name: string;
  readonly dialects: readonly DialectName[];
  readonly schema: unknown;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
  /** Other documents of the workspace by their paths. */
  readonly files: Readonly<Record<string, unknown>>;
}

type Values = readonly [valid: readonly unknown[], invalid: readonly unknown[]];

const caseMaker =
  (dialects: readonly DialectName[]) =>
  (name: string, schema: unknown, [valid, invalid]: Values, files = {}): SchemaCase => ({
    name,
    dialects,
    schema,
    valid,
    invalid,
    files,
  });

export const inAll = caseMaker(DIALECTS);
export const since6 = caseMaker(DIALECTS.slice(1));
export const since7 = caseMaker(DIALECTS.slice(2));
export const since2019 = caseMaker(DIALECTS.slice(3));
export const in2020 = caseMaker(['2020-12']);
export const in2019 = caseMaker(['2019-09']);
export const in4 = caseMaker(['draft-04']);
export const in6And7 = caseMaker(['draft-06', 'draft-07']);
export const until7 = caseMaker(DIALECTS.slice(0, 3));
export const until2019 = caseMaker(DIALECTS.slice(0, 4));
