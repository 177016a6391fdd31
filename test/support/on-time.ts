/** Measurements that need processors on time, on machines that may take them away for minutes. */

const PATIENCE_MS = 600_000;
/** Of a test that measures like this: one measurement may begin when the time is nearly over. */
export const ON_TIME = { timeout: PATIENCE_MS + 180_000 };

const TIMER_MS = 5;
/** A bare timer of this process that is later shows that nothing can keep a schedule here at present. */
const LATE_MEDIAN_MS = 2;
const LATE_MAX_MS = 100;

/** Checks a measurement; what fails is measured again only if even a bare timer was late meanwhile. */
export async function checkOnTime(measure: () => Promise<() => void | Promise<void>>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const timer = new BareTimer();
    const check = await measure().finally(() => timer.stop());
    try {
      return await check();
    } catch (error) {
      if (!timer.isLate || Date.now() > end) throw error;
    }
  }
}

/** Tells whether this process had a processor when it wanted one. */
export class BareTimer {
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
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return median > LATE_MEDIAN_MS || (sorted.at(-1) ?? 0) > LATE_MAX_MS;
  }

  #next(): void {
    const due = performance.now() + TIMER_MS;
    this.#timer = setTimeout(() => {
      this.#delays.push(performance.now() - due);
      this.#next();
    }, TIMER_MS);
  }
}
