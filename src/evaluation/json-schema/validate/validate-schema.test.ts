import { describe, expect, it } from 'vitest';
import { responseView, checkLine } from '../../../../test/support/runs/evaluation.js';
import type { JsonValue } from '../../values/json.js';
import { violationsOf as violations } from '../../../../test/support/runs/schema-violations.js';
import { SchemaProblem, findSchemaViolations } from './validate-schema.js';

const NEWEST = 'https://json-schema.org/draft/2020-12/schema';
const OLDER = 'https://json-schema.org/draft/2019-09/schema';
const draft = (number: 4 | 6 | 7): string => `http://json-schema.org/draft-0${number}/schema#`;

describe('violations', () => {
  it.each<[unknown, JsonValue, string[]]>([
    [{ type: 'object', required: ['a', 'b'] }, { b: 1 }, ['must have property "a"']],
    [{ properties: { 'a/b': { type: ['string', 'null'] } } }, { 'a/b': 1 }, ['/a~1b must be string or null']],
    [{ items: { minimum: 2 } }, [1, 2, 0], ['/0 must be at least 2', '/2 must be at least 2']],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], ['/1 must not be there']],
    [{ enum: [1, 'a'] }, 'b', ['must be one of [1,"a"]']],
    [{ const: { a: 1 } }, { a: '1' }, ['must be {"a":1}']],
    [{ additionalProperties: false, properties: { a: true } }, { a: 1, x: 2 }, ['/x must not be there']],
    [{ patternProperties: { '^x': { type: 'string' } } }, { x1: 1, y: 1 }, ['/x1 must be string']],
    [{ propertyNames: { maxLength: 2 } }, { abc: 1 }, ['property name "abc" is not allowed']],
    [{ minLength: 2, maxLength: 3 }, '😀', ['must have at least 2 characters']],
    [{ pattern: '^\\p{L}+$' }, 'é1', ['must match "^\\\\p{L}+$"']],
    [{ multipleOf: 0.01 }, 4.025, ['must be a multiple of 0.01']],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, 2, ['must be less than 2']],
    [
      { uniqueItems: true },
      [{ a: 1, b: 2 }, 1, { b: 2, a: 1.0 }],
      ['must have unique elements: 0 and 2 are equal'],
    ],
    [
      { contains: { type: 'string' }, minContains: 2 },
      ['a', 1],
      ['must contain at least 2 matching elements, has 1'],
    ],
    [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, 3, ['must match at least one schema of anyOf']],
    [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, ['must match exactly one schema of oneOf, matches 2']],
    [{ not: { type: 'string' } }, 'x', ['must not match the schema of not']],
    [
      JSON.parse('{"if":{"minimum":5},"then":{"multipleOf":5},"else":{"maximum":0}}'),
      6,
      ['must be a multiple of 5'],
    ],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, ['must have property "b"']],
    [{ dependentSchemas: { a: { minProperties: 2 } } }, { a: 1 }, ['must have at least 2 properties']],
    [
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1, b: 1 },
      ['/b must not be there'],
    ],
    [{ allOf: [{ prefixItems: [true] }], unevaluatedItems: false }, [1, 2], ['/1 must not be there']],
    [{ format: 'date' }, '2024-02-30', ['must be a valid date']],
    [{ format: 'idn-email' }, 'anything', []],
    [false, 1, ['must not be there']],
    [true, 1, []],
  ])('%j on %j', async (schema, value, found) => {
    expect(await violations(schema, value)).toEqual(found);
  });

  it('stops at twenty', async () => {
    const many = Array.from({ length: 50 }, () => 1);
    expect(await violations({ items: { type: 'string' } }, many)).toHaveLength(20);
  });

  it('is exact on big integers', async () => {
    const big = 12345678901234567891n;
    expect(await violations({ type: 'integer', const: big }, big)).toEqual([]);
    expect(await violations({ maximum: big - 1n }, big)).toEqual([`must be at most ${big - 1n}`]);
    expect(await violations({ multipleOf: 10 }, big)).toEqual(['must be a multiple of 10']);
    expect(await violations({ uniqueItems: true }, [1e21, 10n ** 21n])).toHaveLength(1);
  });

  it('treats prototype names as plain', async () => {
    const schema = { properties: { constructor: { type: 'number' } }, required: ['__proto__', 'toString'] };
    expect(await violations(schema, {})).toEqual([
      'must have property "__proto__"',
      'must have property "toString"',
    ]);
    const value = JSON.parse('{"__proto__":1,"toString":2,"constructor":"x"}') as JsonValue;
    expect(await violations(schema, value)).toEqual(['/constructor must be number']);
  });
});

