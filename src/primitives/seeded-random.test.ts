import { expect, it } from 'vitest';
import { seededRandom } from './seeded-random.js';

function first(seed: number, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random());
}

it('repeats the numbers of a seed and differs for another', () => {
  expect(first(7, 20)).toEqual(first(7, 20));
  expect(first(7, 20)).not.toEqual(first(8, 20));
  expect(first(7 + 2 ** 32, 20)).not.toEqual(first(7, 20));
});

it('gives numbers from 0 to below 1, evenly', () => {
  const numbers = first(1, 10_000);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  const counts = Array.from({ length: 10 }, () => 0);
  for (const number of numbers) counts[Math.floor(number * 10)] = (counts[Math.floor(number * 10)] ?? 0) + 1;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
