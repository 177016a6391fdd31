/** The figures of each stage, merged from the reports of all threads. */
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import type { StressOptions } from '../plan/stress-options.js';
import { LatencyHistogram } from './latency.js';
import { CELL_MS, type CellReport } from './load-recorder.js';

/** `start` and `end` in seconds since the start of the load; either `rate` or `vus` is the target. */
export interface StageResult {
  readonly start: number;
  readonly end: number;
  readonly rate?: number;
  readonly vus?: number;
  readonly totalRequests: number;
  readonly errorCount: number;
  readonly rps: number;
  readonly p95Ms: number;
}

interface StageCounts {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly target: number;
  total: number;
  errors: number;
  readonly latency: LatencyHistogram;
}

export class StageTotals {
  readonly #mode: StressOptions['mode'];
  readonly #stages: readonly StageCounts[];

  constructor({ mode, stages = [] }: Pick<StressOptions, 'mode' | 'stages'>) {
    this.#mode = mode;
    let start = 0;
    this.#stages = stages.map(({ duration, target }) => {
      const end = start + duration;
      const counts = { start, end, target, total: 0, errors: 0, latency: new LatencyHistogram() };
      start = end;
      return counts;
    });
  }

  /** A cell counts where its middle lies; what comes after the last stage belongs to it. */
  add({ cell, total, errors, latency }: CellReport): void {
    const time = (cell + 0.5) * CELL_MS;
    const stage = this.#stages.find(({ end }) => time < end) ?? this.#stages.at(-1);
    if (!stage) return;
    stage.total += total;
    stage.errors += errors;
    stage.latency.add(latency);
  }

  /** `seconds` is how long the load really took; a stopped test has stages that were cut or never begun. */
  finish(seconds: number): readonly StageResult[] {
    return this.#stages.map(({ start, end, target, total, errors, latency }) => {
      const length = Math.min(end / 1000, seconds) - start / 1000;
      return {
        start: roundThousandths(start / 1000),
        end: roundThousandths(end / 1000),
        ...(this.#mode === 'rate' ? { rate: target } : { vus: target }),
        totalRequests: total,
        errorCount: errors,
        rps: length > 0 ? roundThousandths(total / length) : 0,
        p95Ms: roundThousandths(latency.percentile(95)),
      };
    });
  }
}