describe('versions', () => {
  it('follows the rules of each version', async () => {
    const tuple = { items: [{ type: 'string' }], additionalItems: false };
    for (const $schema of [OLDER, draft(7), draft(6), draft(4)]) {
      expect(await violations({ $schema, ...tuple }, ['a', 1]), $schema).toEqual(['/1 must not be there']);
    }
    await expect(violations({ $schema: NEWEST, ...tuple }, [])).rejects.toThrow(
      'the schema is not valid at /items',
    );
    expect(await violations({ $schema: draft(4), minimum: 1, exclusiveMinimum: true }, 1)).toEqual([
      'must be greater than 1',
    ]);
    expect(await violations({ $schema: draft(4), const: 1 }, 2)).toEqual([]);
    expect(await violations({ $schema: draft(6), const: 1 }, 2)).toEqual(['must be 1']);
    const never = JSON.parse('{"if":true,"then":false}') as object;
    expect(await violations({ $schema: draft(6), ...never }, 2)).toEqual([]);
    expect(await violations({ $schema: draft(7), ...never }, 2)).toEqual(['must not be there']);
    const sibling = { definitions: { a: { type: 'string' } }, $ref: '#/definitions/a', maxLength: 1 };
    expect(await violations({ $schema: draft(7), ...sibling }, 'abc')).toEqual([]);
    expect(await violations({ $schema: OLDER, ...sibling }, 'abc')).toEqual([
      'must have at most 1 characters',
    ]);
    expect(await violations({ $schema: 'https://example.com/own', minimum: 1 }, 0)).toEqual([
      'must be at least 1',
    ]);
  });

  it('follows dynamic and recursive references', async () => {
    const list = {
      $schema: NEWEST,
      $id: 'https://example.com/root',
      $ref: 'list',
      $defs: {
        own: { $dynamicAnchor: 'item', type: 'string' },
        list: {
          $id: 'list',
          items: { $dynamicRef: '#item' },
          $defs: { any: { $dynamicAnchor: 'item' } },
        },
      },
    };
    expect(await violations(list, ['a', 1])).toEqual(['/1 must be string']);
    const tree = (recursive: boolean): unknown => ({
      $schema: OLDER,
      $id: 'https://example.com/tree',
      $recursiveAnchor: recursive,
      $defs: {
        node: {
          $id: 'node',
          $recursiveAnchor: recursive,
          anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { $recursiveRef: '#' } }],
        },
      },
      anyOf: [{ type: 'integer' }, { $ref: 'node' }],
    });
    expect(await violations(tree(true), { a: 1 })).toEqual([]);
    expect(await violations(tree(false), { a: 1 })).toHaveLength(1);
  });

  it('may refer to the published descriptions', async () => {
    expect(await violations({ $ref: NEWEST }, { minLength: -1 })).toEqual(['/minLength must be at least 0']);
    expect(await violations({ $schema: draft(7), $ref: draft(7) }, { minLength: 1 })).toEqual([]);
    expect(await violations({ $schema: draft(4), $ref: draft(4) }, { minLength: 'x' })).toHaveLength(1);
  });
});

