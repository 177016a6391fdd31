/** The hooks for pre-commit: by the real program where there is one, and their entries by themselves. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BAD_REQUEST as BAD,
  hooks,
  HOOKS_FILE as FILE,
  hooksText as text,
  TIDY_REQUEST as TIDY,
  UNTIDY_REQUEST as UNTIDY,
} from './commit-hooks.js';
import { findPreCommit, NO_PRE_COMMIT } from '../../scripts/machines/pre-commit.mjs';
import { noteNotRun } from '../support/not-run.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { builtMain, runProgram, type RunOutcome } from '../support/program/run-svc.js';

const preCommit = await findPreCommit();
if (preCommit === undefined) noteNotRun(`the hooks by a real pre-commit: ${NO_PRE_COMMIT}`);

describe.skipIf(preCommit === undefined)('pre-commit with these hooks', () => {
  it('stops a commit of a bad file, and rewrites one that is not in canonical form', async () => {
    const home = await temporaryWorkspace({
      [`hooks/${FILE}`]: text,
      'bin/svc': `#!/bin/sh\nexec "${process.execPath}" -- "${builtMain}" "$@"\n`,
      'clone/notes.txt': 'no request file: GTE\n',
    });
    await chmod(join(home, 'bin', 'svc'), 0o755);
    const env = {
      PATH: `${join(home, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.test',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.test',
      GIT_CONFIG_NOSYSTEM: '1',
      ...preCommit?.env,
    };
    const run = (folder: string, program: string, ...args: string[]): Promise<RunOutcome> =>
      runProgram(program, args, { cwd: join(home, folder), env });
    const [program = '', ...words] = preCommit?.command ?? [];
    const callPreCommit = (...args: string[]): Promise<RunOutcome> =>
      run('clone', program, ...words, ...args);
    const git = async (folder: string, ...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(folder, 'git', ...args);
      expect(code, stderr).toBe(0);
      return stdout.trim();
    };

    await git('hooks', 'init', '--quiet');
    await git('hooks', 'add', '.');
    await git('hooks', 'commit', '--quiet', '--message', 'Hooks');
    const rev = await git('hooks', 'rev-parse', 'HEAD');
    await git('clone', 'init', '--quiet');
    const ids = hooks.map(({ id }) => `      - id: ${id}\n`).join('');
    const config = `repos:\n  - repo: ${join(home, 'hooks')}\n    rev: ${rev}\n    hooks:\n${ids}`;
    await writeFile(join(home, 'clone', '.pre-commit-config.yaml'), config);
    const manifest = ['validate-manifest', join(home, 'hooks', FILE)];
    expect((await callPreCommit(...manifest)).code).toBe(0);
    expect((await callPreCommit('install')).code).toBe(0);

    const commit = async (files: Readonly<Record<string, string>>): Promise<RunOutcome> => {
      writeFiles(join(home, 'clone'), files);
      await git('clone', 'add', '.');
      return run('clone', 'git', 'commit', '--message', 'Requests');
    };
    const refused = await commit({ 'deep/a request.http': BAD });
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toContain('2:1 error unknown_method');
    const rewritten = await commit({ 'deep/a request.http': UNTIDY });
    expect(rewritten.code).toBe(1);
    expect(rewritten.stdout + rewritten.stderr).toContain('files were modified by this hook');
    expect(await readFile(join(home, 'clone', 'deep', 'a request.http'), 'utf8')).toBe(TIDY);
    const accepted = await commit({});
    expect(accepted.code, accepted.stderr).toBe(0);
    expect(await git('clone', 'log', '--format=%s')).toBe('Requests');
  });
});
