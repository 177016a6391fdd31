import { expect, it } from 'vitest';
import { indexOfText } from './find-text.js';

it('finds the same as the built-in search, but in a text of any length', () => {
  const text = 'a'.repeat(100_000);
  const hostile = `${'a'.repeat(2500)}b${'a'.repeat(2500)}`;
  expect(indexOfText(text, hostile)).toBe(-1);
  expect(indexOfText(`${text}${hostile}c`, hostile)).toBe(100_000);
  expect(indexOfText(`${text}${hostile.slice(1)}`, hostile)).toBe(99_999);
  expect(indexOfText('abc', 'bc')).toBe(1);
  expect(indexOfText('abc', '')).toBe(0);
  expect(indexOfText('abc', 'abcd')).toBe(-1);
}, 90_000);
