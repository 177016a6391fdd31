import { expect, it } from 'vitest';
import { FreeNames } from './import-names.js';

it('numbers names that are taken', () => {
  const free = new FreeNames(['a', 'a_3']);
  expect([free.take('b'), free.take('a'), free.take('a'), free.take('b')]).toEqual([
    'b',
    'a_2',
    'a_4',
    'b_2',
  ]);
  free.reserve('c.txt');
  expect(free.take('c.txt', (number) => `c_${number}.txt`)).toBe('c_2.txt');
});
