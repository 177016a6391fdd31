/** Tests assert no elapsed time and wait for conditions: a busy machine would make them fail, fixed times slow. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from './support/program/run-svc.js';
import { chanceViolations, EXCEPTIONS } from './support/rules/chance-rules.js';
import { timeViolations } from './support/rules/time-rules.js';

it('no test asserts an elapsed time or waits for a fixed time', async () => {
  const files = await testFiles();
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(timeViolations)).toEqual([]);
});

it('no test of npm test can fail by chance', async () => {
  const files = await testFiles();
  expect(files.flatMap(chanceViolations)).toEqual([]);
  for (const { path } of EXCEPTIONS) expect(files.map((file) => file.path)).toContain(path);
});

it.each([
  ['it("a", () => { expect(performance.now() - start).toBeLessThan(590); });', 'asserts a time'],
  ['const f = () => { expect(Date.now() - start, "x").toBeGreaterThan(1); };', 'asserts a time'],
  ['it("a", async () => { await sleep(80); });', 'waits for a fixed time'],
  ['it.each([1])("a", async () => { for (;;) await pause(ms); });', 'waits for a fixed time'],
  [
    'it("a", async () => { await new Promise((done) => setTimeout(done, 80)); }, 1000);',
    'waits for a fixed time',
  ],
])('is found: %s', (text, finding) => {
  expect(timeViolations({ path: 'src/x.test.ts', text })).toEqual([`src/x.test.ts:1: ${finding}`]);
});

it.each([
  'it("a", async () => { await expect.poll(() => found).toBe(1); });',
  'it("a", async () => { await serve(async () => { await sleep(80); return 200; }); });',
  'it("a", async () => { await sleep(0); });',
  'it("a", () => { expect(long / short).toBeLessThan(5); });',
  'it("a", () => { expect(createdAt).toBeLessThanOrEqual(Date.now()); });',
])('is not found: %s', (text) => {
  expect(timeViolations({ path: 'src/x.test.ts', text })).toEqual([]);
});

async function testFiles(): Promise<{ path: string; text: string }[]> {
  const paths = await Promise.all(
    ['src', 'web/src', 'test'].map(async (place) => {
      const entries = await readdir(join(repositoryRoot, place), { recursive: true, withFileTypes: true });
      return entries
        .filter(({ name }) => (place === 'test' ? /\.ts$/ : /\.test\.tsx?$/).test(name))
        .map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  return Promise.all(
    paths.flat().map(async (path) => ({
      path: relative(repositoryRoot, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  );
}
