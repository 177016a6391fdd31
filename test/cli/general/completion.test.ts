import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { repositoryRoot, runProgram } from '../../support/program/run-svc.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { completions } from './completion-setup.js';

describe('svc completion bash, in bash', () => {
  it('completes commands', async () => {
    expect(await completions(['svc', ''])).toEqual([
      'auth',
      'completion',
      'contract',
      'diff',
      'export',
      'fetch',
      'fmt',
      'help',
      'history',
      'import',
      'init',
      'list',
      'lsp',
      'mcp',
      'mock',
      'record',
      'report',
      'run',
      'serve',
      'strength',
      'stress',
      'validate',
      'version',
      'worker',
      'workers',
    ]);
    expect(await completions(['svc', 'v'])).toEqual(['validate', 'version']);
    expect(await completions(['svc', 'import', 'c'])).toEqual(['clientexport', 'collection', 'curl']);
    expect(await completions(['svc', 'export', 'curl', '--ex'])).toEqual(['--exec']);
    expect(await completions(['svc', '-q', 'va'])).toEqual(['validate']);
  });

  it('completes flags of the command', async () => {
    expect(await completions(['svc', 'validate', '--s'])).toEqual(['--schema', '--strict']);
    expect(await completions(['svc', 'fmt', '--json', '--'])).toEqual([
      '--check',
      '--color',
      '--help',
      '--no-color',
      '--quiet',
      '--stdout',
      '--verbose',
    ]);
    expect(await completions(['svc', '--v'])).toEqual(['--verbose', '--version']);
  });

  it('completes files by extension', async () => {
    expect(await completions(['svc', 'list', ''])).toEqual(['broken.http', 'orders.http', 'sub']);
    expect(await completions(['svc', 'list', 'sub/'])).toEqual(['sub/more.SPEC']);
    const files = { 'service.yaml': 'timeout: 1\n' };
    expect(await completions(['svc', 'validate', 's'], files)).toEqual(['service.yaml', 'sub']);
    expect(await completions(['svc', 'init', ''])).toEqual([]);
  });
});

describe('svc __complete', () => {
  const config = `environments:
  dev: { baseUrl: "http://127.0.0.1:1" }
  staging: {}
stress:
  profiles:
    evening: { duration: 5m, rate: 40 }
`;
  const ask = async (files: Record<string, string>, kind: string, ...words: string[]) => {
    const cwd = await temporaryWorkspace(files);
    const { code, stdout, stderr } = await runInProcess(['__complete', kind, '--', ...words], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };

  it('prints the names of the config in use', async () => {
    expect(await ask({ 'service.yaml': config }, 'environments', 'list')).toBe('dev\nstaging\n');
    expect(await ask({ 'service.yaml': config }, 'profiles', 'list')).toBe('evening\n');
    expect(await ask({ 'api/service.yml': config, 'api/a.http': '' }, 'profiles', 'list', 'api/a.http')).toBe(
      'evening\n',
    );
  });

  it('prints nothing when there is nothing or all is broken', async () => {
    expect(await ask({}, 'environments', 'list')).toBe('');
    expect(await ask({ 'service.yaml': 'environments: [' }, 'environments', 'list')).toBe('');
    expect(await ask({}, 'request-names', 'list', '-n', '')).toBe('');
    expect(await ask({}, 'request-names', 'nonsense')).toBe('');
  });

  it('takes the paths of the unfinished line', async () => {
    const files = {
      'a.http': '### a\nGET http://127.0.0.1:1/\n',
      'b.http': '### b\nGET http://127.0.0.1:1/\n',
    };
    expect(await ask(files, 'request-names', 'list', '-n', '')).toBe('a\nb\n');
    expect(await ask(files, 'request-names', 'list', '-n', '', 'b.http')).toBe('b\n');
    expect(await ask(files, 'request-names', 'list', '-n', '', 'no-such-path')).toBe('a\nb\n');
  });

  it('never prints a name that could be a terminal command', async () => {
    const files = {
      'a.http': dedent`
        ### a\u001b[2J
        GET http://127.0.0.1:1/

        ### b
        GET http://127.0.0.1:1/
      `,
    };
    expect(await ask(files, 'request-names', 'list', '-n', '')).toBe('b\n');
  });
});

describe.each(['bash', 'zsh', 'fish', 'powershell'])('svc completion %s', (shell) => {
  it('prints a script that knows every command, flag and word', async () => {
    const { code, stdout, stderr } = await runInProcess(['completion', shell], { cwd: repositoryRoot });
    expect([code, stderr]).toEqual([0, '']);
    for (const word of ['run', 'diff', 'validate', 'list', 'fmt', 'init', 'version', 'completion', 'help']) {
      expect(stdout).toContain(word);
    }
    for (const flag of ['json', 'strict', 'schema', 'exclude-tags', 'no-color', 'check', 'force']) {
      expect(stdout).toMatch(new RegExp(`(--|-l )${flag}\\b`));
    }
    for (const word of ['config', 'powershell', 'request-names']) expect(stdout).toContain(word);
    expect(stdout).toMatch(/spec|\[sS\]/);
    expect(stdout).not.toMatch(/\$\{[a-z]+\(|undefined|\[object/);
  });

  it('is accepted by the shell, where it is installed', async () => {
    const [program, ...args] =
      { bash: ['bash', '-n'], zsh: ['zsh', '-n'], fish: ['fish', '-n'], powershell: [] }[shell] ?? [];
    const { stdout } = await runInProcess(['completion', shell], { cwd: repositoryRoot });
    const installed =
      program !== undefined &&
      (await runProgram('sh', ['-c', `command -v ${program}`], { cwd: repositoryRoot })).code === 0;
    if (!installed) return expect(stdout.endsWith('\n')).toBe(true);
    const cwd = await temporaryWorkspace({ script: stdout });
    return expect(await runProgram(program, [...args, 'script'], { cwd })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});
