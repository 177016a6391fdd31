import { expect, test } from 'vitest';
import { ageText } from './age-text.js';

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [7_200_000, '2 hours ago'],
  [86_400_000 * 3, '3 days ago'],
  // The clocks of server and browser may differ.
  [-5000, 'just now'],
])('%i ms', (elapsed, text) => {
  expect(ageText(1_000_000_000, 1_000_000_000 + elapsed)).toBe(text);
});
