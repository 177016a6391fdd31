/** Every fix makes its finding disappear, causes no error, and changes nothing that runs if it is called safe. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withSafeFixes } from '../../src/authoring/fixes/all-safe-fixes.js';
import { fixFinder } from '../../src/authoring/fixes/fixes.js';
import { mistakenFile } from './mistaken-files.js';
import { checked, expectNoNewError, effectOf } from './fixes-setup.js';
import { caseCount } from '../support/generated-cases.js';

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

it('holds for all safe fixes at once, and leaves none', async () => {
  await fc.assert(fc.asyncProperty(mistakenFile, expectAllSafe), { numRuns: caseCount(100, 10) });
});
