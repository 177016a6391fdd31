/** One shell command as a process of its own (language 9.5). */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

export interface ChildOptions {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Bytes of output that are kept. */
  readonly keep: number;
  readonly limit: number;
}

export interface ChildResult {
  readonly end: 'exit' | 'timeout' | 'cancelled' | 'no-shell' | 'not-started';
  readonly exitCode: number;
  /** Standard output and error as they came. */
  readonly output: string;
}

/** A process it leaves behind may hold the pipes open; what comes after this is not waited for. */
const DRAIN = 200;

export function runCommand(command: string, options: ChildOptions): Promise<ChildResult> {
  const { directory, environment, signal } = options;
  if (signal.aborted) return Promise.resolve({ end: 'cancelled', exitCode: -1, output: '' });
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], {
      cwd: directory,
      env: environment,
      // Its own group, so that what it started ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collect(child, options.keep);
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
      finish({ end: error.code === 'ENOENT' ? 'no-shell' : 'not-started', exitCode: -1 });
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

function collect(child: ChildProcess, keep: number): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  const add = (chunk: Buffer): void => {
    if (size >= keep) return;
    const kept = chunk.subarray(0, keep - size);
    chunks.push(kept);
    size += kept.length;
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => Buffer.concat(chunks).toString('utf8');
}

/** The group has the number of its first process; the shell's own `kill` knows groups everywhere. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  execFile('sh', ['-c', 'kill -s KILL -- "-$1"', 'sh', String(child.pid)], () => child.kill('SIGKILL'));
}
