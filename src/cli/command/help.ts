import type { Argument, Command, CommandEntry, CommandGroup, CommandNode } from './command.js';
import { EXIT } from '../process/exit-code.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import type { Flag, FlagTable } from '../flags/flag.js';
import { visibleCommands } from './find-command.js';
import { HelpPage, keepTogether } from './help-page.js';

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
  page.usage([name, ...declared.map(argumentUsage), '[flags]'].join(' '));
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

function argumentUsage(argument: Argument): string {
  const name = argumentName(argument);
  return argument.required === true ? name : `[${name}]`;
}

function argumentName(argument: Argument): string {
  const name = argument.words === undefined ? argument.name : argument.words.join('|');
  return `<${name}>${argument.repeatable === true ? '...' : ''}`;
}

/** A command may describe a global flag in its own words. */
function addFlags(page: HelpPage, flags: FlagTable): void {
  const groups = new Map<string, (readonly [string, string])[]>();
  for (const [name, flag] of Object.entries({ ...flags, ...GLOBAL_FLAGS, ...flags } as FlagTable)) {
    const { group = 'Flags' } = flag;
    groups.set(group, [...(groups.get(group) ?? []), [flagForm(name, flag), flagMeaning(flag)]]);
  }
  for (const [title, rows] of groups) page.table(title, rows);
}

function flagForm(name: string, flag: Flag<unknown>): string {
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `;
  return `${short}--${name}${flag.value === undefined ? '' : ` <${flagValue(flag)}>`}`;
}

/** Returns the placeholder of the value, or its words when they are fixed. */
function flagValue(flag: Flag<unknown>): string {
  return flag.words?.join('|') ?? flag.value ?? '';
}

function flagMeaning(flag: Flag<unknown>): string {
  const remarks = [
    flag.value !== undefined && flag.repeatable === true ? 'repeatable' : '',
    flag.shownDefault === undefined ? '' : keepTogether(`default ${flag.shownDefault}`),
    flag.environment === undefined ? '' : keepTogether(`env ${flag.environment}`),
  ].filter((remark) => remark !== '');
  return remarks.length === 0 ? flag.meaning : `${flag.meaning} [${remarks.join(', ')}]`;
}

function addExitCodes(page: HelpPage, codes: Command['exitCodes']): void {
  const all = [...codes, ...ALWAYS_POSSIBLE].toSorted(([a], [b]) => a - b);
  page.table(
    'Exit codes',
    all.map(([code, meaning]) => [String(code), meaning]),
  );
}

const ALWAYS_POSSIBLE: Command['exitCodes'] = [
  [EXIT.usage, 'bad usage'],
  [EXIT.internal, 'internal fault of svc'],
];
