import { expect, it } from 'vitest';
import { elapsedText } from './elapsed-text.js';

it.each([
  [0, '0ms'],
  [0.4, '0ms'],
  [999.4, '999ms'],
  [999.6, '1.0s'],
  [1000, '1.0s'],
  [2499, '2.5s'],
  [59_949, '59.9s'],
  [59_960, '1m 0s'],
  [72_000, '1m 12s'],
  [119_700, '2m 0s'],
  [3_725_000, '62m 5s'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(elapsedText(milliseconds)).toBe(text);
});
