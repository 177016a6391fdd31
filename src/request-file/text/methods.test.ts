import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutMethod, METHODS, UNSUPPORTED_METHODS } from './methods.js';

const KNOWN = new Set<string>([...METHODS, ...UNSUPPORTED_METHODS]);

it('finds the methods of the table in any spelling, and only before a blank or the end', () => {
  const words = fc.constantFrom(
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'get',
    'Put',
    'GE',
    'GETS',
    'WS',
    '',
  );
  const rests = fc.constantFrom('', ' ', '\t/', ' http://x', 'x', '-', ':', ' GET');
  fc.assert(
    fc.property(words, rests, fc.constantFrom('', '  '), (word, rest, indent) => {
      const text = `${indent}${word}${rest}`;
      const [written = ''] = /^[A-Za-z]*(?=[ \t]|$)/.exec(text.slice(indent.length)) ?? [];
      const method = written.toUpperCase();
      const expected = KNOWN.has(method) ? { method, end: indent.length + written.length } : undefined;
      expect(cutMethod(text, indent.length, text.length)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('does not look beyond the given end', () => {
  expect(cutMethod('GET', 0, 2)).toBeUndefined();
  expect(cutMethod('GETS', 0, 3)).toEqual({ method: 'GET', end: 3 });
});
