/** Every fix makes its finding disappear and causes no error. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixesFor } from '../../src/authoring/fixes/fixes.js';
import { applyEdits, TextLines } from '../../src/authoring/fixes/text-edit.js';
import type { Diagnostic } from '../../src/request-file/model/diagnostic.js';
import { parseText } from '../../src/request-file/parse-file.js';
import { validateFiles } from '../../src/request-file/validate.js';
import { lineSoup, writtenFile } from './written-files.js';

const SEED = 20_261_118;
const offered = new Set<string>();

function findingsOf(text: string): readonly Diagnostic[] {
  const file = parseText(text, 'a.http');
  return [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])];
}

function expectLaw(text: string): void {
  const before = findingsOf(text);
  for (const finding of before) {
    for (const { title, edits } of fixesFor(finding, text)) {
      offered.add(finding.code);
      const fixed = applyEdits(new TextLines(text), edits);
      const after = findingsOf(fixed);
      const count = (all: readonly Diagnostic[]): number =>
        all.filter(({ code, message }) => code === finding.code && message === finding.message).length;
      expect(count(after), `${title}:\n${fixed}`).toBeLessThan(count(before));
      const errors = (all: readonly Diagnostic[]): number =>
        all.filter(({ severity }) => severity === 'error').length;
      expect(errors(after), `${title}:\n${fixed}`).toBeLessThanOrEqual(errors(before));
    }
  }
}

it('holds for files with everything the language has, and for lines in any order', () => {
  fc.assert(fc.property(writtenFile, expectLaw), { numRuns: 300, seed: SEED });
  fc.assert(fc.property(lineSoup, expectLaw), { numRuns: 700, seed: SEED });
  expect([...offered].toSorted()).toEqual([]);
});
