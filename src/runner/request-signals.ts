import { offAbort, onAbort } from '../http/message/abort.js';
import { Stop } from '../http/message/stop-signal.js';

/**
 * A signal of its own for each request under way: adding and removing listeners takes as long as a
 * signal has listeners, so that one signal for all would slow each request by all the others.
 */
export class RequestSignals {
  readonly #run: AbortSignal;
  readonly #taken = new Set<Stop>();
  readonly #abortAll = (): void => {
    for (const stop of this.#taken) stop.abort(this.#run.reason);
  };

  constructor(run: AbortSignal) {
    this.#run = run;
    onAbort(run, this.#abortAll);
  }

  /** The run's signal may outlive the run. */
  close(): void {
    offAbort(this.#run, this.#abortAll);
  }

  take(): Stop {
    const stop = new Stop();
    this.#taken.add(stop);
    if (this.#run.aborted) stop.abort(this.#run.reason);
    return stop;
  }

  giveBack(stop: Stop): void {
    this.#taken.delete(stop);
  }
}
