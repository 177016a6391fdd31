import { expect, it } from 'vitest';
import { percentDecoded } from './percent.js';

it.each([
  ['a%20b%2Fc', 'a b/c'],
  ['%C3%A4', 'ä'],
  ['a+b', 'a+b'],
  ['100%', '100%'],
  ['%FF%20', '%FF%20'],
])('%s', (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});
