/** The figures of a running test, merged from the reports of all threads. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { countKinds, type ErrorKinds } from './error-kinds.js';
import { ErrorCounter, type ErrorGroup } from './error-groups.js';
import { LatencyHistogram } from './latency.js';
import { CELL_MS, type CellReport } from './load-recorder.js';
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import type { IntervalLatency, LiveStatistics } from './stress-result.js';

const CELLS_OF_A_SECOND = 1000 / CELL_MS;

export class LiveTotals {
  readonly #latency = new LatencyHistogram();
  readonly #errorGroups = new ErrorCounter();
  readonly #active = new Map<number, number>();
  /** The latest cells, with the reports of all threads. */
  readonly #recent = new Map<number, CellReport[]>();
  #errorKinds: ErrorKinds | undefined;
  #total = 0;
  #errors = 0;

  add(thread: number, report: CellReport): void {
    const { cell, total, errors, active, latency, errorGroups } = report;
    this.#total += total;
    this.#errors += errors;
    this.#latency.add(latency);
    this.#errorGroups.addAll(errorGroups);
    this.#active.set(thread, active);
    this.#errorKinds = countKinds(this.#errorKinds, errorGroups);
    getOrAdd(this.#recent, cell, () => []).push(report);
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

  /** The errors so far by kind. */
  get errorKinds(): ErrorKinds {
    return this.#errorKinds ?? {};
  }

  /** The latency of the requests that finished in the last second. */
  interval(elapsedSeconds: number): IntervalLatency {
    const latency = new LatencyHistogram();
    for (const report of this.#lastCells(elapsedSeconds)) latency.add(report.latency);
    return {
      p50Ms: roundThousandths(latency.percentile(50)),
      p95Ms: roundThousandths(latency.percentile(95)),
      p99Ms: roundThousandths(latency.percentile(99)),
      meanMs: roundThousandths(latency.mean),
    };
  }

  #lastSecond(elapsedSeconds: number): number {
    let finished = 0;
    for (const { total } of this.#lastCells(elapsedSeconds)) finished += total;
    return finished;
  }

  /** Whole cells only, since the current one has not been reported. */
  *#lastCells(elapsedSeconds: number): Generator<CellReport> {
    const present = Math.floor((elapsedSeconds * 1000) / CELL_MS);
    for (const [cell, reports] of this.#recent) {
      if (cell < present && cell >= present - CELLS_OF_A_SECOND) yield* reports;
    }
  }
}
