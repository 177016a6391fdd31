import { describe, expect, it } from 'vitest';
import { printable, printableLine } from './printable.js';

describe('printable', () => {
  it('keeps ordinary text, tabs and newlines', () => {
    expect(printable('naïve 😀\tx\ny')).toBe('naïve 😀\tx\ny');
  });

  it('escapes terminal control sequences', () => {
    expect(printable('\u001b[31mred\u001b[0m')).toBe('\\u001b[31mred\\u001b[0m');
    expect(printable('a\rb\u0007')).toBe('a\\u000db\\u0007');
  });

  it('escapes every C0, DEL, C1 and bidirectional override, and nothing beside them', () => {
    for (let code = 0; code < 0x3000; code += 1) {
      const control = (code < 0x20 && code !== 9 && code !== 10) || (code >= 0x7f && code <= 0x9f);
      const direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
      const character = String.fromCharCode(code);
      expect(printable(character) === character).toBe(!(control || direction));
    }
  });
});

describe('printableLine', () => {
  it('also escapes what would end the line', () => {
    expect(printableLine('a\nb\u2028c\td')).toBe('a\\u000ab\\u2028c\td');
  });
});
