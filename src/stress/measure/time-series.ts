/** The figures of a test per interval, merged from the reports of all threads. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { countKinds, type ErrorKinds } from './error-kinds.js';
import { LatencyHistogram } from './latency.js';
import { CELL_MS, type CellReport } from './load-recorder.js';
import { roundThousandths } from '../../primitives/time/round-thousandths.js';

/** One interval; `t` is its end, in seconds since the start of the load. */
export interface SeriesPoint {
  readonly t: number;
  readonly total: number;
  readonly errors: number;
  readonly rps: number;
  readonly p95Ms: number;
  readonly activeVUs: number;
  /** Like p95Ms, of the requests that finished in the interval. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
  /** The errors of the interval by kind; left out when there were none. */
  readonly errorKinds?: ErrorKinds;
}

const MAX_POINTS = 3600;
/** Threads report slightly late and not at the same time, so points stay open for a while. */
const LATE_CELLS = 8;

export class TimeSeries {
  readonly #cellsPerPoint: number;
  readonly #points: SeriesPoint[] = [];
  readonly #open = new Map<number, OpenPoint>();
  #newest = 0;

  /** `maxDurationMs` is the longest possible duration of load and drain. */
  constructor(maxDurationMs: number) {
    this.#cellsPerPoint = Math.max(1, Math.ceil(maxDurationMs / 1000 / MAX_POINTS)) * (1000 / CELL_MS);
  }

  add(thread: number, { cell, total, errors, active, latency, errorGroups }: CellReport): void {
    const least = this.#points.length;
    const number = Math.max(Math.floor(cell / this.#cellsPerPoint), least);
    this.#newest = Math.max(this.#newest, cell);
    const point = getOrAdd(this.#open, number, newPoint);
    point.total += total;
    point.errors += errors;
    point.latency.add(latency);
    point.errorKinds = countKinds(point.errorKinds, errorGroups);
    point.active.set(thread, active);
    this.#closeUpTo(Math.floor((this.#newest - LATE_CELLS) / this.#cellsPerPoint));
  }

  /** The last point ends with the load. */
  finish(seconds: number): readonly SeriesPoint[] {
    this.#closeUpTo(Math.floor(this.#newest / this.#cellsPerPoint) + 1);
    const step = this.#step;
    return this.#points
      .filter(({ t, total }) => total > 0 || t - step < seconds)
      .map((point) => {
        const start = point.t - step;
        if (point.t <= seconds || seconds <= start) return point;
        return {
          ...point,
          t: roundThousandths(seconds),
          rps: roundThousandths(point.total / Math.max(seconds - start, CELL_MS / 1000)),
        };
      });
  }

  get #step(): number {
    return (this.#cellsPerPoint * CELL_MS) / 1000;
  }

  #closeUpTo(number: number): void {
    while (this.#points.length < number) {
      const index = this.#points.length;
      const { total, errors, latency, active, errorKinds } = this.#open.get(index) ?? newPoint();
      this.#open.delete(index);
      let activeVUs = 0;
      for (const count of active.values()) activeVUs += count;
      const step = this.#step;
      this.#points.push({
        t: roundThousandths((index + 1) * step),
        total,
        errors,
        rps: roundThousandths(total / step),
        p95Ms: roundThousandths(latency.percentile(95)),
        activeVUs,
        p50Ms: roundThousandths(latency.percentile(50)),
        p99Ms: roundThousandths(latency.percentile(99)),
        meanMs: roundThousandths(latency.mean),
        ...(errorKinds && { errorKinds }),
      });
    }
  }
}

interface OpenPoint {
  total: number;
  errors: number;
  errorKinds: ErrorKinds | undefined;
  readonly latency: LatencyHistogram;
  /** By thread, at the end of the interval. */
  readonly active: Map<number, number>;
}

function newPoint(): OpenPoint {
  return { total: 0, errors: 0, errorKinds: undefined, latency: new LatencyHistogram(), active: new Map() };
}
