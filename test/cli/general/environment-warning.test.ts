import { describe, expect, it } from 'vitest';
import type { CommandNode } from '../../../src/cli/command/command.js';
import { COMMANDS } from '../../../src/cli/commands/all-commands.js';
import { CALLS, refusesInEachCommand, ways } from './environment-warning-setup.js';

describe('an environment that is not defined', () => {
  it('is tested with every command that takes --env', async () => {
    expect((await commandsWithEnv(COMMANDS.commands, '')).sort()).toEqual([...CALLS.keys(), 'lsp'].sort());
  });

  refusesInEachCommand(ways.slice(0, 1));
});

async function commandsWithEnv(nodes: readonly CommandNode[], before: string): Promise<string[]> {
  const found = await Promise.all(
    nodes.map(async (node) => {
      const name = before + node.name;
      if (!('load' in node)) return commandsWithEnv(node.commands, `${name} `);
      return 'env' in (await node.load()).flags ? [name] : [];
    }),
  );
  return found.flat();
}
