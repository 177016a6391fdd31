import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../values/json.js';
import { findSchemaViolations } from './validate-schema.js';

async function violations(schema: unknown, value: JsonValue): Promise<string[]> {
  const found = await findSchemaViolations(value, 's.json', () => Promise.resolve(schema), 20);
  return found.map(({ pointer, message }) => `${pointer} ${message}`.trim());
}

describe('schemas that refer to each other twice at every level', () => {
  const doubled = (keyword: string, last: unknown): Record<string, unknown> => {
    const $defs: Record<string, unknown> = { d50: last };
    for (let n = 0; n < 50; n++)
      $defs[`d${n}`] = { [keyword]: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] };
    return { $ref: '#/$defs/d0', $defs };
  };

  it.each(['allOf', 'anyOf'])(
    'are applied once to a value: %s',
    async (keyword) => {
      expect(await violations(doubled(keyword, { type: 'object' }), { a: 1 })).toEqual([]);
      expect(await violations(doubled(keyword, { minimum: 5 }), 3)).toHaveLength(1);
      const evaluated = { ...doubled(keyword, { properties: { a: true } }), unevaluatedProperties: false };
      expect(await violations(evaluated, { a: 1, b: 2 })).toEqual(['/b must not be there']);
    },
    90_000,
  );

  it('are applied once to each member, too', async () => {
    const $defs = {
      n: { properties: { a: { $ref: '#/$defs/n' } }, patternProperties: { a: { $ref: '#/$defs/n' } } },
    };
    const value = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as JsonValue;
    expect(await violations({ $ref: '#/$defs/n', $defs }, value)).toEqual([]);
    const strict = { n: { ...$defs.n, type: 'object' } };
    const deepest = '/a'.repeat(60);
    expect(await violations({ $ref: '#/$defs/n', $defs: strict }, value)).toEqual([
      `${deepest} must be object`,
    ]);
  }, 90_000);

  it('may stand in documents of their own and be dynamic', async () => {
    const $defs: Record<string, unknown> = { d30: { $id: 'd30', $dynamicAnchor: 'end', type: 'string' } };
    for (let n = 0; n < 30; n++)
      $defs[`d${n}`] = { $id: `d${n}`, allOf: [{ $ref: `d${n + 1}` }, { $ref: `d${n + 1}` }] };
    const schema = {
      $id: 'http://a.test/s',
      $ref: 'd0',
      $defs,
      not: { $dynamicRef: 'd30#end', minLength: 3 },
    };
    expect(await violations(schema, 'ab')).toEqual([]);
    expect(await violations(schema, 'abc')).toEqual(['must not match the schema of not']);
  }, 90_000);
});
