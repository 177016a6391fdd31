import { describe, expect, it } from 'vitest';
import { parseConfig } from './config-text.js';
import { lines } from '../../../test/support/unit/config-text-setup.js';
import './config-text.test.js';

describe('parseConfig', () => {
  it('places every finding of one long line, without reading the line for each of them again', () => {
    const { problems } = parseConfig(`${'"x" '.repeat(20_000)}${'y'.repeat(900_000)}`);
    expect(problems.length).toBeGreaterThan(19_000);
    expect(problems[1]).toMatchObject({ line: 1, column: 9 });
  });

  it.each([
    ['brackets', '['.repeat(60_000)],
    ['indentation', Array.from({ length: 900 }, (_, level) => `${' '.repeat(level)}x-a:`).join('\n')],
    [
      'aliases',
      `x-a: &a {}\nx-b: {${Array.from({ length: 100_000 }, (_, index) => `k${index}: *a`).join(', ')}}`,
    ],
    ['keys', Array.from({ length: 20_000 }, (_, index) => `x-${index}: 1`).join('\n')],
    ['lists', `x-a: ${'['.repeat(120)}${']'.repeat(120)}`],
  ])(
    'survives too many %s',
    (name, text) => {
      expect(lines(text).length).toBe(name === 'keys' ? 0 : 1);
    },
    90_000,
  );
});
