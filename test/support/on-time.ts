/** Measurements that need processors on time, on machines that may take them away. */
import { TestRunner } from 'vitest';

const ATTEMPTS = 5;
/** No further measurement begins after this time. */
const PATIENCE_MS = 120_000;
/** Of a test that measures like this. */
export const ON_TIME = { timeout: PATIENCE_MS + 180_000 };

const TIMER_MS = 5;
/** A bare timer of this process that is later shows that nothing can keep a schedule here at present. */
const LATE_MEDIAN_MS = 2;
const LATE_MAX_MS = 100;

/** `lateMs`: by how much the process under test says that it was late. */
type NoteLate = (lateMs?: number) => void;

/**
 * Checks a measurement. What fails is measured again only if even a bare timer was late meanwhile, or if a process under
 * test says itself that it was, which the measurement then notes. When that never ends, the verdict is neither passed nor
 * failed but "not measured", which the last lines of a run count.
 */
export async function checkOnTime(
  measure: (noteLate: NoteLate) => Promise<() => void | Promise<void>>,
  giveUp: (reason: string) => void = leaveUnmeasured,
): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt += 1) {
    const timer = new BareTimer();
    let notedMs: number | undefined;
    const noteLate: NoteLate = (lateMs = 0) => (notedMs = Math.max(notedMs ?? 0, lateMs));
    const check = await measure(noteLate).finally(() => timer.stop());
    try {
      return await check();
    } catch (error) {
      if (!timer.isLate && notedMs === undefined) throw error;
      if (attempt < ATTEMPTS && Date.now() < end) continue;
      const lateMs = Math.max(timer.lateMs, notedMs ?? 0);
      return giveUp(`not measured: this machine was late by ${lateMs.toFixed(1)} ms`);
    }
  }
}

/** Ends the test, which counts as neither passed nor failed. */
function leaveUnmeasured(reason: string): void {
  TestRunner.getCurrentTest()?.context.skip(reason);
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
    return median > LATE_MEDIAN_MS || this.lateMs > LATE_MAX_MS;
  }

  /** The longest delay. */
  get lateMs(): number {
    return Math.max(0, ...this.#delays);
  }

  #next(): void {
    const due = performance.now() + TIMER_MS;
    this.#timer = setTimeout(() => {
      this.#delays.push(performance.now() - due);
      this.#next();
    }, TIMER_MS);
  }
}
