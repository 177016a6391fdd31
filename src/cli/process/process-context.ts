import type { Readable, Writable } from 'node:stream';
import type { ProcessIdentity } from '../../http/serving/served-ports.js';

/** The context of the process, gathered once in main.ts. */
export interface ProcessContext {
  /** The arguments after the program name. */
  readonly argv: readonly string[];
  readonly env: ProcessEnvironment;
  /** Removes a variable, so that no child process inherits it. */
  readonly forgetVariable: (name: string) => void;
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Where lines of standard output appear, seen from standard error. */
  readonly stdoutPlace: () => StdoutPlace;
  /** Reads at most `maxBytes` of standard input; a caller with a limit asks for one byte more to detect an excess. */
  readonly readStdin: (maxBytes: number) => Promise<Uint8Array>;
  /** Undefined when standard input is not a terminal that this process may read. */
  readonly openTerminalInput: () => TerminalInput | undefined;
  /** Calls the listener on SIGINT and SIGTERM until the returned function is called. */
  readonly onSignal: (listener: (signal: TerminationSignal) => void) => () => void;
  /** Ends the process immediately, without finishing or writing anything. */
  readonly endNow: (code: number) => void;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  /** For a command that uses standard input and output for a protocol. */
  readonly openStreams: () => { readonly input: Readable; readonly output: Writable };
  /** Ends a process group; one that has already ended is not an error. */
  readonly killGroup: (id: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  readonly identity: ProcessIdentity;
  readonly system: { readonly runtimeVersion: string; readonly os: string; readonly arch: string };
}

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

export type TerminationSignal = 'SIGINT' | 'SIGTERM';

/** What a pipe carries may be printed on the terminal by its reader, as `tee` does. */
export type StdoutPlace = 'same-terminal' | 'pipe' | 'elsewhere';

export interface TerminalInput {
  /** In raw mode keys arrive one by one, without an echo, and Ctrl-C is a character like any other. */
  readonly setRawMode: (on: boolean) => void;
  /** Calls the listener with what is typed until the returned function is called. */
  readonly onText: (listener: (text: string) => void) => () => void;
  /** Does what the terminal does on Ctrl-C outside raw mode. */
  readonly interrupt: () => void;
  /** Does what the terminal does on Ctrl-Z; the listener is called when the process continues. */
  readonly suspend: (onContinue: () => void) => void;
}

export interface Output {
  readonly isTerminal: boolean;
  /** The current width of the terminal. */
  readonly columns: number;
  /** Resolves when the text is written, so that large reports wait for a slow reader. */
  write(text: string | Uint8Array): Promise<void>;
  /** Why output was lost; a reader that closed the stream is not a failure. */
  readonly failure: string | undefined;
}
