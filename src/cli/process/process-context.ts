import type { Readable, Writable } from 'node:stream';
import type { ProcessIdentity } from '../../http/serving/served-ports.js';

/** Everything the process knows about its surroundings, gathered once in main.ts. */
export interface ProcessContext {
  /** What follows the program name. */
  readonly argv: readonly string[];
  readonly env: ProcessEnvironment;
  /** Takes a variable out of it, so that no child process inherits it. */
  readonly forgetVariable: (name: string) => void;
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  /** At most `most` bytes of standard input; whoever has a limit asks for one byte more. */
  readonly readStdin: (most: number) => Promise<Uint8Array>;
  /** Calls back on SIGINT and SIGTERM until the returned function is called. */
  readonly onSignal: (listener: (signal: EndSignal) => void) => () => void;
  /** Ends the process at once: nothing is finished, nothing more is written. */
  readonly endNow: (code: number) => void;
  /** Milliseconds of CPU that the process has used so far. */
  readonly cpuTime: () => number;
  /** For a command that talks over standard input and output itself. */
  readonly openStreams: () => StandardStreams;
  /** Ends a group of processes; one that has ended already is no failure. */
  readonly killGroup: (id: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  readonly identity: ProcessIdentity;
  readonly system: SystemWords;
}

export interface StandardStreams {
  readonly input: Readable;
  readonly output: Writable;
}

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

export type EndSignal = 'SIGINT' | 'SIGTERM';

export interface Output {
  readonly isTerminal: boolean;
  /** Of the terminal, now. */
  readonly columns: number;
  /** Resolves when the text is handed over, so that large reports wait for a slow reader. */
  write(text: string | Uint8Array): Promise<void>;
  /** Why text was lost; a reader that went away is no failure. */
  readonly failure: string | undefined;
}

export interface SystemWords {
  readonly runtimeVersion: string;
  readonly os: string;
  readonly arch: string;
}
