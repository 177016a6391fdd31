import { expect, it } from 'vitest';
import { jsonDifference } from './json-difference.js';

it('names what was added, removed and changed by its path', () => {
  const expected = {
    id: 9,
    lines: [{ sku: 'a', count: 1 }, 'gone'],
    'odd key': 1,
    same: [1, { a: null }],
    kind: {},
  };
  const actual = {
    id: 9n,
    lines: [{ sku: 'b', count: 1 }],
    'odd key': 2,
    same: [1, { a: null }],
    kind: [],
    more: 'x',
  };
  expect(jsonDifference(expected, actual)).toEqual([
    '~ lines[0].sku: "a" -> "b"',
    '- lines[1]: "gone"',
    '~ ["odd key"]: 1 -> 2',
    '~ kind: {0 keys} -> [0 items]',
    '+ more: "x"',
  ]);
});

it.each([
  ['scalars', 1, 2],
  ['a scalar and a list', 1, [1]],
  ['equal values', { a: [1] }, { a: [1] }],
])('has nothing to say about %s', (_case, expected, actual) => {
  expect(jsonDifference(expected, actual)).toEqual([]);
});

it('tells lists from objects', () => {
  expect(jsonDifference([], {})).toEqual(['~ (whole value): [0 items] -> {0 keys}']);
});

it('knows own keys only', () => {
  const actual = JSON.parse('{"__proto__":1,"toString":2}') as unknown;
  expect(jsonDifference({}, actual)).toEqual(['+ __proto__: 1', '+ toString: 2']);
});
