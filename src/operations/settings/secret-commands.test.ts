import { describe, expect, it } from 'vitest';
import type { Config } from '../../workspace/config/config.js';
import { secretCommands } from './secret-commands.js';

const CONFIG: Config = {
  environments: { staging: {}, '--odd name': {} },
  secrets: [
    'plain',
    { name: 'all', command: ['op', 'desk-{{environment}}/{{ environment }}', '{{other}}'] },
    { name: 'some', command: ['./{{environment}}', 'x'], environments: ['staging'], timeout: '2s' },
  ],
};

describe('the programs of a config', () => {
  it('have the environment in their arguments only', () => {
    expect(secretCommands(CONFIG, 'staging', '/w')).toEqual([
      {
        name: 'all',
        program: 'op',
        environment: 'staging',
        args: ['desk-staging/staging', '{{other}}'],
        directory: '/w',
        timeoutMs: 30_000,
      },
      {
        name: 'some',
        program: './{{environment}}',
        environment: 'staging',
        args: ['x'],
        directory: '/w',
        timeoutMs: 2000,
      },
    ]);
  });

  it('are left out in other environments, and where there are none', () => {
    expect(secretCommands(CONFIG, 'dev', '/w')?.map(({ name }) => name)).toEqual(['all']);
    expect(secretCommands({ secrets: ['a'] }, 'dev', '/w')).toBeUndefined();
    expect(secretCommands({}, 'dev', '/w')).toBeUndefined();
  });

  it.each([
    ['dev', false],
    ['été 2.1', false],
    ['--odd name', false],
    ['-o', true],
    ['--help', true],
    ['../prod', true],
    ['a..b', true],
    ['a/b', true],
    ['a\nb', true],
    ['', true],
  ])('get no name that could mean something else to them: %j', (environment, isRefused) => {
    const [first] = secretCommands(CONFIG, environment, '/w') ?? [];
    expect(first?.problem !== undefined).toBe(isRefused);
  });
});
