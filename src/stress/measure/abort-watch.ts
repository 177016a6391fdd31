/** Checks once a second whether a running test still keeps the limits that abort it. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import type { Metric } from '../../primitives/threshold.js';
import type { AbortRule } from '../plan/stress-options.js';
import { LatencyHistogram } from './latency.js';
import { CELL_MS, type CellReport } from './load-recorder.js';
import { checkThresholds } from './thresholds.js';

/** Why a test was aborted; `at` and `window` in seconds. */
export interface AbortCause {
  readonly metric: Metric;
  /** The text as configured. */
  readonly threshold: string;
  /** In milliseconds or percent; 0 when there was no response in the window. */
  readonly actual: number;
  readonly at: number;
  readonly window: number;
}

/** Whether something was to be sent in a time; both in milliseconds since the start of the load. */
export type IsPlanned = (from: number, until: number) => boolean;

const SECOND_MS = 1000;

export class AbortWatch {
  readonly #rule: AbortRule;
  readonly #isPlanned: IsPlanned;
  readonly #cells = new Map<number, CellCounts>();
  /** The end of the next window to be checked, in milliseconds. */
  #next: number;

  constructor(rule: AbortRule, isPlanned: IsPlanned) {
    this.#rule = rule;
    this.#isPlanned = isPlanned;
    this.#next = rule.window;
  }

  add({ cell, total, errors, latency }: CellReport): void {
    const counts = getOrAdd(this.#cells, cell, newCounts);
    counts.total += total;
    counts.errors += errors;
    counts.latency.add(latency);
  }

  /** Milliseconds since the start of the load at which the next window is full. */
  get nextFullAt(): number {
    return this.#next;
  }

  /** Checks the window that is full now, once; undefined when it keeps all limits. */
  check(): AbortCause | undefined {
    const { limits, window } = this.#rule;
    const until = this.#next;
    const from = until - window;
    this.#next += SECOND_MS;
    const sum = newCounts();
    for (const [cell, counts] of this.#cells) {
      const start = cell * CELL_MS;
      if (start + CELL_MS <= from) this.#cells.delete(cell);
      else if (start < until) {
        sum.total += counts.total;
        sum.errors += counts.errors;
        sum.latency.add(counts.latency.data());
      }
    }
    if (sum.total === 0 && !this.#isPlanned(from, until)) return undefined;
    const broken = checkThresholds(limits, { ...sum, rps: 0 }).find(({ passed }) => !passed);
    if (!broken) return undefined;
    const { metric, threshold, actual } = broken;
    const inSeconds = { at: roundThousandths(until / 1000), window: roundThousandths(window / 1000) };
    return { metric, threshold, actual, ...inSeconds };
  }
}

interface CellCounts {
  total: number;
  errors: number;
  readonly latency: LatencyHistogram;
}

function newCounts(): CellCounts {
  return { total: 0, errors: 0, latency: new LatencyHistogram() };
}
