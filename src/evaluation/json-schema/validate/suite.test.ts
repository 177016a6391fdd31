/**
 * Cases for every keyword in every supported version of JSON Schema, after the order of the files of the official
 * test suite, which has no package that could be installed here. Ajv has to agree with each of them.
 */
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { APPLICATOR_CASES } from '../../../../test/suites/json-schema/applicator-cases.js';
import { ARRAY_CASES } from '../../../../test/suites/json-schema/array-cases.js';
import { FORMAT_CASES } from '../../../../test/suites/json-schema/format-cases.js';
import { OBJECT_CASES } from '../../../../test/suites/json-schema/object-cases.js';
import { IDENTIFIER_CASES } from '../../../../test/suites/json-schema/identifier-cases.js';
import { REFERENCE_CASES } from '../../../../test/suites/json-schema/reference-cases.js';
import type { DialectName, SchemaCase } from '../../../../test/suites/json-schema/schema-case.js';
import { UNSUPPORTED_CASES } from '../../../../test/suites/json-schema/unsupported-cases.js';
import { VALUE_CASES } from '../../../../test/suites/json-schema/value-cases.js';
import { parseJson } from '../../values/json.js';
import { DIALECTS } from '../references/dialects.js';
import { findSchemaViolations } from './validate-schema.js';

const GROUPS = {
  values: VALUE_CASES,
  formats: FORMAT_CASES,
  arrays: ARRAY_CASES,
  objects: OBJECT_CASES,
  applicators: APPLICATOR_CASES,
  references: REFERENCE_CASES,
  identifiers: IDENTIFIER_CASES,
};

type Verdicts = Pick<SchemaCase, 'valid' | 'invalid'>;

describe.each(Object.entries(GROUPS))('%s', (_, cases) => {
  const rows = cases.flatMap((it) => it.dialects.map((dialect) => [it.name, dialect, it] as const));

  it.each(rows)('%s (%s)', async (_name, dialect, row) => {
    expect(await verdicts(row, dialect)).toEqual({ valid: row.valid, invalid: row.invalid });
  });
});

describe('what is not supported', () => {
  const rows = UNSUPPORTED_CASES.flatMap((it) =>
    it.dialects.map((dialect) => [it.name, dialect, it] as const),
  );

  // A row that begins to pass belongs to the supported ones.
  it.each(rows)('%s (%s)', async (_name, dialect, row) => {
    expect(await verdicts(row, dialect)).toEqual({ valid: row.invalid, invalid: row.valid });
  });
});

async function verdicts(row: SchemaCase, dialect: DialectName): Promise<Verdicts> {
  const documents: Readonly<Record<string, unknown>> = {
    ...row.files,
    'schema.json': withDialect(row.schema, dialect),
  };
  const load = (path: string): Promise<unknown> =>
    Object.hasOwn(documents, path)
      ? Promise.resolve(documents[path])
      : Promise.reject(new Error(`no ${path}`));
  const valid: unknown[] = [];
  const invalid: unknown[] = [];
  for (const value of [...row.valid, ...row.invalid]) {
    const violations = await findSchemaViolations(parseJson(JSON.stringify(value)), 'schema.json', load, 1);
    (violations.length === 0 ? valid : invalid).push(value);
  }
  return { valid, invalid };
}

function withDialect(schema: unknown, dialect: DialectName): unknown {
  if (typeof schema === 'boolean') return schema;
  return { $schema: DIALECTS.find(({ name }) => name === dialect)?.uri, ...(schema as object) };
}

/** Rows that Ajv sees differently, with the reason; where it has to, our row follows the standard. */
const DIFFERENT_IN_AJV: Readonly<Record<string, { reason: string; dialects: readonly string[] }>> = {
  'multipleOf: of a large number': {
    reason: 'divides doubles',
    dialects: ['draft-07', '2019-09', '2020-12'],
  },
  'properties: names of object members': {
    reason: 'does not check `__proto__`',
    dialects: ['draft-07', '2019-09', '2020-12'],
  },
  'required: names of object members': {
    reason: 'finds inherited members',
    dialects: ['draft-07', '2019-09', '2020-12'],
  },
  '$ref: hides what is beside it': { reason: 'goes by the newer rule', dialects: ['draft-07'] },
  '$id: beside $ref is ignored': { reason: 'goes by the newer rule', dialects: ['draft-07'] },
  '$id: a fragment is an anchor': { reason: 'refuses the `id` of draft 4', dialects: ['draft-07'] },
  '$recursiveRef: the base has no anchor': {
    reason: 'takes the outermost anchor all the same',
    dialects: ['2019-09'],
  },
  'unevaluatedItems: contains evaluates what matches': {
    reason: 'goes by the rule of 2019-09',
    dialects: ['2020-12'],
  },
  '$dynamicRef: to a dynamic anchor of the same document': {
    reason: 'does not find anchors below `$defs`',
    dialects: ['2020-12'],
  },
  '$dynamicRef: to an ordinary anchor': {
    reason: 'does not find anchors below `$defs`',
    dialects: ['2020-12'],
  },
  '$dynamicRef: the outermost anchor wins': {
    reason: 'does not find anchors below `$defs`',
    dialects: ['2020-12'],
  },
  'other documents: and back': {
    reason: 'does not know the first document by its path',
    dialects: ['draft-07', '2019-09', '2020-12'],
  },
  'other documents: keep their own version': {
    reason: 'has no draft 4',
    dialects: ['draft-07', '2019-09', '2020-12'],
  },
};

describe('Ajv agrees', () => {
  const options = { strict: false, validateFormats: false, validateSchema: false, logger: false } as const;
  const makers = {
    'draft-07': () => new Ajv(options),
    '2019-09': () => new Ajv2019(options),
    '2020-12': () => new Ajv2020(options),
  };
  const { formats: _, ...groups } = GROUPS;
  const rows = Object.values(groups).flat();

  it.each(Object.entries(makers))('%s', (dialect, makeAjv) => {
    const differing = rows
      .filter(({ dialects }) => dialects.includes(dialect as DialectName))
      .filter((row) => !isSameInAjv(row, makeAjv()))
      .map(({ name }) => name);
    const expected = Object.entries(DIFFERENT_IN_AJV).filter(([, { dialects }]) =>
      dialects.includes(dialect),
    );
    expect(differing.toSorted()).toEqual(expected.map(([name]) => name).toSorted());
  });
});

function isSameInAjv({ schema, files, valid, invalid }: SchemaCase, ajv: Ajv): boolean {
  try {
    for (const [path, document] of Object.entries(files)) ajv.addSchema(document as object, path);
    const validate = ajv.compile(schema as object);
    return valid.every((value) => validate(value)) && invalid.every((value) => !validate(value));
  } catch {
    return false;
  }
}
