import { expect, it } from 'vitest';
import { nameHint } from './name-hint.js';

it.each([
  ['stagin', ['dev', 'staging', 'prod'], 'did you mean staging?'],
  ['LIST', ['list', 'last'], 'did you mean list or last?'],
  ['qa', ['dev', 'dev', '', 'production'], 'expected one of dev, production'],
  ['qa', [], 'nothing is defined'],
  [
    'qa',
    Array.from({ length: 20 }, (_, at) => `name-${at}`),
    /^expected one of name-0, .*, name-14 and 5 more$/,
  ],
])('%s of %j', (name, names, expected) => {
  expect(nameHint(name, names, 'nothing is defined')).toMatch(expected);
});
