/** Programs as processes of their own: shell commands (language 9.5), state handlers (cli.md 12). */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { ByteBuffer, TailBuffer } from '../../primitives/byte-buffer.js';

export interface ChildOptions {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Bytes of output that are kept, from its start unless `keepEnd` says otherwise. */
  readonly keep: number;
  readonly keepEnd?: true;
  readonly limit: number;
}

export interface ChildResult {
  readonly end: 'exit' | 'timeout' | 'cancelled' | 'missing' | 'not-started';
  readonly exitCode: number;
  /** Standard output and error as they came. */
  readonly output: string;
}

/** A process it leaves behind may hold the pipes open; what comes after this is not waited for. */
const DRAIN = 200;

export function runCommand(command: string, options: ChildOptions): Promise<ChildResult> {
  return runProgram('sh', ['-c', command], options);
}

/** Without a shell: the arguments reach the program as they are. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<ChildResult> {
  const { directory, environment, signal } = options;
  if (signal.aborted) return Promise.resolve({ end: 'cancelled', exitCode: -1, output: '' });
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: directory,
      env: environment,
      // Its own group, so that what it started ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collect(child, options);
    let end: ChildResult['end'] = 'exit';
    const stop = (why: 'timeout' | 'cancelled'): void => {
      end = why;
      killGroup(child);
    };
    const timer = setTimeout(stop, options.limit, 'timeout');
    const cancel = (): void => stop('cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    const finish = (result: Omit<ChildResult, 'output'>): void => {
      clearTimeout(timer);
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
      const late = setTimeout(finish, DRAIN, result);
      child.once('close', () => {
        clearTimeout(late);
        finish(result);
      });
    });
  });
}

function collect(child: ChildProcess, { keep, keepEnd }: ChildOptions): () => string {
  const start = new ByteBuffer(keep);
  const tail = keepEnd ? new TailBuffer(keep) : undefined;
  const add = (chunk: Buffer): void => (tail ? tail.append(chunk) : start.fill(chunk));
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => (tail ?? start).text();
}

/** The group has the number of its first process; the shell's own `kill` knows groups everywhere. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  execFile('sh', ['-c', 'kill -s KILL -- "-$1"', 'sh', String(child.pid)], () => child.kill('SIGKILL'));
}
