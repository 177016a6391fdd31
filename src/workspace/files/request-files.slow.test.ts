import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { expectLinear } from '../../../test/support/growth.js';
import { collectRequestFiles } from './request-files.js';

describe('collectRequestFiles', () => {
  it('walks 1,600 files in time in proportion to their number', async () => {
    const base = await temporaryWorkspace({ 'work/a.http': '' });
    const cwd = join(base, 'work');
    for (let group = 0; group < 40; group += 1) {
      const folders = ['many', ...(group < 40 / 16 ? ['few'] : [])].map((each) =>
        join(base, each, `g${group}`),
      );
      for (const folder of folders) {
        await mkdir(folder, { recursive: true });
        const names = Array.from({ length: 40 }, (_, index) => join(folder, `${index}.http`));
        await Promise.all(names.map((name) => writeFile(name, '')));
      }
    }
    await expectLinear(1600, (size) => async () => {
      const found = await collectRequestFiles([size === 1600 ? '../many' : '../few'], cwd);
      expect(found.files).toHaveLength(size === 1600 ? 1600 : 120);
    });
  });
});

it('leaves the event loop its turns while it walks many folders', async () => {
  const wide = await mkdtemp(join(tmpdir(), 'svc-wide-'));
  onTestFinished(() => rm(wide, { recursive: true, force: true }));
  for (let index = 0; index < 3000; index += 1) mkdirSync(join(wide, String(index)));
  let turns = 0;
  const counter = setInterval(() => (turns += 1), 1);
  onTestFinished(() => clearInterval(counter));
  await collectRequestFiles([wide], wide);
  expect(turns).toBeGreaterThan(0);
});
