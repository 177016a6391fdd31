import { expect, it } from 'vitest';
import { isMarkupTooLarge } from './markup-memory.js';

const LIMIT = 1 << 20;
const full = (unit: string): string => `<r>${unit.repeat(Math.floor(LIMIT / unit.length))}</r>`;

it.each([
  ['elements', '<a/>'],
  ['pairs', '<b></b>'],
  ['attributes', `<a ${Array.from({ length: 50 }, (_, n) => `a${n}=""`).join(' ')}/>`],
])('refuses very many %s', (_case, unit) => {
  expect(isMarkupTooLarge(full(unit), LIMIT)).toBe(true);
  expect(isMarkupTooLarge(full(unit).slice(0, LIMIT / 20), LIMIT)).toBe(false);
  expect(isMarkupTooLarge(full(unit), 64 * LIMIT)).toBe(false);
});

it('takes ordinary documents', () => {
  const row = `<row id="1"><name>a name</name><text>${'words and words '.repeat(20)}</text></row>`;
  expect(isMarkupTooLarge(full(row), LIMIT)).toBe(false);
});
