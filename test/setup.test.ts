import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot, runProgram } from './support/program/run-svc.js';
import { temporaryDirectory } from './support/files/workspace.js';

it('setting up never empties the packages behind a link', async () => {
  const root = await temporaryDirectory();
  const [clone, packages] = [join(root, 'clone'), join(root, 'packages')];
  await cp(join(repositoryRoot, 'scripts'), join(clone, 'scripts'), { recursive: true });
  await cp(join(repositoryRoot, 'package-lock.json'), join(clone, 'package-lock.json'));
  await mkdir(packages);
  await writeFile(join(packages, 'precious'), '');
  await symlink(packages, join(clone, 'node_modules'));
  for (const script of ['start.mjs', 'test.mjs']) {
    const { code, stderr } = await runProgram(process.execPath, [join(clone, 'scripts', script)], {
      cwd: clone,
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('remove the link')]);
    expect(stderr).not.toContain('    at ');
  }
  expect(await readdir(packages)).toEqual(['precious']);
});
