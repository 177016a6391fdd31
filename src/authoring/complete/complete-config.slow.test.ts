import { expect, it } from 'vitest';
import { at } from '../../../test/support/unit/complete-config-setup.js';

it.each([
  ['dashes', '- '.repeat(100_000)],
  ['open brackets', 'a: ['.repeat(100_000)],
  ['open lines', 'a: [\n'.repeat(50_000)],
  [
    'deeper and deeper lines',
    Array.from({ length: 1000 }, (_, index) => `${' '.repeat(index)}a: [\n`).join(''),
  ],
  ['keys', Array.from({ length: 50_000 }, (_, index) => `k${index}:\n`).join('')],
  ['quotes', '"'.repeat(200_000)],
])('many %s cost little', (_name, text) => {
  expect(() => at(`${text}${' '.repeat(1001)}|`)).not.toThrow();
});
