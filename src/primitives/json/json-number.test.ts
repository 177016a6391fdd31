import { describe, expect, it } from 'vitest';
import { isJsonNumber } from './json-number.js';

describe('isJsonNumber', () => {
  it.each(['0', '-0', '1', '10.5', '1e5', '1E-5', '-12.5e+3'])('%s is one', (text) => {
    expect(isJsonNumber(text)).toBe(true);
  });

  it.each(['', '01', '+1', '1.', '.5', '1e', '0x1', '1 ', 'NaN', 'Infinity', '1_000', '--1'])(
    '%j is none',
    (text) => {
      expect(isJsonNumber(text)).toBe(false);
    },
  );
});
