import type { CommandEntry, CommandGroup, CommandNode } from '../command/command.js';
import { visibleCommands } from '../command/find-command.js';
import {
  allExitCodes,
  argumentName,
  commandUsage,
  flagRemarks,
  flagsByGroup,
  flagValue,
  type NamedFlag,
} from '../command/help-parts.js';
import type { FlagTable } from '../flags/flag.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import { bold, italic, quoted, roffText } from './roff.js';
import { FILES, OTHER_VARIABLES } from './variables.js';

/** The page has no date, so that one version of svc has one page. */
export async function manPage(root: CommandGroup, version: string): Promise<string> {
  const commands = await allCommands(root, 'svc');
  const lines = [
    `.TH SVC 1 "" ${quoted(`svc ${version}`)} "User Commands"`,
    // Lines are broken at blanks only, and not stretched: flags and addresses are copied from here.
    '.nh',
    '.ad l',
    ...section('NAME', [`svc \\- ${roffText(lowerFirst(root.summary).replace(/\.$/, ''))}`]),
    ...section('SYNOPSIS', [`${bold('svc')} ${italic('command')} [${italic('flags')}]`]),
    ...section('DESCRIPTION', DESCRIPTION.map(roffText)),
    ...section('COMMANDS', commands.flatMap(commandLines)),
    ...section('FLAGS OF EVERY COMMAND', flagLines(Object.entries(GLOBAL_FLAGS))),
    ...section('ENVIRONMENT', terms([...flagVariables(commands), ...OTHER_VARIABLES])),
    ...section('FILES', terms(FILES)),
    ...section('EXIT STATUS', terms(codeRows(root.exitCodes ?? []))),
    ...section('EXAMPLES', examples(root.examples)),
  ];
  return `${lines.join('\n')}\n`;
}

const DESCRIPTION = [
  'Requests stand in text files, together with what is expected of the responses.',
  'The same files are run as tests, as load tests and against other providers, and are served as a mock.',
  'Recordings and definitions of other tools are converted to such files.',
];

interface LoadedCommand {
  readonly usage: string;
  readonly entry: CommandEntry;
  readonly command: Awaited<ReturnType<CommandEntry['load']>>;
}

async function allCommands(node: CommandNode, name: string): Promise<readonly LoadedCommand[]> {
  if (!('load' in node)) {
    const below = await Promise.all(
      visibleCommands(node).map((child) => allCommands(child, `${name} ${child.name}`)),
    );
    return below.flat();
  }
  const command = await node.load();
  return [{ usage: commandUsage(name, command.arguments), entry: node, command }];
}

function commandLines({ usage, entry, command }: LoadedCommand): string[] {
  return [
    `.SS ${quoted(usage)}`,
    roffText(entry.summary),
    ...terms(command.arguments.map((argument) => [argumentName(argument), argument.meaning])),
    ...ownFlags(command.flags).flatMap(([title, flags]) => [
      ...(flags.length > 0 ? ['.PP', `${roffText(title)}:`] : []),
      ...flagLines(flags),
    ]),
    '.PP',
    'Exit codes:',
    ...terms(codeRows(command.exitCodes)),
    ...(command.examples.length > 0 ? ['.PP', 'Examples:', ...examples(command.examples)] : []),
  ];
}

/** Without those of every command, unless the command describes one in its own words. */
function ownFlags(flags: FlagTable): (readonly [title: string, flags: readonly NamedFlag[]])[] {
  return [...flagsByGroup(flags)].map(([title, group]) => [
    title,
    group.filter(([name]) => Object.hasOwn(flags, name)),
  ]);
}

function flagLines(flags: readonly NamedFlag[]): string[] {
  return flags.flatMap(([name, flag]) => {
    const forms = [...(flag.short === undefined ? [] : [`-${flag.short}`]), `--${name}`].map(bold).join(', ');
    const value = flagValue(flag);
    const remarks = flagRemarks(flag);
    const remark = remarks.length === 0 ? '' : ` [${remarks.join(', ')}]`;
    return ['.TP', value === '' ? forms : `${forms} ${italic(value)}`, roffText(`${flag.meaning}${remark}`)];
  });
}

/** One row per variable, although several commands have it. */
function flagVariables(commands: readonly LoadedCommand[]): (readonly [string, string])[] {
  const all = commands.flatMap(({ command }) => Object.entries({ ...GLOBAL_FLAGS, ...command.flags }));
  const names = new Map<string, Set<string>>();
  for (const [name, flag] of all as NamedFlag[]) {
    if (flag.environment === undefined) continue;
    names.set(flag.environment, (names.get(flag.environment) ?? new Set()).add(`--${name}`));
  }
  return [...names]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, flags]) => [name, `the value of ${[...flags].join(' and ')}`]);
}

function codeRows(codes: Parameters<typeof allExitCodes>[0]): (readonly [string, string])[] {
  return allExitCodes(codes).map(([code, meaning]) => [String(code), meaning]);
}

function terms(rows: readonly (readonly [term: string, meaning: string])[]): string[] {
  return rows.flatMap(([term, meaning]) => ['.TP', bold(term), roffText(meaning)]);
}

function examples(lines: readonly string[]): string[] {
  return ['.PP', '.RS 4', '.nf', ...lines.map(roffText), '.fi', '.RE'];
}

function section(title: string, lines: readonly string[]): string[] {
  return [`.SH ${quoted(title)}`, ...lines];
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
