import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, runSvc } from '../support/run-svc.js';

const COMMANDS = [
  'run',
  'diff',
  'serve',
  'contract',
  'mock',
  'record',
  'validate',
  'list',
  'fmt',
  'init',
  'version',
  'completion',
  'help',
];
const golden = (name: string): Promise<string> =>
  readFile(join(repositoryRoot, 'test', 'cli', 'golden', `help-${name}.txt`), 'utf8');
const help = (...args: string[]) => runSvc(args, { cwd: repositoryRoot });

describe('help', () => {
  it.each(COMMANDS)('of svc %s', async (name) => {
    const expected = await golden(name);
    expect(await help(name, '--help')).toEqual({ code: 0, signal: null, stdout: expected, stderr: '' });
    expect((await help('help', name)).stdout).toBe(expected);
    expect((await help('-h', name, '--unknown', 'too', 'many')).stdout).toBe(expected);
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

  it.each(['svc', ...COMMANDS])('of %s has every part within 100 columns', async (name) => {
    const text = await golden(name);
    expect(text).toMatch(/^Usage: svc .*\n\n[A-Z].*\.\n/);
    expect(text).toContain('\nExamples:\n  ');
    expect(text).toContain('\nExit codes:\n  0 ');
    expect(text).toContain('-h, --help');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});
