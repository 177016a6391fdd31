/** Every name of a text is found at its exact place, and no other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { occurrencesOf } from '../../src/authoring/occurrences.js';
import { collectReferences, referencesAmong } from '../../src/request-file/model/references.js';
import { hasErrors } from '../../src/request-file/model/diagnostic.js';
import { parseWithNames } from '../../src/request-file/parse-file.js';
import { lineSoup, writtenFile } from './written-files.js';
import { caseCount } from '../support/generated-cases.js';

function expectLaw(text: string): void {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const wrong = occurrencesOf(text, 'a.http').filter(
    ({ line, column, endColumn, name }) => lines[line - 1]?.slice(column - 1, endColumn - 1) !== name,
  );
  expect(wrong).toEqual([]);
  const { file, names } = parseWithNames(text, 'a.http');
  const found = referencesAmong(names);
  const seen = collectReferences([file]);
  // What a file with errors says in a place that does not count is still found.
  const expected = hasErrors(file) ? [...found].filter((name) => seen.has(name)) : [...found];
  expect(expected.toSorted()).toEqual([...seen].toSorted());
}

it('holds for elements that a file with rows refuses', () => {
  expectLaw('###\n# @data ./rows.csv\n// @Each = [1, "as b", {{x}}]\nOPTIONS a');
});

it('holds for files with everything the language has', () => {
  fc.assert(fc.property(writtenFile, expectLaw), { numRuns: caseCount(1000) });
});

it('holds for lines in any order', () => {
  fc.assert(fc.property(lineSoup, expectLaw), { numRuns: caseCount(1000) });
});
