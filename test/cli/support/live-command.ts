import { spawn } from 'node:child_process';
import { cleanEnvironment } from '../../support/program/clean-environment.js';
import { builtMain, type RunOptions, type RunOutcome } from '../../support/program/run-svc.js';

/** A command that runs until it is stopped, outside of any single test. */
export interface LiveCommand {
  /** Everything it has printed once that matches. */
  printed(what: RegExp): Promise<string>;
  /** The status of a response. */
  send(url: string, init?: RequestInit): Promise<number>;
  /** To its standard input. */
  write(text: string): void;
  /** Fails unless each pair is the same twice. */
  statuses(pairs: Readonly<Record<string, readonly [number, number]>>): Promise<void>;
  /** Fails unless each is a status of refusal. */
  refused(statuses: Readonly<Record<string, number>>): Promise<void>;
}

/** Starts it, uses it once and stops it with SIGTERM; whatever hangs is killed, and the outcome has a signal. */
export async function useSvc(
  args: readonly string[],
  { cwd, env, timeout = 20_000 }: RunOptions,
  use: (live: LiveCommand) => Promise<void>,
): Promise<RunOutcome> {
  const child = spawn(process.execPath, ['--', builtMain, ...args], {
    cwd,
    env: cleanEnvironment(cwd, env),
    timeout,
    killSignal: 'SIGKILL',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<RunOutcome>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const printed = async (what: RegExp): Promise<string> => {
    while (!what.test(stdout + stderr)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`it ended without ${what}: ${stderr}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    return stdout + stderr;
  };
  try {
    await use({
      printed,
      send: async (url, init) => (await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })).status,
      write: (text) => void child.stdin.write(text),
      statuses: async (pairs) => {
        const wrong = Object.entries(pairs).filter(([, [expected, actual]]) => expected !== actual);
        if (wrong.length > 0) throw new Error(`other responses than expected: ${JSON.stringify(wrong)}`);
      },
      refused: async (statuses) => {
        const allowed = Object.entries(statuses).filter(([, status]) => status < 400);
        if (allowed.length > 0) throw new Error(`not refused: ${JSON.stringify(allowed)}`);
      },
    });
  } finally {
    child.kill('SIGTERM');
  }
  return ended;
}
