import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { visibleCommands } from '../../../src/cli/command/find-command.js';
import { COMMANDS as COMMAND_TABLE } from '../../../src/cli/commands/all-commands.js';
import { repositoryRoot } from '../../support/program/run-svc.js';
import { runInProcess } from '../../support/program/in-process-svc.js';

const COMMANDS = [
  'run',
  'stress',
  'strength',
  'diff',
  'serve',
  'worker',
  'workers',
  'mock',
  'record',
  'fetch',
  'validate',
  'list',
  'fmt',
  'init',
  'version',
  'completion',
  'help',
];
const NESTED = [
  'history',
  'history status',
  'history list',
  'history push',
  'history migrate',
  'contract',
  'contract verify',
  'report',
  'report merge',
  'mcp',
  'import',
  'import openapi',
  'import collection',
  'import curl',
  'import clientexport',
  'import har',
  'import bruno',
  'import http',
  'export',
  'export curl',
];
const golden = (name: string): Promise<string> =>
  readFile(join(repositoryRoot, 'test', 'cli', 'golden', `help-${name.replaceAll(' ', '-')}.txt`), 'utf8');
const help = (...args: string[]) => runInProcess(args, { cwd: repositoryRoot });

describe('help', () => {
  it.each([...COMMANDS, ...NESTED])('of svc %s', async (name) => {
    const expected = await golden(name);
    const words = name.split(' ');
    expect(await help(...words, '--help')).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' });
    expect((await help('help', ...words)).stdout).toBe(expected);
    expect((await help('--help', ...words, '--unknown', 'too', 'many')).stdout).toBe(expected);
  });

  it('of a command in a group', async () => {
    const expected = await golden('contract-verify');
    for (const args of [
      ['contract', 'verify', '--help'],
      ['help', 'contract', 'verify'],
    ]) {
      expect(await help(...args)).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' });
    }
  });

  it('of svc itself', async () => {
    const expected = await golden('svc');
    for (const args of [[], ['--help'], ['help'], ['--unknown', '--help'], ['nonsense', '--help', '-h']]) {
      expect(await help(...args)).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' });
    }
    for (const name of COMMANDS) expect(expected).toContain(`\n  ${name} `);
    expect(expected).not.toContain('__complete');
    for (const { name } of visibleCommands(COMMAND_TABLE)) expect(expected).toContain(`\n  ${name} `);
    const sections = ['Start', 'Test', 'Load', 'Serve', 'Convert', 'Agents'];
    expect(expected.match(/^(?:Start|Test|Load|Serve|Convert|Agents)(?=:$)/gm)).toEqual(sections);
    expect(expected).toMatch(/\nStart:\n {2}init .*\n {2}run .*\n {2}validate .*\n/);
  });

  it.each(['', 'mcp serve', 'lsp', 'auth login', ...COMMANDS, ...NESTED])(
    'of svc %s is one screen with -h',
    async (name) => {
      const words = name.split(' ').filter((word) => word !== '');
      const env = { COLUMNS: '80' };
      const shown = await runInProcess([...words, '-h', '--unknown'], { cwd: repositoryRoot, env });
      const text = shown.stdout + shown.stderr;
      expect(shown.code).toBe(0);
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
      expect(text).toMatch(new RegExp(`^Usage: svc ${name}`));
      const whole = await helpInColumns(name === '' ? 'svc' : name, 80);
      const more = ['svc', ...words, '--help'].join(' ');
      if (text !== whole) expect(text.replaceAll(/\s+/g, ' ')).toContain(more);
    },
  );

  it('has the flags of queues where load and distribution are the subject', async () => {
    const all = await Promise.all(
      [...COMMANDS, ...NESTED].map(async (name) => [name, await golden(name)] as const),
    );
    const withQueue = all.filter(([, text]) => text.includes('--queue-name')).map(([name]) => name);
    expect(withQueue).toEqual(['stress', 'worker', 'workers']);
    for (const name of ['run', 'serve'])
      expect((await golden(name)).replaceAll(/\s+/g, ' ')).toContain(
        'svc stress --help describes these flags',
      );
  });

  it.each(['svc', ...COMMANDS, ...NESTED])('of %s has every part within 100 columns', async (name) => {
    const text = await golden(name);
    expect(text).toMatch(/^Usage: svc .*\n\n[A-Z].*\.\n/);
    expect(text).toContain('\nExamples:\n  ');
    expect(text).toContain('\nExit codes:\n  0 ');
    expect(text).toContain('-h, --help');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

describe.each([40, 60, 80, 120])('help in %i columns', (columns) => {
  it.each(['svc', 'mcp serve', 'lsp', ...COMMANDS, ...NESTED])(
    'of %s cuts nothing and breaks no word',
    async (name) => {
      const text = await helpInColumns(name, columns);
      for (const line of text.split('\n')) {
        expect(line).toBe(line.trimEnd());
        // Only a word that is longer than a line, such as a quoted one in an example, may exceed it.
        if (line.length > Math.min(columns, 100)) expect(line).toMatch(/^ +(?:\S+|"[^"]*"|'[^']*')(?: \\)?$/);
      }
      expect(wordsOf(text)).toEqual(wordsOf(await helpInColumns(name, 100)));
    },
  );
});

/** `svc mcp serve` and `svc lsp` print their help on standard error. */
async function helpInColumns(name: string, columns: number): Promise<string> {
  const words = name === 'svc' ? [] : name.split(' ');
  const env = { COLUMNS: String(columns) };
  const { stdout, stderr } = await runInProcess([...words, '--help'], { cwd: repositoryRoot, env });
  return `${stdout}${stderr}`;
}

/** Choices are broken behind their bars, examples behind any word. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/\|\n +/g, '|')
    .replaceAll(/ \\\n +/g, ' ')
    .split(/\s+/);
}
