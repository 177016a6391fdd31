/** Every fix makes its finding disappear, causes no error, and changes nothing that runs if it is called safe. */
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withSafeFixes } from '../../src/authoring/fixes/all-safe-fixes.js';
import { FIXABLE_CODES } from '../../src/authoring/fixes/fix-makers.js';
import { fixFinder } from '../../src/authoring/fixes/fixes.js';
import { applyEdits, TextLines } from '../../src/authoring/fixes/text-edit.js';
import type { Diagnostic } from '../../src/request-file/model/diagnostic.js';
import type { RequestFile } from '../../src/request-file/model/model.js';
import { decodeText } from '../../src/request-file/decode-text.js';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { COMPUTED_HEADERS } from '../../src/request-file/text/header-name.js';
import { validateFiles } from '../../src/request-file/validate.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { mistakenFile } from './mistaken-files.js';
import { lineSoup, writtenFile } from './written-files.js';

const SEED = 20_261_118;

interface Checked {
  readonly file: RequestFile;
  readonly findings: readonly Diagnostic[];
}

async function checked(text: string): Promise<Checked> {
  const file = await parseRequestFile(text, 'a.http');
  return { file, findings: [...file.diagnostics, ...(validateFiles([file]).get(file) ?? [])] };
}

/** How often each code occurs, of errors or of all findings. */
function countsOf({ findings }: Checked, isCounted: (finding: Diagnostic) => boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings.filter(isCounted))
    counts.set(finding.code, (counts.get(finding.code) ?? 0) + 1);
  return counts;
}

function expectNoNewError(before: Checked, after: Checked, shown: string): void {
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
  const old = countsOf(before, isError);
  for (const [code, count] of countsOf(after, isError))
    expect(count, `${code} after ${shown}`).toBeLessThanOrEqual(old.get(code) ?? 0);
}

/** Where something stands and what it looks like. */
const LAYOUT = new Set([
  'line',
  'requestLine',
  'layout',
  'comment',
  'comments',
  'endComments',
  'untranslatedScripts',
]);

const isReplaced = (name: string): boolean => name === 'authorization' || COMPUTED_HEADERS.has(name);

/** What a file does, with everything taken out that safe fixes may change, since it has no effect. */
function effectOf({ variables, requests, imports, runs }: RequestFile): unknown {
  const given = requests.map((request) => ({
    ...request,
    url: request.url.replaceAll(/[ \t]/g, '%20'),
    headers: request.headers.filter(({ key }) => !isReplaced(key.toLowerCase())),
    captures: request.captures.filter(
      ({ name, when, unless }, index, all) =>
        when !== undefined ||
        unless !== undefined ||
        !all.slice(index + 1).some((later) => later.name === name && !later.when && !later.unless),
    ),
  }));
  const last = Object.fromEntries(variables.map(({ name, value, secret }) => [name, [value, secret]]));
  const named = Object.entries(last).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.parse(
    JSON.stringify({ named, given, imports, runs }, (key, value: unknown) =>
      LAYOUT.has(key) ? undefined : value,
    ),
  );
}

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

async function expectAllSafe(text: string): Promise<void> {
  const fixed = await withSafeFixes(text);
  const [before, after] = [await checked(text), await checked(fixed)];
  expectNoNewError(before, after, fixed);
  expect(effectOf(after.file), fixed).toEqual(effectOf(before.file));
  const fixesOf = await fixFinder(fixed);
  for (const finding of after.findings) {
    const left = (await fixesOf(finding)).filter(({ safe }) => safe);
    expect(left, fixed).toEqual([]);
  }
}

it('holds for 1,000 files, in which each finding that has fixes occurs', async () => {
  const offered = new Set<string>();
  const law = (file: fc.Arbitrary<string>): fc.IAsyncProperty<[string]> =>
    fc.asyncProperty(file, (text) => expectLaw(text, offered));
  await fc.assert(law(mistakenFile), { numRuns: 300, seed: SEED });
  await fc.assert(law(writtenFile), { numRuns: 100, seed: SEED });
  await fc.assert(law(lineSoup), { numRuns: 600, seed: SEED });
  expect([...offered].toSorted()).toEqual(FIXABLE_CODES.toSorted());
});

it('holds for all safe fixes at once, and leaves none', async () => {
  await fc.assert(fc.asyncProperty(mistakenFile, expectAllSafe), { numRuns: 100, seed: SEED });
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
