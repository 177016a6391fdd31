/**
 * Cases for every keyword in every supported version of JSON Schema, after the order of the files of the official
 * test suite, which has no package that could be installed here. Ajv has to agree with each of them.
 */
import { describe, expect, it } from 'vitest';
import type { DialectName, SchemaCase } from '../../../../test/suites/json-schema/schema-case.js';
import { UNSUPPORTED_CASES } from '../../../../test/suites/json-schema/unsupported-cases.js';
import { parseJson } from '../../values/json.js';
import { DIALECTS } from '../references/dialects.js';
import { findSchemaViolations } from './validate-schema.js';
import { GROUPS } from '../../../../test/support/unit/suite-setup.js';

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
