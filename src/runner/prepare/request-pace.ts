import { elapsed } from '../../primitives/clock.js';
import type { RunOptions } from '../plan/options.js';

/** When requests of a run may start, so that there is a pause between them. */
export class RequestPace {
  readonly #delay: number;
  readonly #isParallel: boolean;
  /** When the last request that was sent has ended; in a parallel run, when the last one starts. */
  #last = -Infinity;

  constructor({ delay, parallel }: Pick<RunOptions, 'delay' | 'parallel'>) {
    this.#delay = delay;
    this.#isParallel = parallel;
  }

  /** When the next request may start, on the clock of `elapsed`; in a parallel run the others then come later. */
  nextStart(): number {
    const start = Math.max(elapsed(), this.#last + this.#delay);
    if (this.#isParallel) this.#last = start;
    return start;
  }

  /** Called when a request that was sent has ended. */
  end(): void {
    if (!this.#isParallel) this.#last = elapsed();
  }
}
