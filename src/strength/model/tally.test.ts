import { expect, it } from 'vitest';
import { tallyOf } from './tally.js';

it.each([
  [0, 0, null],
  [0, 3, 0],
  [3, 0, 100],
  [1, 2, 33.3],
  [2, 1, 66.6],
  [29, 71, 29],
  [2999, 1, 99.9],
  [7996, 2004, 79.9],
])('is never more than what was noticed: %i with %i survivors', (killed, survived, score) => {
  expect(tallyOf({ killed, survived, equivalent: 7 }).score).toBe(score);
});
