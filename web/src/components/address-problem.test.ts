import { describe, expect, it } from 'vitest';
import { addressProblem } from './address-problem.js';
import { portProblem } from './port-problem.js';

describe('addressProblem', () => {
  it.each(['', 'http://127.0.0.1:8080', 'https://depot.example.test/v2/', 'HTTP://[::1]:9'])(
    'has nothing against "%s"',
    (text) => {
      expect(addressProblem(text)).toBe('');
    },
  );

  it.each([
    ['depot.test', 'starts with http://'],
    ['ftp://depot.test', 'starts with http://'],
    ['javascript:alert(1)', 'starts with http://'],
    ['http://', 'starts with http://'],
    ['http://a b', 'not an address'],
    ['http://me:secret@depot.test', 'without user name'],
    ['http://depot.test?', 'without “?”'],
    ['http://depot.test/#x', 'without “?” and “#”'],
  ])('explains what is wrong with "%s"', (text, words) => {
    expect(addressProblem(text)).toContain(words);
  });
});

describe('portProblem', () => {
  it.each(['0', '3000', ' 65535 '])('takes "%s"', (text) => {
    expect(portProblem(text)).toBe('');
  });

  it.each(['', '65536', '-1', '3.5', '1e3', 'http'])('refuses "%s"', (text) => {
    expect(portProblem(text)).not.toBe('');
  });
});
