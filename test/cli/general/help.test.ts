import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
    expect((await help('-h', ...words, '--unknown', 'too', 'many')).stdout).toBe(expected);
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
    for (const args of [[], ['-h'], ['--help'], ['help'], ['--unknown', '--help'], ['nonsense', '-h']]) {
      expect(await help(...args)).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' });
    }
    for (const name of COMMANDS) expect(expected).toContain(`\n  ${name} `);
    expect(expected).not.toContain('__complete');
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
