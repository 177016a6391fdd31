import { offAbort, onAbort } from '../http/abort.js';

/** One that never fired is as good as new, also for another run. */
const unused: AbortController[] = [];
const MOST_UNUSED = 1000;

/**
 * A signal of its own for each request under way: adding and removing listeners takes as long as a
 * signal has listeners, so that one signal for all would slow each request by all the others.
 */
export class RequestSignals {
  readonly #run: AbortSignal;
  readonly #taken = new Set<AbortController>();
  readonly #abortAll = (): void => {
    for (const controller of this.#taken) controller.abort(this.#run.reason);
  };

  constructor(run: AbortSignal) {
    this.#run = run;
    onAbort(run, this.#abortAll);
  }

  /** The run's signal may outlive the run. */
  close(): void {
    offAbort(this.#run, this.#abortAll);
  }

  take(): AbortController {
    const controller = unused.pop() ?? new AbortController();
    this.#taken.add(controller);
    if (this.#run.aborted) controller.abort(this.#run.reason);
    return controller;
  }

  giveBack(controller: AbortController): void {
    this.#taken.delete(controller);
    if (!controller.signal.aborted && unused.length < MOST_UNUSED) unused.push(controller);
  }
}
