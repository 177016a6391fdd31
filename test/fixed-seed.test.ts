/** Tests that generate their cases get the same ones in every run. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { repositoryRoot } from './support/program/run-svc.js';
import { seededBytes } from './support/seeded-bytes.js';
import { testConfig } from './support/setup/test-config.js';

it('assert, check and sample draw the same values again', () => {
  const ofAssert = (): number[] => {
    const drawn: number[] = [];
    fc.assert(fc.property(fc.integer(), (value) => void drawn.push(value)));
    return drawn;
  };
  const values = ofAssert();
  expect(new Set(values).size).toBeGreaterThan(50);
  expect(ofAssert()).toEqual(values);
  expect(fc.check(fc.property(fc.integer(), () => true)).seed).toBe(fc.readConfigureGlobal().seed);
  expect(fc.sample(fc.integer(), 20)).toEqual(fc.sample(fc.integer(), { numRuns: 20 }));
  expect(fc.sample(fc.integer(), 20)).toEqual(values.slice(0, 20));
});

it.each(['quick', 'slow'] as const)('every project of the %s tests has the fixed seed', (scope) => {
  const projects = testConfig(scope).test?.projects ?? [];
  expect(projects).toHaveLength(5);
  for (const project of projects) {
    expect(project).toMatchObject({
      test: { setupFiles: expect.arrayContaining(['test/support/setup/fixed-seed.ts']) as string[] },
    });
  }
});

it('no test has a generator of its own seed', async () => {
  const found: string[] = [];
  for (const place of ['src', 'web/src', 'test']) {
    const entries = await readdir(join(repositoryRoot, place), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of entries.filter((entry) => /\.test\.tsx?$/.test(entry.name))) {
      const path = join(parentPath, name);
      const text = await readFile(path, 'utf8');
      if (/numRuns[^}]*\bseed:/.test(text)) found.push(relative(repositoryRoot, path));
    }
  }
  expect(found).toEqual([]);
});

it('seeded bytes are the same for the same seed, and other ones in each call', () => {
  const [one, same, other] = [seededBytes('a'), seededBytes('a'), seededBytes('b')];
  expect(Buffer.concat([one(1), one(0), one(40), one(32)])).toEqual(same(73));
  expect(one(32)).not.toEqual(one(32));
  expect(seededBytes('a')(32)).not.toEqual(other(32));
});
