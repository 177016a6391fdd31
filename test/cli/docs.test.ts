import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/all-commands.js';
import type { CommandEntry, CommandNode } from '../../src/cli/command/command.js';
import { GLOBAL_FLAGS } from '../../src/cli/flags/global-flags.js';
import type { Flag, FlagTable } from '../../src/cli/flags/flag.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { repositoryRoot } from '../support/program/run-svc.js';

const documentation = await readFile(join(repositoryRoot, 'docs', 'cli.md'), 'utf8');
const commands = leaves(COMMANDS.commands, '');

/** Every visible command, named by all its words. */
function leaves(nodes: readonly CommandNode[], before: string): CommandEntry[] {
  return nodes.flatMap((node) => {
    if (!('load' in node)) return leaves(node.commands, `${before}${node.name} `);
    return node.hidden === true ? [] : [{ ...node, name: before + node.name }];
  });
}

/** The text between a heading and the next one of the same or a higher level. */
function section(heading: string): string {
  const start = documentation.indexOf(`\n${heading}\n`);
  expect(start, `docs/cli.md has "${heading}"`).toBeGreaterThan(-1);
  const rest = documentation.slice(start + heading.length + 2);
  const end = rest.search(/^#{1,3} /m);
  return end === -1 ? rest : rest.slice(0, end);
}

function flagRows(flags: FlagTable): string[] {
  return Object.entries(flags).map(([name, flag]) => {
    const short = flag.short === undefined ? '' : `\`-${flag.short}\``;
    const environment = flag.environment === undefined ? '' : `\`${flag.environment}\``;
    const cells = [`\`--${name}\``, short, valueAndDefault(flag), environment, flag.meaning];
    return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  });
}

function valueAndDefault(flag: Flag<unknown>): string {
  const kind = flag.repeatable === true ? 'counter' : 'switch';
  const value = flag.words?.map((word) => `\`${word}\``).join(', ') ?? (flag.value && `\`${flag.value}\``);
  const repeats = flag.value !== undefined && flag.repeatable === true ? ', repeatable' : '';
  return [`${value ?? kind}${repeats}`, flag.shownDefault].filter((part) => part !== undefined).join('; ');
}

function tableRows(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('| `--'));
}

describe('docs/cli.md', () => {
  it.each(commands.map((entry) => [entry.name, entry] as const))(
    'describes svc %s as it is',
    async (name, entry) => {
      const command = await entry.load();
      const text = section(`## svc ${name}`);
      expect(tableRows(text)).toEqual(flagRows(command.flags));
      expect(documentation).toContain(`| ${entry.summary} |`);
    },
  );

  it('describes the flags of every command', () => {
    expect(tableRows(section('### Flags of every command'))).toEqual(flagRows(GLOBAL_FLAGS));
  });

  it('has no section for a command that does not exist', () => {
    const described = [...documentation.matchAll(/^## svc (.+)$/gm)].map((match) => match[1]);
    expect(described).toEqual(commands.map(({ name }) => name));
  });

  it('lists every exit code that a command declares', async () => {
    const table = section('### Exit codes');
    const declared = await Promise.all(commands.map(async (entry) => (await entry.load()).exitCodes));
    for (const [code] of declared.flat()) expect(table).toContain(`\n| ${code} | `);
    for (const code of [64, 70]) expect(table).toContain(`\n| ${code} | `);
  });

  it('shows what svc init prints', async () => {
    const { stderr } = await runInProcess(['init'], { cwd: await temporaryWorkspace() });
    expect(section('## svc init')).toContain(`\n$ svc init\n${stderr}\`\`\`\n`);
  });
});
