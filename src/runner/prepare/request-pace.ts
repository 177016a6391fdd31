import type { Clock } from '../../primitives/clock.js';
import type { RunOptions } from '../plan/options.js';

/** When requests of a run may start, so that there is a pause between them. */
export class RequestPace {
  readonly #delay: number;
  readonly #isParallel: boolean;
  readonly #clock: Pick<Clock, 'now'>;
  /** When the last request that was sent has ended; in a parallel run, when the last one starts. */
  #last = -Infinity;

  constructor({ delay, parallel }: Pick<RunOptions, 'delay' | 'parallel'>, clock: Pick<Clock, 'now'>) {
    this.#delay = delay;
    this.#isParallel = parallel;
    this.#clock = clock;
  }

  /** When the next request may start, on the clock of the run; in a parallel run the others then come later. */
  nextStart(): number {
    const start = Math.max(this.#clock.now(), this.#last + this.#delay);
    if (this.#isParallel) this.#last = start;
    return start;
  }

  /** Called when a request that was sent has ended. */
  end(): void {
    if (!this.#isParallel) this.#last = this.#clock.now();
  }
}
