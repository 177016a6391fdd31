/** Measurements that need processors on time, on machines that may take them away. */
import { performance } from 'node:perf_hooks';

const TRIES = 6;
const TIMER_MS = 5;
/** A bare timer of this process that is later shows that nothing can keep a schedule here at present. */
const LATE_MEDIAN_MS = 2;
const LATE_MAX_MS = 300;

/**
 * Repeats a measurement until what it found passes its check. Fails when the check failed although a bare timer was on
 * time; what was measured while that was late too says nothing of the program. `measure` checks what holds always.
 */
export async function checkOnTime<T>(measure: () => Promise<T>, check: (measured: T) => void): Promise<void> {
  let failure: Error | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const timer = new BareTimer();
    const measured = await measure().finally(() => timer.stop());
    try {
      check(measured);
      return;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (!timer.isLate) failure = error;
    }
  }
  if (failure) throw failure;
  console.warn('The processors of this machine were taken away too often to measure anything.');
}

class BareTimer {
  readonly #delays: number[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  get isLate(): boolean {
    const sorted = this.#delays.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
    return median > LATE_MEDIAN_MS || (sorted.at(-1) ?? Infinity) > LATE_MAX_MS;
  }

  #next(): void {
    const due = performance.now() + TIMER_MS;
    this.#timer = setTimeout(() => {
      this.#delays.push(performance.now() - due);
      this.#next();
    }, TIMER_MS);
  }
}
