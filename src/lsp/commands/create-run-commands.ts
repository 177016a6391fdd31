import { ServiceError } from '../../errors.js';
import { waitAtMost } from '../../primitives/wait-at-most.js';
import type { ExportRequest, RunRequest } from './command-request.js';
import { startRun } from './guarded-run.js';
import { KeptResponses, type WantedResponse } from './kept-responses.js';
import type { RunCommands, RunListeners } from './run-commands.js';
import type { KeptResponse, RunResult } from './run-result.js';
import { openRunThread, type RunThread } from './run-thread.js';

/** Each command has a thread of its own, which ends with it. */
export function createRunCommands(openThread: () => RunThread = () => openRunThread()): RunCommands {
  return new ThreadedCommands(openThread);
}

class ThreadedCommands implements RunCommands {
  readonly #openThread: () => RunThread;
  readonly #responses = new KeptResponses();
  /** The folders in which a run goes on. */
  readonly #folders = new Set<string>();
  /** The threads, and what has to end before the process may. */
  readonly #open = new Map<Promise<unknown>, RunThread>();
  readonly #closing = new AbortController();
  #runs = 0;

  constructor(openThread: () => RunThread) {
    this.#openThread = openThread;
  }

  async run(request: RunRequest, listeners: RunListeners): Promise<RunResult> {
    this.#refuseWhileClosing();
    const { folder } = request;
    if (this.#folders.has(folder)) throw new ServiceError('conflict', RUN_GOES_ON);
    this.#runs += 1;
    const run = `r${this.#runs}`;
    this.#folders.add(folder);
    const signal = AbortSignal.any([listeners.signal, this.#closing.signal]);
    try {
      const thread = this.#openThread();
      const started = startRun(run, request, thread, { ...listeners, signal });
      this.#keepOpen(started.released, thread);
      const { result, responses } = await started.output;
      // A response of an earlier run must not be taken for that of this one.
      for (const test of result.tests) if (test.attempts > 0) this.#responses.remove(test);
      for (const entry of responses) this.#responses.add(entry);
      return { run, ...result };
    } finally {
      this.#folders.delete(folder);
    }
  }

  async exportCurl(request: ExportRequest, signal: AbortSignal): Promise<{ readonly text: string }> {
    this.#refuseWhileClosing();
    const thread = this.#openThread();
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    const exported = thread.exportCurl(request, stop);
    const released = exported.catch(() => undefined).then(() => thread.end());
    this.#keepOpen(released, thread);
    return exported;
  }

  lastResponse(request: WantedResponse): KeptResponse | null {
    return this.#responses.find(request) ?? null;
  }

  async close(): Promise<void> {
    this.#closing.abort(new ServiceError('cancelled', 'the server shuts down'));
    await waitAtMost(MAX_CLOSE_MS, Promise.allSettled(this.#open.keys()));
    await Promise.all([...this.#open.values()].map((thread) => thread.end()));
  }

  #refuseWhileClosing(): void {
    if (this.#closing.signal.aborted) throw new ServiceError('unavailable', 'the server shuts down');
  }

  #keepOpen(released: Promise<void>, thread: RunThread): void {
    const ended = released.finally(() => this.#open.delete(ended));
    this.#open.set(ended, thread);
  }
}

/** How long runs that were aborted may take to report and to write to the history. */
const MAX_CLOSE_MS = 1500;

const RUN_GOES_ON = 'a run is going on; cancel it first';
