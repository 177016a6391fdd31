import { expect, it } from 'vitest';
import { randomId } from './random-id.js';

it('makes ids of twelve small letters and digits, each another one', () => {
  const ids = Array.from({ length: 5000 }, randomId);
  expect(ids.every((id) => /^[a-z0-9]{12}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

it('uses every letter about as often', () => {
  const counts = new Map<string, number>();
  for (const letter of Array.from({ length: 6000 }, randomId).join('')) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(36);
  // 2,000 of each are expected; a deviation of 400 is nine times the usual one.
  for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(400);
});
