import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMcp } from '../support/program/mcp-process.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

it('folders of captures that were killed are removed after an hour', async () => {
  const temporary = await temporaryWorkspace({ 'svc-capture-file': 'x' });
  const cwd = await temporaryWorkspace({ 'kept.txt': 'x' });
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['svc-capture-old', 'svc-capture-new', 'other-old']) {
    await mkdir(join(temporary, name, 'content'), { recursive: true });
    await writeFile(join(temporary, name, 'content', 'response.md'), '# page\n');
  }
  for (const name of ['svc-capture-old', 'other-old', 'svc-capture-file'])
    await utimes(join(temporary, name), old, old);
  await symlink(cwd, join(temporary, 'svc-capture-link'));
  const server = await openMcp({ cwd, env: { TMPDIR: temporary } });
  server.child.stdin.end();
  await server.ended;
  expect((await readdir(temporary)).filter((name) => /capture|other/.test(name)).sort()).toEqual([
    'other-old',
    'svc-capture-file',
    'svc-capture-link',
    'svc-capture-new',
  ]);
  expect(await readdir(cwd)).toEqual(['kept.txt']);
});
