import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { cleanEnvironment } from './clean-environment.js';
import { builtMain, type RunOptions, type RunOutcome } from './run-svc.js';

export interface LiveSvc {
  readonly pid: number | undefined;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when the condition holds. */
  readonly until: (condition: () => boolean) => Promise<void>;
  readonly send: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<RunOutcome>;
}

/** The built command line while it runs, in a clean environment. */
export function startSvc(args: readonly string[], options: RunOptions): LiveSvc {
  return startProgram([builtMain, ...args], options);
}

/** Starts any script like that. */
export function startProgram(
  args: readonly string[],
  { cwd, env, timeout = 90_000, ordinary = false }: RunOptions,
): LiveSvc {
  const isRoot = ordinary && process.getuid?.() === 0;
  const [program, before] = isRoot
    ? (['setpriv', [...WITHOUT_CAPABILITIES, process.execPath]] as const)
    : ([process.execPath, []] as const);
  const child = spawn(program, [...before, '--', ...args], {
    cwd,
    env: cleanEnvironment(cwd, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<RunOutcome>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    pid: child.pid,
    stdout: () => stdout,
    stderr: () => stderr,
    until: async (condition) => {
      const end = Date.now() + timeout;
      while (!condition()) {
        if (Date.now() > end || child.exitCode !== null) {
          throw new Error(`the condition was not met; code ${child.exitCode}\n${stdout}\n${stderr}`);
        }
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      }
    },
    send: (signal) => void child.kill(signal),
    ended,
  };
}

/** Without them root cannot read and write files against their modes. */
const CAPABILITIES = '-dac_override,-dac_read_search';
const WITHOUT_CAPABILITIES = ['--bounding-set', CAPABILITIES, '--inh-caps', CAPABILITIES];
