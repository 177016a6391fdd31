import { expect, it } from 'vitest';
import { shownSeconds, shownTime } from './shown-time.js';

it.each([
  [0, '0ms'],
  [276.6, '277ms'],
  [999.4, '999ms'],
  [999.6, '1s'],
  [2549, '2.5s'],
  [59_949, '59.9s'],
  [59_950, '1m 0s'],
  [72_400, '1m 12s'],
  [3_600_000, '60m 0s'],
])('%d milliseconds are shown as %s', (milliseconds, text) => {
  expect(shownTime(milliseconds)).toBe(text);
});

it.each([
  [1, '1s'],
  [59, '59s'],
  [60, '1m 0s'],
  [125, '2m 5s'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(shownSeconds(seconds)).toBe(text);
});
