/** Every fix makes its finding disappear, causes no error, and changes nothing that runs if it is called safe. */
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIXABLE_CODES } from '../../src/authoring/fixes/fix-makers.js';
import { fixFinder } from '../../src/authoring/fixes/fixes.js';
import { applyEdits, TextLines } from '../../src/authoring/fixes/text-edit.js';
import { decodeText } from '../../src/request-file/decode-text.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { mistakenFile } from './mistaken-files.js';
import { lineSoup, writtenFile } from './written-files.js';
import { checked, countsOf, expectNoNewError, effectOf } from './fixes-setup.js';
import './fixes.test.js';

async function expectLaw(text: string, offered: Set<string>): Promise<void> {
  const before = await checked(text);
  const all = countsOf(before, () => true);
  const fixesOf = await fixFinder(text);
  for (const finding of before.findings) {
    for (const { title, edits, safe } of await fixesOf(finding)) {
      offered.add(finding.code);
      const { lines } = applyEdits(new TextLines(text), edits);
      const after = await checked(lines.text);
      const shown = `${title}, line ${finding.line}:\n${lines.text}`;
      const left = countsOf(after, () => true).get(finding.code) ?? 0;
      expect(left, shown).toBeLessThan(all.get(finding.code) ?? 0);
      expectNoNewError(before, after, shown);
      if (safe) expect(effectOf(after.file), shown).toEqual(effectOf(before.file));
    }
  }
}

it('holds for 1,000 files, in which each finding that has fixes occurs', async () => {
  const offered = new Set<string>();
  const law = (file: fc.Arbitrary<string>): fc.IAsyncProperty<[string]> =>
    fc.asyncProperty(file, (text) => expectLaw(text, offered));
  await fc.assert(law(mistakenFile), { numRuns: 300 });
  await fc.assert(law(writtenFile), { numRuns: 100 });
  await fc.assert(law(lineSoup), { numRuns: 600 });
  expect([...offered].toSorted()).toEqual(FIXABLE_CODES.toSorted());
});

it('holds for the files of this repository', async () => {
  const folders = ['examples', 'test/corpus/parse-ok', 'test/corpus/parse-errors'];
  const files = folders.flatMap((folder) => {
    const names = readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.http')).map((name) => join(repositoryRoot, folder, name));
  });
  expect(files.length).toBeGreaterThan(50);
  const offered = new Set<string>();
  for (const file of files) await expectLaw(decodeText(readFileSync(file)).text, offered);
  expect(offered.size).toBeGreaterThan(15);
});
