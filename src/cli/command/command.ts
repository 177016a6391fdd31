import type { GlobalFlags } from '../flags/global-flags.js';
import type { ExitCode } from '../process/exit-code.js';
import type { Completion, FlagTable, FlagValues } from '../flags/flag.js';
import type { FlagSources } from '../flags/parse-flags.js';
import type { ProcessContext } from '../process/process-context.js';
import type { Terminal } from './terminal.js';

/** What is known about a command before its code is loaded: enough for the list of commands. */
export interface CommandEntry {
  readonly name: string;
  /** One sentence that describes the purpose. */
  readonly summary: string;
  /** The command can be called, but help and completion do not list it. */
  readonly hidden?: true;
  readonly load: () => Promise<Command>;
}

export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandNode[];
  readonly examples: readonly string[];
  /** The headings below which help lists the commands, in this order. */
  readonly sections?: readonly (readonly [title: string, names: readonly string[]])[];
  /** The noun for its commands in messages. */
  readonly word?: string;
  /** The flags of the group when it is called without a command. */
  readonly flags?: FlagTable;
  readonly exitCodes?: Command['exitCodes'];
}

export type CommandNode = CommandEntry | CommandGroup;

export interface Command<F extends FlagTable = FlagTable> {
  readonly arguments: readonly Argument[];
  readonly flags: F;
  readonly examples: readonly string[];
  /** Flags that the help of another command describes, since they are about its subject. */
  readonly describedElsewhere?: DescribedElsewhere;
  /** Standard output belongs to a protocol, so help and errors go to standard error, each error as one line. */
  readonly ownsStdout?: true;
  /** The exit codes besides those of usage errors and internal errors, which every command has. */
  readonly exitCodes: readonly (readonly [ExitCode, string])[];
  /** Only `export curl --exec` returns exit codes other than ExitCode: those of curl. */
  run(invocation: Invocation<F>): Promise<number>;
}

export interface DescribedElsewhere {
  readonly flags: FlagTable;
  /** What stands in their place. */
  readonly shown: readonly [flags: string, meaning: string];
}

export interface Argument {
  readonly name: string;
  readonly meaning: string;
  readonly required?: true;
  /** A flag with which the argument is left out. */
  readonly unlessFlag?: string;
  readonly repeatable?: true;
  readonly words?: readonly string[];
  readonly complete?: Completion;
}

export interface Invocation<F extends FlagTable = FlagTable> {
  readonly flags: FlagValues<F & GlobalFlags>;
  readonly sources: FlagSources;
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
  readonly context: ProcessContext;
  readonly root: CommandGroup;
}

/** Lets the compiler infer the types of the flags from the declaration. */
export function defineCommand<F extends FlagTable>(command: Command<F>): Command<F> {
  return command;
}
