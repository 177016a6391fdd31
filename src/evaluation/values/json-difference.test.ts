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

it('has nothing to say about equal values', () => {
  expect(jsonDifference({ a: [1, null, 'x'] }, { a: [1, null, 'x'] })).toEqual([]);
  expect(jsonDifference(2 ** 60, 2n ** 60n)).toEqual([]);
});

it.each([
  [1, 2, '1 -> 2'],
  [1, '1', '1 -> "1"'],
  [1, [1], '1 -> [1 item]'],
  [null, false, 'null -> false'],
])('tells %j from %j', (expected, actual, told) => {
  expect(jsonDifference(expected, actual)).toEqual([`~ (whole value): ${told}`]);
});

it('stops after ten lines and says how many are left', () => {
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  const lines = jsonDifference(
    numbers,
    numbers.map((number) => -number - 1),
  );
  expect(lines).toHaveLength(10);
  expect(lines.slice(-2)).toEqual(['~ [8]: 8 -> -9', '... 21 more']);
});

it('tells lists from objects', () => {
  expect(jsonDifference([], {})).toEqual(['~ (whole value): [0 items] -> {0 keys}']);
});

it('knows own keys only', () => {
  const actual = JSON.parse('{"__proto__":1,"toString":2}') as unknown;
  expect(jsonDifference({}, actual)).toEqual(['+ __proto__: 1', '+ toString: 2']);
});
