/** Runs a program that prints a secret: no shell, no input, its own process group, limits of time and size. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { platform } from 'node:os';
import type { Readable } from 'node:stream';
import { ByteBuffer, TailBuffer } from '../../../primitives/byte-buffer.js';
import { DRAIN_MS, signalGroup } from '../child-command.js';

export interface SecretChildOptions {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export interface SecretChildResult {
  readonly end: 'exit' | 'timeout' | 'cancelled' | 'too-large' | 'not-started';
  readonly exitCode: number | null;
  /** The signal that ended it. */
  readonly signalName: string | null;
  readonly output: Uint8Array;
  /** The end of standard error. */
  readonly errorText: string;
}

/** The time between the request to end and the end by force. */
const GRACE_MS = 2000;
/** Whoever stops svc waits for the program too, and an editor gives a run that is cancelled less than a second. */
const CANCELLED_GRACE_MS = 300;
const MAX_ERROR_BYTES = 16 * 1024;

type Child = ChildProcessByStdio<null, Readable, Readable>;

const NOT_STARTED: SecretChildResult = {
  end: 'not-started',
  exitCode: null,
  signalName: null,
  output: new Uint8Array(),
  errorText: '',
};

export function runSecretChild(
  file: string,
  args: readonly string[],
  options: SecretChildOptions,
): Promise<SecretChildResult> {
  return new Promise((resolve) => {
    const child = start(file, args, options);
    if (child === undefined) {
      resolve(NOT_STARTED);
      return;
    }
    const output = new ByteBuffer(options.maxOutputBytes);
    const errors = new TailBuffer(MAX_ERROR_BYTES);
    const stopping = new Stopping(child);
    const cancel = (): void => stopping.stop('cancelled');
    const timer = setTimeout(() => stopping.stop('timeout'), options.timeoutMs);
    options.signal.addEventListener('abort', cancel, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      if (!output.append(chunk)) stopping.stop('too-large');
    });
    child.stderr.on('data', (chunk: Buffer) => errors.append(chunk));
    const finish = (result: Pick<SecretChildResult, 'exitCode' | 'signalName'>, notStarted = false): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', cancel);
      stopping.finish();
      child.stdout.destroy();
      child.stderr.destroy();
      const end = notStarted ? 'not-started' : stopping.reason;
      resolve({ ...result, end, output: output.bytes(), errorText: errors.text() });
    };
    child.once('error', () => finish({ exitCode: null, signalName: null }, true));
    child.once('exit', (exitCode, signalName) => {
      // A process that it left behind may keep the pipes open; one that should end gets the rest of its time.
      const late = setTimeout(finish, stopping.reason === 'exit' ? DRAIN_MS : stopping.graceMs, {
        exitCode,
        signalName,
      });
      child.once('close', () => {
        clearTimeout(late);
        finish({ exitCode, signalName });
      });
    });
  });
}

/** Undefined when the system refuses it at once: too many arguments, or on Windows a file that needs a shell. */
function start(
  file: string,
  args: readonly string[],
  { directory, environment }: SecretChildOptions,
): Child | undefined {
  try {
    return spawn(file, args, {
      cwd: directory,
      env: environment,
      // The process leads a group, so that processes it started are ended with it.
      detached: platform() !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch {
    return undefined;
  }
}

/** Ends a process and its group: at first it is asked to, then forced. */
class Stopping {
  readonly #child: Child;
  #force: NodeJS.Timeout | undefined;
  #reason: Exclude<SecretChildResult['end'], 'not-started'> = 'exit';

  constructor(child: Child) {
    this.#child = child;
  }

  get reason(): Exclude<SecretChildResult['end'], 'not-started'> {
    return this.#reason;
  }

  get graceMs(): number {
    return this.#reason === 'cancelled' ? CANCELLED_GRACE_MS : GRACE_MS;
  }

  /** A program that has reached its limit has less time when svc is stopped meanwhile. */
  stop(reason: 'timeout' | 'cancelled' | 'too-large'): void {
    if (this.#reason !== 'exit' && reason !== 'cancelled') return;
    if (this.#reason === 'exit') signalGroup(this.#child, 'TERM');
    this.#reason = reason;
    clearTimeout(this.#force);
    this.#force = setTimeout(() => signalGroup(this.#child, 'KILL'), this.graceMs);
  }

  /** What is left of the group is ended too, unless the program ended by itself. */
  finish(): void {
    clearTimeout(this.#force);
    if (this.#reason !== 'exit') signalGroup(this.#child, 'KILL');
  }
}
