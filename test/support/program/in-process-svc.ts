import type {
  Output,
  ProcessContext,
  TerminalInput,
  TerminationSignal,
} from '../../../src/cli/process/process-context.js';
import { runCli } from '../../../src/cli/run-cli.js';
import { setProgramFolder } from '../../../src/primitives/threads/program-file.js';
import { builtFolder } from './built-folder.js';
import { cleanEnvironment } from './clean-environment.js';
import type { LiveSvc } from './live-svc.js';
import type { RunOptions, RunOutcome } from './run-svc.js';
import { isAlive, registerOwnProcess } from './own-process.js';

// Threads load built programs only.
setProgramFolder(builtFolder());
registerOwnProcess();

/** Runs the command line to its end like `runSvc`, but in this process: for tests that are not about the process. */
export function runInProcess(args: readonly string[], options: InProcessOptions): Promise<RunOutcome> {
  return startInProcess(args, options).ended;
}

export interface InProcessOptions extends RunOptions {
  /** The keyboard; without one standard input is not a terminal. */
  readonly terminalInput?: TerminalInput;
  /** The streams that are a terminal; none of them when left out. */
  readonly terminals?: readonly ('stdout' | 'stderr')[];
}

export interface InProcessSvc extends LiveSvc {
  /** Ends the command as SIGTERM does, unless it has ended already. */
  readonly close: () => Promise<void>;
}

/**
 * The command line in this process, by the same function that the entry of the program calls. Directory, environment,
 * streams and signals are its own; threads, memory and the event loop are those of the test.
 */
export function startInProcess(
  args: readonly string[],
  { cwd, env, timeout, input = '', terminalInput, terminals = [] }: InProcessOptions,
): InProcessSvc {
  const variables: Record<string, string> = cleanEnvironment(cwd, env);
  const listeners = new Set<(signal: TerminationSignal) => void>();
  const stdout = collectOutput(terminals.includes('stdout'));
  const stderr = collectOutput(terminals.includes('stderr'));
  const context: ProcessContext = {
    argv: args,
    env: variables,
    forgetVariable: (name) => void delete variables[name],
    cwd,
    stdout: stdout.output,
    stderr: stderr.output,
    stdoutPlace: () => 'elsewhere',
    readStdin: async (maxBytes) => Buffer.from(input).subarray(0, maxBytes),
    openTerminalInput: () => terminalInput,
    onSignal: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    endNow: () => undefined,
    cpuTime: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    openStreams: () => {
      throw new Error('standard streams belong to the test; start a process');
    },
    killGroup,
    identity: { id: process.pid, userId: process.getuid?.(), isAlive },
    system: { runtimeVersion: process.version, os: process.platform, arch: process.arch },
  };
  let exitCode: number | undefined;
  const ended = runCli(context).then((code) => {
    exitCode = code;
    return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
  });
  const send = (signal: NodeJS.Signals): void => {
    if (signal !== 'SIGTERM' && signal !== 'SIGINT') throw new Error(`${signal} needs a process`);
    for (const listener of listeners) listener(signal);
  };
  return {
    pid: undefined,
    stdout: stdout.text,
    stderr: stderr.text,
    until: async (condition) => {
      const end = Date.now() + (timeout ?? 90_000);
      while (!condition()) {
        if (Date.now() > end || exitCode !== undefined) {
          throw new Error(`the condition was not met; code ${exitCode}\n${stdout.text()}\n${stderr.text()}`);
        }
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      }
    },
    send,
    ended,
    close: async () => {
      if (exitCode === undefined) send('SIGTERM');
      await ended;
    },
  };
}

/** Commands of hooks have a group of processes each. */
function killGroup(id: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-id, signal);
  } catch {
    // It has ended already.
  }
}

function collectOutput(isTerminal: boolean): { readonly output: Output; readonly text: () => string } {
  let collected = '';
  // Bytes may come in pieces that end in the middle of a character.
  const decoder = new TextDecoder();
  return {
    text: () => collected,
    output: {
      isTerminal,
      columns: 80,
      failure: undefined,
      write: async (text) => {
        collected += typeof text === 'string' ? text : decoder.decode(text, { stream: true });
      },
    },
  };
}
