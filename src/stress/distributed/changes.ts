/** Waits until something holds that only changes at certain moments. */
import type { Clock, ClockTimer } from '../../primitives/clock.js';

export class Changes {
  readonly #clock: Clock;
  readonly #checks = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something may have changed. */
  happened(): void {
    for (const check of this.#checks) check();
  }

  /** Resolves when the condition holds, and after so many milliseconds in any case. */
  async until(holds: () => boolean, milliseconds: number): Promise<void> {
    let limit: ClockTimer | undefined;
    let check = (): void => undefined;
    await new Promise<void>((resolve) => {
      check = () => {
        if (holds()) resolve();
      };
      limit = this.#clock.at(this.#clock.now() + milliseconds, resolve);
      this.#checks.add(check);
      check();
    });
    limit?.cancel();
    this.#checks.delete(check);
  }
}
