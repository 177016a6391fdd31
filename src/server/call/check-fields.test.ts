import type { TObject } from 'typebox';
import { Type } from '../../primitives/shapes/type.js';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import { checkFields, checkQuery } from './check-fields.js';

const body = Type.Object({
  name: Type.String(),
  files: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
  rate: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 10 })),
  vus: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  least: Type.Optional(Type.Integer({ minimum: 0 })),
  any: Type.Optional(Type.Unknown()),
  on: Type.Optional(Type.Boolean()),
  kind: Type.Optional(Type.Enum(['fast', 'slow'])),
  url: Type.Optional(Type.String({ pattern: '^https?://', rule: 'an http or https URL' })),
  short: Type.Optional(Type.String({ maxLength: 2, rule: 'at most 2 characters' })),
  thresholds: Type.Optional(Type.Object({ p95: Type.String() })),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
});

describe('checkFields', () => {
  it.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name is required'],
    [{ name: null }, 'name is required'],
    [{ name: [] }, 'name is required'],
    [{ name: 1 }, 'name must be a string'],
    [{ name: 'x', files: 'a' }, 'files must be an array of strings'],
    [{ name: 'x', files: ['a', 'b', 3] }, 'files[2] must be a string'],
    [{ name: 'x', files: ['a', 'b', 'c', 'd'] }, 'files must be an array of strings'],
    [{ name: 'x', rate: 0 }, 'rate must be a number above 0 up to 10'],
    [{ name: 'x', rate: 11 }, 'rate must be a number above 0 up to 10'],
    [{ name: 'x', rate: '1' }, 'rate must be a number above 0 up to 10'],
    [{ name: 'x', rate: 12345678901234567890n }, 'rate must be a number above 0 up to 10'],
    [{ name: 'x', vus: 1.5 }, 'vus must be a whole number from 1 to 100'],
    [{ name: 'x', least: -1 }, 'least must be a whole number of 0 or more'],
    [{ name: 'x', on: 'true' }, 'on must be true or false'],
    [{ name: 'x', kind: 'medium' }, 'kind must be one of fast, slow'],
    [{ name: 'x', url: 'ftp://x' }, 'url must be an http or https URL'],
    [{ name: 'x', short: 'abc' }, 'short must be at most 2 characters'],
    [{ name: 'x', thresholds: {} }, 'thresholds.p95 is required'],
    [{ name: 'x', thresholds: { p95: 1 } }, 'thresholds.p95 must be a string'],
    [{ name: 'x', thresholds: [] }, 'thresholds must be an object'],
    [{ name: 'x', headers: { A: 1 } }, 'headers.A must be a string'],
    [{ name: 'x', tags: ['a', ''] }, 'tags[1] must be a non-empty string'],
    [{ name: 'x', tags: ['a', null] }, 'tags[1] must be a string'],
  ])('%o: %s', (given, message) => {
    expect(refusal(body, given)).toBe(message);
  });

  it('takes an empty map, and nothing empty in its place', () => {
    const settings = Type.Object({ variables: Type.Record(Type.String(), Type.Unknown()) });
    expect(checkFields(settings, { variables: {} })).toEqual({ variables: {} });
    expect(refusal(settings, { variables: [] })).toBe('variables must be an object');
    expect(refusal(settings, { variables: '' })).toBe('variables must be an object');
    expect(refusal(settings, { variables: null })).toBe('variables is required');
  });

  it('returns null where the schema allows it', () => {
    const nullable = Type.Object({
      rate: Type.Optional(Type.Union([Type.Number(), Type.Null()], { rule: 'a number' })),
      vus: Type.Optional(Type.Number()),
    });
    expect(checkFields(nullable, { rate: null, vus: null })).toEqual({ rate: null });
    expect(refusal(nullable, { rate: 'x' })).toBe('rate must be a number');
  });

  it('returns the declared fields that are given', () => {
    const given = {
      name: 'x',
      vus: null,
      short: '𝒳𝒳',
      headers: { A: 'b' },
      any: [1n],
      unknown: 1,
      on: false,
    };
    expect(checkFields(body, given)).toEqual({
      name: 'x',
      short: '𝒳𝒳',
      headers: { A: 'b' },
      any: [1n],
      on: false,
    });
  });

  it('takes only own fields', () => {
    const inherited = Object.create({ name: 'inherited' }) as Record<string, unknown>;
    expect(refusal(body, inherited)).toBe('name is required');
  });

  it('is strict where every field is named', () => {
    const strict = Type.Object({ timeout: Type.Optional(Type.Number()) }, { additionalProperties: false });
    expect(refusal(strict, { timeot: 1 })).toBe('unknown field: timeot; did you mean timeout?');
    expect(refusal(strict, { other: 1 })).toBe('unknown field: other');
    expect(refusal(strict, { timeout: null })).toBe('timeout must be a number');
  });
});

describe('checkQuery', () => {
  const page = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    name: Type.Optional(Type.String()),
  });

  it.each([
    ['', { limit: 20 }],
    ['limit=5&limit=7&name=a%20b+c&other=1', { limit: 7, name: 'a b c' }],
    ['name=12', { limit: 20, name: '12' }],
  ])('%s', (query, expected) => {
    expect(checkQuery(page, query)).toEqual(expected);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'limit=%201',
    'limit=1e1',
    'limit=0x5',
  ])('%s is refused', (query) => {
    expect(() => checkQuery(page, query)).toThrow('limit must be a whole number from 1 to 100');
  });
});

function refusal(schema: TObject, given: Record<string, unknown>): string {
  try {
    checkFields(schema, given);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'usage') return error.message;
    throw error;
  }
  return 'nothing wrong';
}
