/** Secrets planted in every input are in nothing that one use of every command leaves behind. */
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/all-commands.js';
import type { CommandNode } from '../../src/cli/command/command.js';
import { search } from './artefacts.js';
import { ENCODINGS } from './encodings.js';
import { SECRETS } from './planted.js';
import { USES } from './uses.js';

it('has a use for every command', () => {
  expect(Object.keys(USES).sort()).toEqual(wordsOf(COMMANDS.commands).sort());
});

it('looks for every secret in 27 encodings', () => {
  expect(Object.keys(ENCODINGS)).toHaveLength(27);
  const secret = SECRETS.fileVariable;
  for (const [name, encode] of Object.entries(ENCODINGS)) {
    const around = Buffer.concat([Buffer.from('x '), Buffer.from(encode(secret)), Buffer.from(' y')]);
    const { hits } = search(new Map([['a', around]]), { it: secret });
    expect(hits.map((hit) => hit.replace(/^a: it \((.*)\)$/, '$1'))).toContain(name);
  }
});

function wordsOf(entries: readonly CommandNode[]): string[] {
  return entries.flatMap((entry) =>
    'commands' in entry ? wordsOf(entry.commands).map((words) => `${entry.name} ${words}`) : [entry.name],
  );
}
