import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findNearWord, nearWord } from './near-word.js';
import { caseCount } from '../../../test/support/generated-cases.js';

const NAMES = ['name', 'tags', 'timeout', 'retry', 'retryDelay', 'retryOn'];
const OTHERS = ['uuid', 'timestamp', 'name2'];

it('gives the same for a word that it remembers as for one that it searches', () => {
  const letters = fc.constantFrom(...'nametgsiourydlO2-é'.split(''));
  const words = fc.array(letters, { maxLength: 20 }).map((each) => each.join(''));
  fc.assert(
    fc.property(words, fc.constantFrom(NAMES, OTHERS), (word, names) => {
      const expected = findNearWord(word, names);
      expect([nearWord(word, names), nearWord(word, names)]).toEqual([expected, expected]);
    }),
    { numRuns: caseCount(2000, 200) },
  );
});

it('keeps the words of different lists apart', () => {
  expect([nearWord('tag', NAMES), nearWord('tag', OTHERS), nearWord('tag', NAMES)]).toEqual([
    'tags',
    undefined,
    'tags',
  ]);
});
