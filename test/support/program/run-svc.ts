import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './clean-environment.js';

export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
export const builtMain = join(repositoryRoot, 'dist', 'main.js');

export interface RunOptions {
  readonly cwd: string;
  /** Added to an otherwise clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; none means an empty one. */
  readonly input?: string | Uint8Array;
  readonly timeout?: number;
  /** Without the power to read everything, which root has. */
  readonly ordinary?: boolean;
}

export interface RunOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line as a user would, in a clean environment. */
export function runSvc(args: readonly string[], options: RunOptions): Promise<RunOutcome> {
  return runProgram(process.execPath, ['--', builtMain, ...args], options);
}

export function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: cleanEnvironment(options.cwd, options.env),
      timeout: options.timeout ?? 90_000,
      killSignal: 'SIGKILL',
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // A program that does not read its input closes the pipe early; that is its right.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout: textOf(stdout), stderr: textOf(stderr) });
    });
  });
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
