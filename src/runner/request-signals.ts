import { onAbort } from '../http/abort.js';

/**
 * A signal of its own for each request under way: adding and removing listeners takes as long as a
 * signal has listeners, so that one signal for all would slow each request by all the others.
 */
export class RequestSignals {
  readonly #run: AbortSignal;
  readonly #idle: AbortController[] = [];
  readonly #taken = new Set<AbortController>();

  constructor(run: AbortSignal) {
    this.#run = run;
    onAbort(run, () => {
      for (const controller of this.#taken) controller.abort(run.reason);
    });
  }

  take(): AbortController {
    const controller = this.#idle.pop() ?? new AbortController();
    this.#taken.add(controller);
    if (this.#run.aborted) controller.abort(this.#run.reason);
    return controller;
  }

  giveBack(controller: AbortController): void {
    this.#taken.delete(controller);
    if (!controller.signal.aborted) this.#idle.push(controller);
  }
}
