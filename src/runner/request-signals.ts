import { offAbort, onAbort, StopController } from '../primitives/stop-signal.js';

/**
 * Gives each running request its own signal. Adding and removing a listener takes time proportional to the number of
 * listeners, so with one signal for all, each request would be slowed down by all the others.
 */
export class RequestSignals {
  readonly #run: AbortSignal;
  readonly #taken = new Set<StopController>();
  readonly #abortAll = (): void => {
    for (const stop of this.#taken) stop.abort(this.#run.reason);
  };

  constructor(run: AbortSignal) {
    this.#run = run;
    onAbort(run, this.#abortAll);
  }

  /** Removes the listener, because the signal of the run may outlive it. */
  close(): void {
    offAbort(this.#run, this.#abortAll);
  }

  take(): StopController {
    const stop = new StopController();
    this.#taken.add(stop);
    if (this.#run.aborted) stop.abort(this.#run.reason);
    return stop;
  }

  release(stop: StopController): void {
    this.#taken.delete(stop);
  }
}
