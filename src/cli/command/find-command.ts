import { ServiceError } from '../../errors.js';
import { printableLine } from '../../primitives/printable.js';
import type { CommandGroup, CommandNode } from './command.js';
import { quoteWord, unknownWordMessage } from '../process/unknown-word-message.js';

export interface CommandCall {
  /** The innermost command or group that the words name; the root when they name none. */
  readonly node: CommandNode;
  /** The words of the command, without the program name. */
  readonly path: readonly string[];
  /** Flags and arguments of the command. */
  readonly rest: readonly string[];
  /** A word in the place of a command name that names no command of the group. */
  readonly unknown: string | undefined;
}

/** Flags may precede the command name; they belong to the command. */
export function findCommand(argv: readonly string[], root: CommandGroup): CommandCall {
  let node: CommandNode = root;
  const path: string[] = [];
  const rest: string[] = [];
  for (const [at, token] of argv.entries()) {
    if ('load' in node) return { node, path, rest: [...rest, ...argv.slice(at)], unknown: undefined };
    if (token.startsWith('-') && !rest.includes('--')) {
      rest.push(token);
      continue;
    }
    const child: CommandNode | undefined = node.commands.find(({ name }) => name === token);
    if (child === undefined) return { node, path, rest: [...rest, ...argv.slice(at + 1)], unknown: token };
    node = child;
    path.push(token);
  }
  return { node, path, rest, unknown: undefined };
}

/** The words of other tools are loaded only when a command is unknown. */
export async function unknownCommandError(
  call: CommandCall,
  word: string,
  cwd: string,
): Promise<ServiceError> {
  const allowed = 'load' in call.node ? [] : visibleCommands(call.node).map(({ name }) => name);
  const what = ('load' in call.node ? undefined : call.node.word) ?? 'command';
  const kind = call.path.length === 0 ? what : `${what} of svc ${call.path.join(' ')}`;
  const { insteadOfCommand } = await import('./foreign-commands.js');
  const instead = insteadOfCommand(word, call.path, cwd);
  return new ServiceError(
    'usage',
    instead === undefined
      ? unknownWordMessage(kind, word, allowed)
      : `unknown ${kind} ${quoteWord(word)}; ${printableLine(instead)}`,
  );
}

/** The commands that help, completion and suggestions may name. */
export function visibleCommands(group: CommandGroup): readonly CommandNode[] {
  return group.commands.filter((node) => !('hidden' in node));
}
