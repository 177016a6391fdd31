import type { Argument, Command } from './command.js';
import type { Flag, FlagTable } from '../flags/flag.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import { EXIT } from '../process/exit-code.js';

/** The line that shows how a command is called. */
export function commandUsage(name: string, declared: readonly Argument[]): string {
  return [name, ...declared.map(argumentUsage), '[flags]'].join(' ');
}

function argumentUsage(argument: Argument): string {
  const name = argumentName(argument);
  return argument.required === true ? name : `[${name}]`;
}

export function argumentName(argument: Argument): string {
  const name = argument.words === undefined ? argument.name : argument.words.join('|');
  return `<${name}>${argument.repeatable === true ? '...' : ''}`;
}

export type NamedFlag = readonly [name: string, flag: Flag<unknown>];

/** Flags under their headings, those of every command among them; a command may describe one in its own words. */
export function flagsByGroup(flags: FlagTable): ReadonlyMap<string, readonly NamedFlag[]> {
  const groups = new Map<string, NamedFlag[]>();
  for (const [name, flag] of Object.entries({ ...flags, ...GLOBAL_FLAGS, ...flags } as FlagTable)) {
    const { group = 'Flags' } = flag;
    groups.set(group, [...(groups.get(group) ?? []), [name, flag]]);
  }
  return groups;
}

/** Returns the placeholder of the value, or its words when they are fixed; empty for a switch. */
export function flagValue(flag: Flag<unknown>): string {
  return flag.value === undefined ? '' : `<${flag.words?.join('|') ?? flag.value}>`;
}

/** What stands in brackets behind the meaning. */
export function flagRemarks(flag: Flag<unknown>): string[] {
  return [
    flag.value !== undefined && flag.repeatable === true ? 'repeatable' : '',
    flag.shownDefault === undefined ? '' : `default ${flag.shownDefault}`,
    flag.environment === undefined ? '' : `env ${flag.environment}`,
  ].filter((remark) => remark !== '');
}

/** With those that every command has. */
export function allExitCodes(codes: Command['exitCodes']): Command['exitCodes'] {
  return [...codes, ...ALWAYS_POSSIBLE].toSorted(([a], [b]) => a - b);
}

const ALWAYS_POSSIBLE: Command['exitCodes'] = [
  [EXIT.usage, 'bad usage'],
  [EXIT.internal, 'internal fault of svc'],
];
