/** One run in its thread, from the request to the result, also when it is cancelled or does not respond. */
import { elapsed } from '../../primitives/clock.js';
import { waitAtMost } from '../../primitives/wait-at-most.js';
import type { RunRequest } from './command-request.js';
import type { RunOutput, ThreadEvent } from './run-operations.js';
import type { RunListeners } from './run-commands.js';
import type { RunTest, StartedTest } from './run-result.js';
import type { RunThread } from './run-thread.js';
import { CANCELLED } from './test-result.js';

export interface RunLimits {
  /** How long a cancelled run may take to close its connections and report what has finished. */
  readonly graceMs: number;
  /** How long a cancelled run may still write to the history, which nobody waits for. */
  readonly recordingMs: number;
}

const LIMITS: RunLimits = { graceMs: 700, recordingMs: 6000 };

export interface GuardedRun {
  readonly output: Promise<RunOutput>;
  /** Resolves when the thread has ended too. */
  readonly released: Promise<void>;
}

export function startRun(
  id: string,
  request: RunRequest,
  thread: RunThread,
  listeners: RunListeners,
  { graceMs, recordingMs }: RunLimits = LIMITS,
): GuardedRun {
  const seen = new SeenEvents(id, request.environment ?? '', listeners);
  const { signal } = listeners;
  const ended = thread.run(request, signal, seen.onEvent);
  const output = outputOf(ended, afterAbort(signal, graceMs), signal, seen);
  // Only a cancelled run is reported before its end, and only what is recorded may still take time.
  const isDone = ended.catch(() => undefined);
  const released = output
    .then(
      () => (seen.output ? waitAtMost(recordingMs, isDone) : undefined),
      () => undefined,
    )
    .then(() => thread.end());
  return { output, released };
}

async function outputOf(
  ended: Promise<null>,
  late: LateAbort,
  signal: AbortSignal,
  seen: SeenEvents,
): Promise<RunOutput> {
  try {
    await Promise.race([ended, late.passed]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    late.release();
    seen.close();
  }
  return seen.output ?? seen.cancelled();
}

interface LateAbort {
  /** Resolves some time after the signal is aborted. */
  readonly passed: Promise<void>;
  readonly release: () => void;
}

function afterAbort(signal: AbortSignal, milliseconds: number): LateAbort {
  let timer: NodeJS.Timeout | undefined;
  let start = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    start = () => void (timer ??= setTimeout(resolve, milliseconds));
  });
  if (signal.aborted) start();
  signal.addEventListener('abort', start, { once: true });
  const release = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', start);
  };
  return { passed, release };
}

/** What the thread has reported so far: the result of a run whose thread has to be ended is made of it. */
class SeenEvents {
  readonly #id: string;
  readonly #listeners: RunListeners;
  readonly #startedAt = elapsed();
  readonly #finished: RunTest[] = [];
  readonly #running: StartedTest[] = [];
  #environment: string;
  #total = 0;
  #isClosed = false;
  output: RunOutput | undefined;

  constructor(id: string, environment: string, listeners: RunListeners) {
    this.#id = id;
    this.#environment = environment;
    this.#listeners = listeners;
  }

  readonly onEvent = (event: ThreadEvent): void => {
    if (event.kind === 'warning') return this.#listeners.onWarning(event.message);
    if (this.#isClosed) return;
    if (event.kind === 'planned') {
      this.#environment = event.environment;
      this.#total = event.total;
    } else if (event.kind === 'ended') this.output = event.output;
    else if (event.kind === 'started') this.#onStarted(event.test);
    else this.#onFinished(event.test);
  };

  /** Nothing is reported after the result. */
  close(): void {
    this.#isClosed = true;
  }

  /** The result of a run that was ended, with what had finished by then. */
  cancelled(): RunOutput {
    const unfinished = this.#running.map((test): RunTest => ({
      ...test,
      status: 'skipped',
      durationMs: 0,
      attempts: 0,
      message: CANCELLED,
      failures: [],
    }));
    const tests = [...this.#finished, ...unfinished];
    const count = (status: RunTest['status']): number =>
      tests.filter((test) => test.status === status).length;
    const result: RunOutput['result'] = {
      verdict: 'cancelled',
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      durationMs: Math.round(elapsed() - this.#startedAt),
      environment: this.#environment,
      tests,
    };
    return { result, responses: [] };
  }

  #onStarted(test: StartedTest): void {
    this.#running.push(test);
    this.#listeners.onEvent({ run: this.#id, event: 'started', test }, this.#progress());
  }

  #onFinished(test: RunTest): void {
    const at = this.#running.findIndex(
      ({ uri, line, name }) => uri === test.uri && line === test.line && name === test.name,
    );
    if (at >= 0) this.#running.splice(at, 1);
    this.#finished.push(test);
    this.#listeners.onEvent({ run: this.#id, event: 'finished', test }, this.#progress());
  }

  #progress(): { readonly done: number; readonly total: number } {
    const done = this.#finished.length;
    return { done, total: Math.max(this.#total, done + this.#running.length) };
  }
}
