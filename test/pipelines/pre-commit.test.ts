/** The hooks for pre-commit: by the real program where there is one, and their entries by themselves. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { installDebian, programInPath } from '../../scripts/machines/debian-packages.mjs';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import {
  builtMain,
  repositoryRoot,
  runProgram,
  runSvc,
  type RunOutcome,
} from '../support/program/run-svc.js';

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
  readonly require_serial: boolean;
}

const FILE = '.pre-commit-hooks.yaml';
const text = await readFile(join(repositoryRoot, FILE), 'utf8');
const hooks = parse(text) as readonly Hook[];

const BAD = '### bad\nGTE http://127.0.0.1:8080/\n';
const WARNED = '### warned\n# @taggs smoke\nGET http://127.0.0.1:8080/\n';
const UNTIDY = '###   tidy\nget   http://127.0.0.1:8080/\n\n\n';
const TIDY = '### tidy\nGET http://127.0.0.1:8080/\n';

describe('the hooks', () => {
  it('are two, for request files', () => {
    const rules = { language: 'system', files: String.raw`\.(http|spec)$`, require_serial: true };
    expect(hooks).toMatchObject([
      { id: 'svc-validate', entry: 'svc validate --strict', ...rules },
      { id: 'svc-fmt', entry: 'svc fmt', ...rules },
    ]);
  });

  it.each([
    ['svc-validate', 'bad.http', BAD, 2],
    ['svc-validate', 'warned.spec', WARNED, 2],
    ['svc-validate', 'tidy.http', TIDY, 0],
    ['svc-fmt', 'bad.http', BAD, 2],
    ['svc-fmt', 'tidy.http', TIDY, 0],
  ])('%s ends for %s as its entry does', async (id, file, content, code) => {
    const cwd = await temporaryWorkspace({ [file]: content });
    expect((await runSvc([...wordsOf(id), file], { cwd })).code).toBe(code);
    expect(await readFile(join(cwd, file), 'utf8')).toBe(content);
  });

  it('svc-fmt rewrites a file that is not in canonical form', async () => {
    const cwd = await temporaryWorkspace({ 'untidy.http': UNTIDY });
    await runSvc([...wordsOf('svc-fmt'), 'untidy.http'], { cwd });
    expect(await readFile(join(cwd, 'untidy.http'), 'utf8')).toBe(TIDY);
  });
});

function wordsOf(id: string): string[] {
  const [program, ...words] = hooks.find((hook) => hook.id === id)?.entry.split(' ') ?? [];
  expect(program).toBe('svc');
  return words;
}

/** On this machine, or from Debian's packages where the user is root. */
async function findPreCommit(): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const { env, platform } = process;
  const found = programInPath(env, 'pre-commit');
  if (found !== undefined) return found;
  const installed = await installDebian({ platform, env }, ['pre-commit']);
  return installed === undefined ? undefined : programInPath(env, 'pre-commit');
}

const preCommit = await findPreCommit();
console.log(`pre-commit: ${preCommit ?? 'not installed; its hooks are run without it'}`);

describe.runIf(preCommit !== undefined)('pre-commit with these hooks', () => {
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
    };
    const run = (folder: string, program: string, ...args: string[]): Promise<RunOutcome> =>
      runProgram(program, args, { cwd: join(home, folder), env });
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
    expect((await run('clone', preCommit ?? '', ...manifest)).code).toBe(0);
    expect((await run('clone', preCommit ?? '', 'install')).code).toBe(0);

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
