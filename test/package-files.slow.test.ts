/** What the package brings beside the program: manual page, completions, schemas and the recipe of an image. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_FILES } from '../scripts/package-files.mjs';
import { repositoryRoot, runProgram, runSvc } from './support/program/run-svc.js';
import { MAN_PAGE } from './package-files-setup.js';

describe('a printed file of the package', () => {
  it.each(Object.entries(PACKAGE_FILES))('%s is what svc prints', async (file, args) => {
    const { code, stdout } = await runSvc(args, { cwd: repositoryRoot });
    expect(code).toBe(0);
    expect(await readFile(join(repositoryRoot, file), 'utf8')).toBe(stdout);
  });
});

describe('the manual page', () => {
  it('is rendered without a warning, where groff or man is installed', async () => {
    const page = await readFile(MAN_PAGE, 'utf8');
    expect(page).not.toMatch(/[^\n\u0020-\u007e]|\b20\d\d-\d\d/);
    for (const [program, ...args] of [
      ['groff', '-man', '-ww', '-Tutf8', MAN_PAGE],
      ['man', '--warnings', '-l', MAN_PAGE],
    ] as const) {
      const found = await runProgram('sh', ['-c', `command -v ${program}`], { cwd: repositoryRoot });
      if (found.code !== 0) continue;
      const env = { MANWIDTH: '80', MANPAGER: 'cat', LC_ALL: 'C.UTF-8' };
      const { code, stdout, stderr } = await runProgram(program, args, { cwd: repositoryRoot, env });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.replaceAll(/.\u0008|\u001b\[\d*m/g, '')).toContain('svc validate [<path>...] [flags]');
    }
  });
});
