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
  type NamedFlag,
} from './help-parts.js';

/** `path` contains the words after the program name; no line is longer than `width` unless a single word is. */
export async function helpText(node: CommandNode, path: readonly string[], width: number): Promise<string> {
  const name = ['svc', ...path].join(' ');
  const page = new HelpPage(width);
  if ('load' in node) addCommand(page, node, await node.load(), name);
  else addGroup(page, node, name);
  return page.text;
}

/** The lines of a terminal in which `-h` has to find room. */
const SCREEN_LINES = 24;

/** The same within one screen: what is needed most, and how to get the rest. */
export async function shortHelpText(
  node: CommandNode,
  path: readonly string[],
  width: number,
): Promise<string> {
  const whole = await helpText(node, path, width);
  if (fits(whole)) return whole;
  const name = ['svc', ...path].join(' ');
  if (!('load' in node)) return shortGroup(node, name, width);
  const command = await node.load();
  const own = describedHere(command);
  const usual = Object.entries<Flag<unknown>>(own).filter(([, { short }]) => short !== undefined);
  for (let count = usual.length; ; count -= 1) {
    const page = new HelpPage(width);
    addStart(page, node, command, name);
    page.table('Flags', usual.slice(0, count).map(shortRow));
    page.examples(command.examples.slice(0, 2));
    page.paragraph(`${name} --help describes all flags and exit codes.`);
    if (count === 0 || fits(page.text)) return page.text;
  }
}

function fits(text: string): boolean {
  return text.trimEnd().split('\n').length <= SCREEN_LINES;
}

function addCommand(page: HelpPage, entry: CommandEntry, command: Command, name: string): void {
  addStart(page, entry, command, name);
  addFlags(page, describedHere(command), command.describedElsewhere?.shown);
  page.examples(command.examples);
  addExitCodes(page, command.exitCodes);
}

function addStart(
  page: HelpPage,
  { summary }: CommandEntry,
  { arguments: declared }: Command,
  name: string,
): void {
  page.usage(commandUsage(name, declared));
  page.paragraph(summary);
  page.table(
    'Arguments',
    declared.map((argument) => [argumentName(argument), argument.meaning]),
  );
}

function describedHere({ flags, describedElsewhere }: Command): FlagTable {
  if (describedElsewhere === undefined) return flags;
  return Object.fromEntries(
    Object.entries(flags).filter(([name]) => !Object.hasOwn(describedElsewhere.flags, name)),
  );
}

function addGroup(page: HelpPage, group: CommandGroup, name: string): void {
  page.usage(`${name} <command> [flags]`);
  page.paragraph(group.summary);
  for (const [title, nodes] of commandsBySection(group)) {
    page.table(
      title,
      nodes.map((node) => [node.name, node.summary]),
    );
  }
  addFlags(page, group.flags ?? {});
  page.examples(group.examples);
  addExitCodes(page, group.exitCodes ?? [[0, 'success']]);
  page.paragraph(`${name} <command> -h describes a command on one screen, --help in full.`);
}

/** The commands of the first section with what they do, those of the others by name. */
function shortGroup(group: CommandGroup, name: string, width: number): string {
  for (let count = group.examples.length; ; count -= 1) {
    const text = shortGroupText({ ...group, examples: group.examples.slice(0, count) }, name, width);
    if (count === 0 || fits(text)) return text;
  }
}

function shortGroupText(group: CommandGroup, name: string, width: number): string {
  const page = new HelpPage(width);
  page.usage(`${name} <command> [flags]`);
  page.paragraph(group.summary);
  const [first, ...others] = commandsBySection(group);
  if (first !== undefined) {
    const main = first[1].slice(0, others.length === 0 ? undefined : MAIN_COMMANDS);
    page.table(
      first[0],
      main.map((node) => [node.name, node.summary]),
    );
  }
  page.table(
    'More',
    others.map(([title, nodes]) => [title, nodes.map((node) => node.name).join(', ')]),
  );
  page.examples(group.examples);
  page.paragraph(`${name} <command> -h describes a command, ${name} --help lists what all of them do.`);
  return page.text;
}

const MAIN_COMMANDS = 3;

function commandsBySection(group: CommandGroup): (readonly [string, readonly CommandNode[]])[] {
  const nodes = visibleCommands(group);
  const { sections = [['Commands', nodes.map(({ name }) => name)]] } = group;
  return sections.map(([title, names]) => [
    title,
    names.flatMap((name) => nodes.filter((node) => node.name === name)),
  ]);
}

/** `elsewhere` stands for the flags that another command describes. */
function addFlags(page: HelpPage, flags: FlagTable, elsewhere?: readonly [string, string]): void {
  for (const [title, group] of flagsByGroup(flags)) page.table(title, group.map(flagRow));
  if (elsewhere !== undefined) page.table('Workers', [elsewhere]);
}

function flagRow([name, flag]: NamedFlag): readonly [string, string] {
  return [flagForm(name, flag), flagMeaning(flag)];
}

/** Defaults and variables are left out. */
function shortRow([name, flag]: NamedFlag): readonly [string, string] {
  return [flagForm(name, flag), flag.meaning];
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
