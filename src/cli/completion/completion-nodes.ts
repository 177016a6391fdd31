import type { CommandNode } from '../command/command.js';
import { GLOBAL_FLAGS } from '../flags/global-flags.js';
import { visibleCommands } from '../command/find-command.js';
import type { Completion, FlagTable } from '../flags/flag.js';

/** A command or group and everything that may follow it; the scripts of all shells are generated from these. */
export interface CompletionNode {
  /** For example `/export/curl`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly CompletionFlag[];
  /** The candidates of all arguments together: the position of a word is ignored. */
  readonly arguments: readonly Candidates[];
}

export interface CompletionFlag {
  readonly name: string;
  readonly short: string | undefined;
  readonly meaning: string;
  /** Undefined for switches; `nothing` for values that cannot be guessed. */
  readonly value: Candidates | undefined;
}

export type Candidates =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files'; readonly extensions: readonly string[] }
  | { readonly kind: 'names'; readonly names: string }
  | { readonly kind: 'nothing' };

export async function completionNodes(node: CommandNode, path = ''): Promise<readonly CompletionNode[]> {
  if ('load' in node) {
    const command = await node.load();
    const candidates = command.arguments.map(({ words, complete }) => candidatesOf(words, complete));
    return [{ path, commands: [], flags: completionFlags(command.flags), arguments: candidates }];
  }
  const commands = visibleCommands(node);
  const below = await Promise.all(commands.map((child) => completionNodes(child, `${path}/${child.name}`)));
  return [{ path, commands, flags: completionFlags(node.flags ?? {}), arguments: [] }, ...below.flat()];
}

function completionFlags(flags: FlagTable): readonly CompletionFlag[] {
  const all: FlagTable = { ...flags, ...GLOBAL_FLAGS };
  return Object.entries(all).map(([name, { short, meaning, value, words, complete }]) => ({
    name,
    short,
    meaning,
    value: value === undefined ? undefined : candidatesOf(words, complete),
  }));
}

function candidatesOf(words: readonly string[] | undefined, complete: Completion | undefined): Candidates {
  if (words !== undefined) return { kind: 'words', words };
  if (complete === undefined) return { kind: 'nothing' };
  if (typeof complete === 'string') return { kind: 'names', names: complete };
  return { kind: 'files', extensions: complete.extensions };
}

/** Returns a line of a shell's `case` for each flag with a value; patterns start with `open` and end with `)`. */
export function valueCases(
  { path, flags }: CompletionNode,
  open: '(' | '',
  action: (candidates: Candidates) => string,
): readonly string[] {
  return flags.flatMap((flag) => {
    if (flag.value === undefined) return [];
    const matches = flagForms(flag).map((form) => `"${path} ${form}"`);
    return [`    ${open}${matches.join('|')}) ${action(flag.value)}; return ;;`];
  });
}

/** Returns the flag in all forms in which it can be typed. */
export function flagForms(flag: CompletionFlag): readonly string[] {
  return flag.short === undefined ? [`--${flag.name}`] : [`--${flag.name}`, `-${flag.short}`];
}
