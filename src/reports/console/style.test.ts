import { expect, it } from 'vitest';
import { styler } from './style.js';

it('wraps text only on a coloured stream', () => {
  expect(styler(true)('red', 'FAIL')).toBe('\u001b[31mFAIL\u001b[39m');
  expect(styler(true)('bold', 'x')).toBe('\u001b[1mx\u001b[22m');
  expect(styler(false)('red', 'FAIL')).toBe('FAIL');
});
