import { expect, it } from 'vitest';
import { cutToWidth, textWidth } from './text-width.js';

it.each([
  ['abc', 3],
  ['äöü', 3],
  ['a\u0308', 1],
  ['倉庫', 4],
  ['ＡＢ', 4],
  ['한글', 4],
  ['📦', 2],
  ['✓ x', 3],
  ['', 0],
])('%s takes %i columns', (text, columns) => {
  expect(textWidth(text)).toBe(columns);
});

it.each([
  ['abcdef', 3, 'abc'],
  ['a倉庫', 4, 'a倉'],
  ['📦📦', 3, '📦'],
  ['a\u0308b', 1, 'a\u0308'],
  ['short', 80, 'short'],
])('%s cut to %i columns is %s', (text, columns, expected) => {
  expect(cutToWidth(text, columns)).toBe(expected);
});
