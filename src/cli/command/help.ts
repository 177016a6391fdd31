import type { Argument, Command, CommandGroup, CommandNode } from './command.js';
import { EXIT } from '../process/exit-code.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import type { Flag, FlagTable } from '../flags/flag.js';
import { visibleCommands } from './find-command.js';

const WIDTH = 100;
const WIDEST_LEFT = 32;

/** The layout of cli.md 1; `path` are the words after the program name. */
export async function helpText(node: CommandNode, path: readonly string[]): Promise<string> {
  const name = ['svc', ...path].join(' ');
  if (!('load' in node)) return groupHelp(node, name);
  const command = await node.load();
  return layOut([
    `Usage: ${[name, ...command.arguments.map(argumentUsage), '[flags]'].join(' ')}`,
    ...wrap(node.summary, '', ''),
    ...section(
      'Arguments',
      command.arguments.map((argument) => [argumentName(argument), argument.meaning]),
    ),
    ...flagSections(command.flags),
    ...section(
      'Examples',
      command.examples.map((example) => [example, '']),
    ),
    ...exitCodes(command.exitCodes),
  ]);
}

function groupHelp(group: CommandGroup, name: string): string {
  return layOut([
    `Usage: ${name} <command> [flags]`,
    ...wrap(group.summary, '', ''),
    ...section(
      'Commands',
      visibleCommands(group).map((node) => [node.name, node.summary]),
    ),
    ...flagSections(group.flags ?? {}),
    ...section(
      'Examples',
      group.examples.map((example) => [example, '']),
    ),
    ...exitCodes(group.exitCodes ?? [[0, 'success']]),
    `\n${name} <command> --help tells more about a command.`,
  ]);
}

function layOut(lines: readonly string[]): string {
  const [usage, purpose, ...others] = lines;
  return `${[usage, '', purpose, ...others].join('\n')}\n`;
}

function argumentUsage(argument: Argument): string {
  const name = argumentName(argument);
  return argument.required === true ? name : `[${name}]`;
}

function argumentName(argument: Argument): string {
  const name = argument.words === undefined ? argument.name : argument.words.join('|');
  return `<${name}>${argument.repeatable === true ? '...' : ''}`;
}

/** A command may have its own words for a flag of every command. */
function flagSections(flags: FlagTable): string[] {
  const groups = new Map<string, [string, string][]>();
  for (const [name, flag] of Object.entries({ ...flags, ...GLOBAL_FLAGS, ...flags } as FlagTable)) {
    const rows = groups.get(flag.group ?? 'Flags') ?? [];
    rows.push([flagForm(name, flag), flagMeaning(flag)]);
    groups.set(flag.group ?? 'Flags', rows);
  }
  return [...groups].flatMap(([title, rows]) => section(title, rows));
}

function flagForm(name: string, flag: Flag<unknown>): string {
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `;
  return `${short}--${name}${flag.value === undefined ? '' : ` <${flagValue(flag)}>`}`;
}

/** How the value is written: its words when they are fixed. */
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

function exitCodes(codes: Command['exitCodes']): string[] {
  const all = [...codes, ...ALWAYS_POSSIBLE].toSorted(([a], [b]) => a - b);
  return section(
    'Exit codes',
    all.map(([code, meaning]) => [String(code), meaning] as const),
  );
}

const ALWAYS_POSSIBLE: Command['exitCodes'] = [
  [EXIT.usage, 'bad usage'],
  [EXIT.internal, 'internal fault of svc'],
];

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const widest = Math.max(...rows.filter(([, right]) => right !== '').map(([left]) => left.length), 0);
  const column = Math.min(widest, WIDEST_LEFT) + 4;
  return ['', `${title}:`, ...rows.flatMap(([left, right]) => row(left, right, column))];
}

function row(left: string, right: string, column: number): string[] {
  const indent = ' '.repeat(column);
  if (right === '') return wrap(left, '  ', '      ');
  const start = `  ${left}`;
  if (start.length + 2 <= column) return wrap(right, start.padEnd(column), indent);
  return [start, ...wrap(right, indent, indent)];
}

/** Breaks at blanks so that no line is wider than the help may be. */
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
