import type { Argument, Command, CommandEntry, CommandGroup, CommandNode } from './command.js';
import { EXIT } from '../process/exit-code.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import type { Flag, FlagTable } from '../flags/flag.js';
import { visibleCommands } from './find-command.js';

const WIDTH = 100;
const MAX_LEFT_WIDTH = 32;

/** `path` contains the words after the program name. */
export async function helpText(node: CommandNode, path: readonly string[]): Promise<string> {
  const name = ['svc', ...path].join(' ');
  const lines = 'load' in node ? await commandHelp(node, name) : groupHelp(node, name);
  return `${lines.join('\n')}\n`;
}

async function commandHelp({ summary, load }: CommandEntry, name: string): Promise<string[]> {
  const { arguments: declared, flags, examples, exitCodes } = await load();
  return [
    `Usage: ${[name, ...declared.map(argumentUsage), '[flags]'].join(' ')}`,
    '',
    ...wrap(summary, '', ''),
    ...section('Arguments', declared, (argument) => [argumentName(argument), argument.meaning]),
    ...flagSections(flags),
    ...section('Examples', examples, (example) => [example, '']),
    ...exitCodeSection(exitCodes),
  ];
}

function groupHelp(group: CommandGroup, name: string): string[] {
  return [
    `Usage: ${name} <command> [flags]`,
    '',
    ...wrap(group.summary, '', ''),
    ...section('Commands', visibleCommands(group), (node) => [node.name, node.summary]),
    ...flagSections(group.flags ?? {}),
    ...section('Examples', group.examples, (example) => [example, '']),
    ...exitCodeSection(group.exitCodes ?? [[0, 'success']]),
    `\n${name} <command> --help describes a command.`,
  ];
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
function flagSections(flags: FlagTable): string[] {
  const groups = new Map<string, [string, Flag<unknown>][]>();
  for (const [name, flag] of Object.entries({ ...flags, ...GLOBAL_FLAGS, ...flags } as FlagTable)) {
    const { group = 'Flags' } = flag;
    groups.set(group, [...(groups.get(group) ?? []), [name, flag]]);
  }
  return [...groups].flatMap(([title, named]) =>
    section(title, named, ([name, flag]) => [flagForm(name, flag), flagMeaning(flag)]),
  );
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
    flag.shownDefault === undefined ? '' : `default ${flag.shownDefault}`,
    flag.environment === undefined ? '' : `env ${flag.environment}`,
  ].filter((remark) => remark !== '');
  return remarks.length === 0 ? flag.meaning : `${flag.meaning} [${remarks.join(', ')}]`;
}

function exitCodeSection(codes: Command['exitCodes']): string[] {
  const all = [...codes, ...ALWAYS_POSSIBLE].toSorted(([a], [b]) => a - b);
  return section('Exit codes', all, ([code, meaning]) => [String(code), meaning]);
}

const ALWAYS_POSSIBLE: Command['exitCodes'] = [
  [EXIT.usage, 'bad usage'],
  [EXIT.internal, 'internal fault of svc'],
];

function section<T>(
  title: string,
  items: readonly T[],
  rowOf: (item: T) => readonly [left: string, right: string],
): string[] {
  if (items.length === 0) return [];
  const rows = items.map(rowOf);
  const widest = Math.max(...rows.filter(([, right]) => right !== '').map(([left]) => left.length), 0);
  const column = Math.min(widest, MAX_LEFT_WIDTH) + 4;
  return ['', `${title}:`, ...rows.flatMap(([left, right]) => row(left, right, column))];
}

function row(left: string, right: string, column: number): string[] {
  const indent = ' '.repeat(column);
  if (right === '') return wrap(left, '  ', '      ');
  const start = `  ${left}`;
  if (start.length + 2 <= column) return wrap(right, start.padEnd(column), indent);
  return [start, ...wrap(right, indent, indent)];
}

/** Breaks lines at blanks so that none exceeds the width of the help. */
function wrap(text: string, first: string, others: string): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = others;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}