describe('references', () => {
  it('reads files beside the schema, below and above it', async () => {
    const schema = { $ref: './common.json#/$defs/x' };
    const files = {
      'dir/common.json': { $defs: { x: { $ref: '../../up/a b.json' } } },
      '../up/a b.json': { type: 'string' },
    };
    expect(await violations(schema, 1, files)).toEqual(['must be string']);
  });

  it('reads the file beside it even when the schema has a public identifier', async () => {
    const schema = {
      $id: 'https://example.com/s.json',
      properties: { a: { $ref: 'address.json#/$defs/zip' } },
    };
    const files = {
      'dir/address.json': { $id: 'https://example.com/address.json', $defs: { zip: { type: 'string' } } },
    };
    expect(await violations(schema, { a: 1 }, files)).toEqual(['/a must be string']);
  });

  it.each<[string, unknown, string]>([
    ['the network', { $ref: 'http://127.0.0.1/x.json' }, 'not in the workspace'],
    ['a missing file', { $ref: 'gone.json' }, 'schema `dir/gone.json`: no such file'],
    ['a missing place', { $ref: '#/$defs/gone' }, '`#/$defs/gone` refers to nothing'],
    ['a missing anchor', { $ref: '#gone' }, 'refers to nothing'],
    ['a prototype', { $ref: '#/constructor' }, 'refers to nothing'],
    ['itself', { $ref: '#' }, 'leads back to itself'],
    [
      'a circle',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      'leads back',
    ],
    ['no URI', { $ref: 'http://[' }, 'is no URI reference'],
  ])('fails for %s', async (_case, schema, reason) => {
    await expect(violations(schema, 1)).rejects.toThrow(SchemaProblem);
    await expect(violations(schema, 1)).rejects.toThrow(reason);
  });

  it('takes a part of a document that is no schema as a whole', async () => {
    const document = {
      openapi: '3.1.0',
      components: {
        schemas: { Pet: { required: ['id'], properties: { next: { $ref: '#/components/schemas/Pet' } } } },
      },
    };
    const load = (): Promise<unknown> => Promise.resolve(document);
    const found = await findSchemaViolations(
      { id: 1, next: {} },
      'api.yaml#/components/schemas/Pet',
      load,
      20,
    );
    expect(found).toEqual([{ pointer: '/next', message: 'must have property "id"' }]);
  });
});

describe('schemas that are none', () => {
  it.each<[unknown, string]>([
    [{ type: 'text' }, 'the schema is not valid at /type'],
    [{ properties: [] }, 'the schema is not valid at /properties: must be object'],
    [{ required: 'a' }, 'the schema is not valid at /required'],
    [[1], 'the schema is not valid at its root'],
    ['text', 'the schema is not valid at its root'],
    [{ pattern: '(' }, 'is no pattern'],
    [{ $schema: draft(4), exclusiveMinimum: true }, 'must have property "minimum"'],
  ])('%j', async (schema, reason) => {
    await expect(violations(schema, 'x')).rejects.toThrow(reason);
  });

  it('reads a schema once per loader', async () => {
    let reads = 0;
    const load = (): Promise<unknown> => Promise.resolve((reads++, { type: 'string' }));
    for (let time = 0; time < 3; time++) await findSchemaViolations('x', 's.json', load, 20);
    expect(reads).toBe(1);
  });
});

describe('the operator', () => {
  it('lists violations, passes its negation and fails both for a bad schema', async () => {
    const view = responseView('{"a":[1,"x"]}');
    const schema = (path: string): Promise<unknown> =>
      path === 'bad.json'
        ? Promise.resolve({ type: 1 })
        : Promise.resolve({ properties: { a: { items: { type: 'number' } } } });
    const failed = await checkLine('expect body schema ./s.json', view, { schema });
    expect(failed).toMatchObject({ passed: false, expected: './s.json' });
    expect(failed.message).toContain('/a/1: must be number');
    expect(await checkLine('expect body !schema ./s.json', view, { schema })).toMatchObject({
      passed: true,
      message: '',
    });
    for (const line of [
      'expect body schema bad.json',
      'expect body !schema bad.json',
      'expect body.gone !schema ./s.json',
    ])
      expect((await checkLine(line, view, { schema })).passed, line).toBe(false);
  });
});
