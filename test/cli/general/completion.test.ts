import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { builtMain, repositoryRoot, runProgram } from '../../support/program/run-svc.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const REQUESTS = `### Create order
# @name createOrder
POST http://127.0.0.1:1/orders

### read: order "one"
GET http://127.0.0.1:1/orders/1

###
GET http://127.0.0.1:1/unnamed
`;

/** One build prints one script. */
let printed: Promise<string> | undefined;

async function bashScript(): Promise<string> {
  const cwd = await temporaryWorkspace();
  const { stdout } = await runProgram(process.execPath, ['--', builtMain, 'completion', 'bash'], { cwd });
  return stdout;
}

/** What bash offers for the line whose last word is under the cursor. */
async function completions(words: readonly string[], files: Record<string, string> = {}): Promise<string[]> {
  const cwd = await temporaryWorkspace({
    'orders.http': REQUESTS,
    'sub/more.SPEC': 'GET http://127.0.0.1:1/\n',
    'notes.txt': '',
    'broken.http': '### broken\nGTE x\n\u0000',
    ...files,
  });
  const bin = await temporaryWorkspace();
  await writeFile(join(bin, 'svc'), `#!/bin/sh\nexec "${process.execPath}" -- "${builtMain}" "$@"\n`);
  await chmod(join(bin, 'svc'), 0o755);
  printed ??= bashScript();
  await writeFile(join(bin, 'completion.bash'), await printed);
  const script = `
    source "$COMPLETION_SCRIPT"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
    $(complete -p svc | sed 's/.*-F \\([^ ]*\\).*/\\1/')
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    COMPLETION_SCRIPT: join(bin, 'completion.bash'),
  };
  const { stdout, stderr } = await runProgram('bash', ['-c', script, 'bash', ...words], { cwd, env });
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}

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

  it('completes words of arguments and flags', async () => {
    expect(await completions(['svc', 'completion', ''])).toEqual(['bash', 'fish', 'powershell', 'zsh']);
    expect(await completions(['svc', 'completion', 'p'])).toEqual(['powershell']);
    expect(await completions(['svc', 'validate', '--schema', ''])).toEqual([
      'config',
      'diff',
      'results',
      'strength',
      'stress',
    ]);
    expect(await completions(['svc', 'validate', '--schema', '=', 'c'])).toEqual(['config']);
    expect(await completions(['svc', 'validate', '--schema', '='])).toEqual([
      'config',
      'diff',
      'results',
      'strength',
      'stress',
    ]);
  });

  it('completes files by extension', async () => {
    expect(await completions(['svc', 'list', ''])).toEqual(['broken.http', 'orders.http', 'sub']);
    expect(await completions(['svc', 'list', 'sub/'])).toEqual(['sub/more.SPEC']);
    const files = { 'service.yaml': 'timeout: 1\n' };
    expect(await completions(['svc', 'validate', 's'], files)).toEqual(['service.yaml', 'sub']);
    expect(await completions(['svc', 'init', ''])).toEqual([]);
  });

  it('completes request names, ignoring broken files', async () => {
    expect(await completions(['svc', 'list', '-n', ''])).toEqual([
      'createOrder',
      'read:\\ order\\ \\"one\\"',
    ]);
    expect(await completions(['svc', 'list', '--name', 'cr'])).toEqual(['createOrder']);
    expect(await completions(['svc', 'list', 'sub', '-n', ''])).toEqual([]);
    expect(await completions(['svc', 'list', 'orders.http', '-n', '"re'])).toEqual(['read: order "one"']);
    expect(await completions(['svc', 'list', '-t', ''])).toEqual([]);
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
