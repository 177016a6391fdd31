import type { Command, CommandEntry, CommandGroup, CommandNode } from './command.js';
import type { Flag, FlagTable } from '../flags/flag.js';
import { visibleCommands } from './find-command.js';
import { HelpPage, keepTogether } from './help-page.js';
import {
  allExitCodes,
  argumentName,
  commandUsage,
  flagRemarks,
  flagsByGroup,
  flagValue,
} from './help-parts.js';

/** `path` contains the words after the program name; no line is longer than `width` unless a single word is. */
export async function helpText(node: CommandNode, path: readonly string[], width: number): Promise<string> {
  const name = ['svc', ...path].join(' ');
  const page = new HelpPage(width);
  if ('load' in node) await addCommand(page, node, name);
  else addGroup(page, node, name);
  return page.text;
}

async function addCommand(page: HelpPage, { summary, load }: CommandEntry, name: string): Promise<void> {
  const { arguments: declared, flags, examples, exitCodes } = await load();
  page.usage(commandUsage(name, declared));
  page.paragraph(summary);
  page.table(
    'Arguments',
    declared.map((argument) => [argumentName(argument), argument.meaning]),
  );
  addFlags(page, flags);
  page.examples(examples);
  addExitCodes(page, exitCodes);
}

function addGroup(page: HelpPage, group: CommandGroup, name: string): void {
  page.usage(`${name} <command> [flags]`);
  page.paragraph(group.summary);
  page.table(
    'Commands',
    visibleCommands(group).map((node) => [node.name, node.summary]),
  );
  addFlags(page, group.flags ?? {});
  page.examples(group.examples);
  addExitCodes(page, group.exitCodes ?? [[0, 'success']]);
  page.paragraph(`${name} <command> --help describes a command.`);
}

function addFlags(page: HelpPage, flags: FlagTable): void {
  for (const [title, group] of flagsByGroup(flags)) {
    page.table(
      title,
      group.map(([name, flag]) => [flagForm(name, flag), flagMeaning(flag)]),
    );
  }
}

function flagForm(name: string, flag: Flag<unknown>): string {
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `;
  return `${short}--${name} ${flagValue(flag)}`.trimEnd();
}

function flagMeaning(flag: Flag<unknown>): string {
  const remarks = flagRemarks(flag).map(keepTogether);
  return remarks.length === 0 ? flag.meaning : `${flag.meaning} [${remarks.join(', ')}]`;
}

function addExitCodes(page: HelpPage, codes: Command['exitCodes']): void {
  page.table(
    'Exit codes',
    allExitCodes(codes).map(([code, meaning]) => [String(code), meaning]),
  );
}
