/** The figures of a running test, merged from the reports of all threads. */
import { ErrorCounter, type ErrorGroup } from './error-groups.js';
import { LatencyHistogram } from './latency.js';
import { CELL_MS, type CellReport } from './load-recorder.js';
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import type { LiveStatistics } from './stress-result.js';

const CELLS_OF_A_SECOND = 1000 / CELL_MS;

export class LiveTotals {
  readonly #latency = new LatencyHistogram();
  readonly #errorGroups = new ErrorCounter();
  readonly #active = new Map<number, number>();
  /** Finished requests of the latest cells. */
  readonly #recent = new Map<number, number>();
  #total = 0;
  #errors = 0;

  add(thread: number, { cell, total, errors, active, latency, errorGroups }: CellReport): void {
    this.#total += total;
    this.#errors += errors;
    this.#latency.add(latency);
    this.#errorGroups.addAll(errorGroups);
    this.#active.set(thread, active);
    this.#recent.set(cell, (this.#recent.get(cell) ?? 0) + total);
    for (const old of this.#recent.keys()) if (old < cell - 2 * CELLS_OF_A_SECOND) this.#recent.delete(old);
  }

  errorGroups(nameOf: (definition: number) => string): readonly ErrorGroup[] {
    return this.#errorGroups.groups(nameOf);
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
      rps: elapsedSeconds > 0 ? roundThousandths(total / elapsedSeconds) : 0,
      p50Ms: roundThousandths(latency.percentile(50)),
      p95Ms: roundThousandths(latency.percentile(95)),
      p99Ms: roundThousandths(latency.percentile(99)),
      maxMs: roundThousandths(latency.max),
      errorRate: total === 0 ? 0 : roundThousandths(errors / total),
      activeVUs,
      currentRps: this.#lastSecond(elapsedSeconds),
    };
  }

  /** Counts whole cells only, since the current one has not been reported. */
  #lastSecond(elapsedSeconds: number): number {
    const present = Math.floor((elapsedSeconds * 1000) / CELL_MS);
    let finished = 0;
    for (const [cell, total] of this.#recent) {
      if (cell < present && cell >= present - CELLS_OF_A_SECOND) finished += total;
    }
    return finished;
  }
}
