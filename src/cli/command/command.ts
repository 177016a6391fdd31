import type { GlobalFlags } from '../flags/global-flags.js';
import type { ExitCode } from '../process/exit-code.js';
import type { Completion, FlagTable, FlagValues } from '../flags/flag.js';
import type { FlagSources } from '../flags/parse-flags.js';
import type { ProcessContext } from '../process/process-context.js';
import type { Terminal } from './terminal.js';

/** What is known of a command before its code is loaded: enough for the list of commands. */
export interface CommandEntry {
  readonly name: string;
  /** The one-sentence purpose. */
  readonly summary: string;
  /** Callable, but named nowhere. */
  readonly hidden?: true;
  readonly load: () => Promise<Command>;
}

export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandNode[];
  readonly examples: readonly string[];
  /** What messages call one of its commands. */
  readonly word?: string;
  /** Of the group called alone; commands have their own. */
  readonly flags?: FlagTable;
  readonly exitCodes?: Command['exitCodes'];
}

export type CommandNode = CommandEntry | CommandGroup;

export interface Command<F extends FlagTable = FlagTable> {
  readonly arguments: readonly Argument[];
  readonly flags: F;
  readonly examples: readonly string[];
  /** Standard output belongs to a protocol: help and errors go to standard error, each error as one line. */
  readonly ownsStdout?: true;
  /** Beside bad usage and internal faults, which every command can end with. */
  readonly exitCodes: readonly (readonly [ExitCode, string])[];
  /** Beside exit codes of its own only `export curl --exec` gives others: those of curl. */
  run(invocation: Invocation<F>): Promise<number>;
}

export interface Argument {
  readonly name: string;
  readonly meaning: string;
  readonly required?: true;
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

/** Lets the compiler take the flag types from the declaration. */
export function defineCommand<F extends FlagTable>(command: Command<F>): Command<F> {
  return command;
}
