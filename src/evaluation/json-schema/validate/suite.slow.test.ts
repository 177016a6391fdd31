/**
 * Cases for every keyword in every supported version of JSON Schema, after the order of the files of the official
 * test suite, which has no package that could be installed here. Ajv has to agree with each of them.
 */
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { DialectName, SchemaCase } from '../../../../test/suites/json-schema/schema-case.js';
import { GROUPS } from '../../../../test/support/unit/suite-setup.js';

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
