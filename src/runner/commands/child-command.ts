/** Runs shell commands and state handlers as child processes. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { constants, platform } from 'node:os';
import { systemClock, type Clock } from '../../primitives/clock.js';
import { ByteBuffer, TailBuffer } from '../../primitives/byte-buffer.js';

export interface ChildOptions {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The start of the output is kept, or its end with `keepEnd`. */
  readonly maxOutputBytes: number;
  readonly keepEnd?: true;
  readonly timeoutMs: number;
  /** The clock of the machine when left out. */
  readonly clock?: Clock | undefined;
}

export interface ChildResult {
  readonly end: 'exit' | 'timeout' | 'cancelled' | 'missing' | 'not-started';
  readonly exitCode: number;
  /** Standard output and standard error in order of arrival. */
  readonly output: string;
}

/** A process that the command leaves behind may keep the pipes open; later output is not waited for. */
export const DRAIN_MS = 200;

export function runCommand(command: string, options: ChildOptions): Promise<ChildResult> {
  return runProgram('sh', ['-c', command], options);
}

/** Runs without a shell: the arguments reach the program as they are. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildResult> {
  const { directory, environment, signal, clock = systemClock } = options;
  if (signal.aborted) return Promise.resolve({ end: 'cancelled', exitCode: -1, output: '' });
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: directory,
      env: environment,
      // The process leads a group, so that processes it started are ended with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collect(child, options);
    let end: ChildResult['end'] = 'exit';
    const stop = (why: 'timeout' | 'cancelled'): void => {
      end = why;
      signalGroup(child, 'KILL');
    };
    const timer = clock.at(clock.now() + options.timeoutMs, () => stop('timeout'));
    const cancel = (): void => stop('cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    const finish = (result: Omit<ChildResult, 'output'>): void => {
      timer.cancel();
      signal.removeEventListener('abort', cancel);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ ...result, output: output() });
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      finish({ end: error.code === 'ENOENT' ? 'missing' : 'not-started', exitCode: -1 });
    });
    child.once('exit', (code, name) => {
      const result = { end, exitCode: code ?? (name ? 128 + (constants.signals[name] ?? 0) : -1) };
      const late = setTimeout(finish, DRAIN_MS, result);
      child.once('close', () => {
        clearTimeout(late);
        finish(result);
      });
    });
  });
}

function collect(child: ChildProcess, { maxOutputBytes, keepEnd }: ChildOptions): () => string {
  const start = new ByteBuffer(maxOutputBytes);
  const tail = keepEnd ? new TailBuffer(maxOutputBytes) : undefined;
  const add = (chunk: Buffer): void => (tail ? tail.append(chunk) : start.fill(chunk));
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => (tail ?? start).text();
}

/**
 * Signals the process and all that it started. The id of the group is that of its first process; the `kill` of the
 * shell supports groups on all systems but Windows, which has neither groups nor signals.
 */
export function signalGroup(child: ChildProcess, name: 'TERM' | 'KILL'): void {
  if (child.pid === undefined) return;
  const pid = String(child.pid);
  const signalAlone = (): void => void child.kill(`SIG${name}`);
  if (platform() === 'win32') execFile('taskkill', ['/T', '/F', '/PID', pid], signalAlone);
  else execFile('sh', ['-c', `kill -s ${name} -- "-$1"`, 'sh', pid], signalAlone);
}
