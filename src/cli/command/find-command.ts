import { ServiceError } from '../../errors.js';
import type { CommandGroup, CommandNode } from './command.js';
import { unknownWord } from '../process/unknown-word.js';

export interface CommandCall {
  /** The deepest command or group that the words name; the root when they name none. */
  readonly node: CommandNode;
  /** Its words, without the program name. */
  readonly path: readonly string[];
  /** Flags and arguments for it. */
  readonly rest: readonly string[];
  /** A word where a group expected the name of one of its commands. */
  readonly unknown: string | undefined;
}

/** Flags may stand before the command name; they belong to the command. */
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

export function unknownCommand(call: CommandCall, word: string): ServiceError {
  const known = 'load' in call.node ? [] : visibleCommands(call.node).map(({ name }) => name);
  const what = ('load' in call.node ? undefined : call.node.word) ?? 'command';
  const kind = call.path.length === 0 ? what : `${what} of svc ${call.path.join(' ')}`;
  return new ServiceError('usage', unknownWord(kind, word, known));
}

/** The commands that help, completion and suggestions may name. */
export function visibleCommands(group: CommandGroup): readonly CommandNode[] {
  return group.commands.filter((node) => !('hidden' in node));
}
