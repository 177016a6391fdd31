import { describe, expect, it } from 'vitest';
import { shapeProblems, type Shape } from './check-shape.js';

const shape: Shape = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 3 },
    rate: { type: 'number', exclusiveMinimum: 0, maximum: 10 },
    count: { type: 'integer', minimum: 1 },
    on: { type: 'boolean' },
    none: { type: 'null' },
    one: { const: 1 },
    word: { enum: ['a', 'b'] },
    code: { type: 'string', pattern: '^[a-z]$' },
    either: { anyOf: [{ type: 'null' }, { type: 'integer', maximum: 5 }] },
    list: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { type: 'string' } },
    map: { type: 'object', maxProperties: 2, propertyNames: { pattern: '^[a-z\n]+$' } },
    record: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
  },
  patternProperties: { '^x-': true },
  additionalProperties: false,
};

const problems = (value: unknown): string[] =>
  Array.from(shapeProblems(shape, value), ({ keyword, path }) => `${path.join('.')} ${keyword}`);

describe('shapeProblems', () => {
  it.each([
    [[], [' type']],
    [{}, ['name required']],
    [{ name: 1 }, ['name type']],
    [{ name: '𝒳' }, ['name minLength']],
    [{ name: '𝒳𝒳𝒳' }, []],
    [{ name: '𝒳𝒳𝒳𝒳' }, ['name maxLength']],
    [{ name: 'ab', rate: 0 }, ['rate exclusiveMinimum']],
    [{ name: 'ab', rate: 11 }, ['rate maximum']],
    [{ name: 'ab', rate: Number.POSITIVE_INFINITY }, ['rate type']],
    [{ name: 'ab', rate: 5n }, ['rate type']],
    [{ name: 'ab', count: 1.5 }, ['count type']],
    [{ name: 'ab', count: 0 }, ['count minimum']],
    [{ name: 'ab', on: 'true' }, ['on type']],
    [{ name: 'ab', none: 0 }, ['none type']],
    [{ name: 'ab', one: 2 }, ['one const']],
    [{ name: 'ab', word: 'c' }, ['word enum']],
    [{ name: 'ab', code: 'A' }, ['code pattern']],
    [{ name: 'ab', either: 6 }, ['either anyOf']],
    [{ name: 'ab', either: null }, []],
    [{ name: 'ab', list: [] }, ['list minItems']],
    [{ name: 'ab', list: ['a', 'b', 'c', 'd'] }, ['list maxItems']],
    [{ name: 'ab', list: ['a', 1, 'a'] }, ['list.1 type', 'list.2 uniqueItems']],
    [{ name: 'ab', map: { a: 1, b: 2, c: 3 } }, ['map maxProperties']],
    [{ name: 'ab', map: { 'A b': 1 } }, ['map.A b propertyNames']],
    [{ name: 'ab', record: { 'a\nb': 1 } }, ['record.a\nb type']],
    [{ name: 'ab', 'x-any': 1, y: 1 }, ['y additionalProperties']],
  ])('%o', (value, expected) => {
    expect(problems(value)).toEqual(expected);
  });

  it('lists all problems in the order of the value, missing members first', () => {
    const expected = ['name required', 'word enum', 'zzz additionalProperties', 'on type'];
    expect(problems({ word: 'c', zzz: 1, on: 1 })).toEqual(expected);
  });

  it('takes only own members', () => {
    expect(problems(Object.create({ name: 'ab' }))).toEqual(['name required']);
  });
});
