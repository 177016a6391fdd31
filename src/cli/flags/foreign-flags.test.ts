import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../commands/all-commands.js';
import type { CommandNode } from '../command/command.js';
import { insteadOfForeign } from './foreign-flags.js';
import type { FlagTable } from './flag.js';
import { GLOBAL_FLAGS } from './global-flags.js';

async function flagsOf(...path: string[]): Promise<FlagTable> {
  let node: CommandNode = COMMANDS;
  for (const name of path) {
    const child: CommandNode | undefined =
      'load' in node ? undefined : node.commands.find((c) => c.name === name);
    if (child === undefined) throw new Error(`no command ${path.join(' ')}`);
    node = child;
  }
  if (!('load' in node)) throw new Error(`${path.join(' ')} is a group`);
  return { ...(await node.load()).flags, ...GLOBAL_FLAGS };
}

describe('flags of other tools', () => {
  it.each([
    ['run', '--json', 'did you mean --output json?'],
    ['run', '-f', 'paths are given without a flag'],
    ['run', '--environment', 'did you mean --env <name>?'],
    ['run', '--reporter', 'did you mean --output <format>?'],
    ['run', '-u', 'did you mean --update-snapshots?'],
    ['run', '--max-time', 'did you mean --timeout <duration>?'],
    ['fetch', '-u', "did you mean -H 'Authorization: Basic ...'?"],
    ['fetch', '-I', 'did you mean -X HEAD?'],
    ['fetch', '-L', 'redirects are followed without a flag'],
    ['fetch', '--json', 'did you mean --format json?'],
    ['stress', '--rps', 'did you mean --rate <number>?'],
    ['stress', '-u', 'did you mean --vus <number>?'],
    ['record', '--upstream', 'did you mean --target <url>?'],
    ['mock', '--bind', 'did you mean --host <host>?'],
    ['mock', '--max-time', undefined],
    ['run', '--constructor', undefined],
  ])('svc %s %s: %s', async (command, word, expected) => {
    expect(insteadOfForeign(word, await flagsOf(command))).toBe(expected);
  });

  it('name ours in contract verify', async () => {
    expect(insteadOfForeign('--providerUrl', await flagsOf('contract', 'verify'))).toBe(
      'did you mean --provider <url>?',
    );
  });
});
