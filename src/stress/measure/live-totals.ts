/** The numbers of a test while it runs, put together from the reports of all threads (server.md 10.4). */
import { LatencyHistogram } from './latency.js';
import { CELL, type CellReport } from './recorder.js';
import { rounded } from './rounding.js';
import type { LiveStatistics } from './stress-result.js';

const CELLS_OF_A_SECOND = 1000 / CELL;

export class LiveTotals {
  readonly #latency = new LatencyHistogram();
  readonly #active = new Map<number, number>();
  /** Finished requests of the last cells. */
  readonly #recent = new Map<number, number>();
  #total = 0;
  #errors = 0;

  add(thread: number, { cell, total, errors, active, latency }: CellReport): void {
    this.#total += total;
    this.#errors += errors;
    this.#latency.add(latency);
    this.#active.set(thread, active);
    this.#recent.set(cell, (this.#recent.get(cell) ?? 0) + total);
    for (const old of this.#recent.keys()) if (old < cell - 2 * CELLS_OF_A_SECOND) this.#recent.delete(old);
  }

  statistics(elapsedSeconds: number): LiveStatistics {
    const latency = this.#latency;
    const total = this.#total;
    const errors = this.#errors;
    let activeVUs = 0;
    for (const count of this.#active.values()) activeVUs += count;
    return {
      total,
      success: total - errors,
      errors,
      rps: elapsedSeconds > 0 ? rounded(total / elapsedSeconds) : 0,
      p50Ms: rounded(latency.percentile(50)),
      p95Ms: rounded(latency.percentile(95)),
      p99Ms: rounded(latency.percentile(99)),
      maxMs: rounded(latency.max),
      errorRate: total === 0 ? 0 : rounded(errors / total),
      activeVUs,
      currentRps: this.#lastSecond(elapsedSeconds),
    };
  }

  /** Of whole cells only: the present one has not been reported. */
  #lastSecond(elapsedSeconds: number): number {
    const present = Math.floor((elapsedSeconds * 1000) / CELL);
    let finished = 0;
    for (const [cell, total] of this.#recent) {
      if (cell < present && cell >= present - CELLS_OF_A_SECOND) finished += total;
    }
    return finished;
  }
}
