import { describe, expect, it } from 'vitest';
import { violationsOf as violations } from '../../../../test/support/runs/schema-violations.js';

const NEWEST = 'https://json-schema.org/draft/2020-12/schema';

describe('a schema in an API description', () => {
  it.each<[string, object, boolean]>([
    ['OpenAPI 3.0', { openapi: '3.0.3' }, true],
    ['OpenAPI 3.0 without quotes in YAML', { openapi: 3 }, true],
    ['OpenAPI 3.1', { openapi: '3.1.0' }, false],
    ['OpenAPI 2.0', { swagger: '2.0' }, false],
    ['JSON Schema', {}, false],
    ['JSON Schema that names its version', { openapi: '3.0.3', $schema: NEWEST }, false],
  ])('takes null as %s says', async (_case, version, isNullable) => {
    const Name = { type: 'string', enum: ['a', 'b'], nullable: true };
    const members = {
      plain: { type: 'string', nullable: true },
      named: { $ref: '#/$defs/Name' },
      beside: { $ref: '#/$defs/Text', nullable: true },
      all: { allOf: [{ $ref: '#/$defs/Text' }], nullable: true },
      file: { $ref: 'part.json' },
    };
    const schema = { ...version, $defs: { Name, Text: { type: 'string' } }, properties: members };
    const files = { 'dir/part.json': { type: 'string', nullable: true } };
    const nulls = { plain: null, named: null, beside: null, all: null, file: null };
    const found = await violations(schema, nulls, files);
    expect(new Set(found.map((each) => each.split(' ')[0]))).toEqual(
      new Set(isNullable ? [] : Object.keys(members).map((name) => `/${name}`)),
    );
    const numbers = { plain: 1, named: 1, beside: 1, all: 1, file: 1 };
    expect((await violations(schema, numbers, files)).length).toBeGreaterThanOrEqual(5);
    const never = { ...version, properties: { a: { type: 'string', nullable: false } } };
    expect(await violations(never, { a: null })).toEqual(['/a must be string']);
  });

  it('takes null where OpenAPI 2.0 has x-nullable', async () => {
    const schema = { swagger: '2.0', properties: { a: { type: 'string', 'x-nullable': true } } };
    expect(await violations(schema, { a: null })).toEqual([]);
    expect(await violations({ ...schema, swagger: '3.0' }, { a: null })).toEqual(['/a must be string']);
  });

  it('reads limits as OpenAPI 3.0 writes them, and as JSON Schema does', async () => {
    const limited = (...limits: readonly object[]): object => ({ openapi: '3.0.0', allOf: limits });
    expect(await violations(limited({ minimum: 1, exclusiveMinimum: true }), 1)).toEqual([
      'must be greater than 1',
    ]);
    expect(await violations(limited({ exclusiveMaximum: 5, const: 9 }), 5)).toEqual([
      'must be 9',
      'must be less than 5',
    ]);
    await expect(violations(limited({ minimum: 'one' }), 1)).rejects.toThrow('the schema is not valid');
  });
});
