/** What happened interval by interval, put together from the reports of all threads (server.md 10.4). */
import { LatencyHistogram } from './latency.js';
import { CELL, type CellReport } from './recorder.js';
import { rounded } from './rounding.js';

/** Of one interval; `t` is its end, in seconds since the load began. */
export interface SeriesPoint {
  readonly t: number;
  readonly total: number;
  readonly errors: number;
  readonly rps: number;
  readonly p95Ms: number;
  readonly activeVUs: number;
}

const MOST_POINTS = 3600;
/** Threads report a little late, and not at the same moment. */
const PATIENCE_CELLS = 8;

export class TimeSeries {
  readonly #cellsPerPoint: number;
  readonly #points: SeriesPoint[] = [];
  readonly #open = new Map<number, OpenPoint>();
  #newest = 0;

  /** `longest`: milliseconds of load and drain. */
  constructor(longest: number) {
    this.#cellsPerPoint = Math.max(1, Math.ceil(longest / 1000 / MOST_POINTS)) * (1000 / CELL);
  }

  add(thread: number, { cell, total, errors, active, latency }: CellReport): void {
    const least = this.#points.length;
    const number = Math.max(Math.floor(cell / this.#cellsPerPoint), least);
    this.#newest = Math.max(this.#newest, cell);
    const point = this.#open.get(number) ?? newPoint();
    this.#open.set(number, point);
    point.total += total;
    point.errors += errors;
    point.latency.add(latency);
    point.active.set(thread, active);
    this.#closeUpTo(Math.floor((this.#newest - PATIENCE_CELLS) / this.#cellsPerPoint));
  }

  /** The last point ends when the load did. */
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
          t: rounded(seconds),
          rps: rounded(point.total / Math.max(seconds - start, CELL / 1000)),
        };
      });
  }

  get #step(): number {
    return (this.#cellsPerPoint * CELL) / 1000;
  }

  #closeUpTo(number: number): void {
    while (this.#points.length < number) {
      const index = this.#points.length;
      const { total, errors, latency, active } = this.#open.get(index) ?? newPoint();
      this.#open.delete(index);
      let activeVUs = 0;
      for (const count of active.values()) activeVUs += count;
      const step = this.#step;
      this.#points.push({
        t: rounded((index + 1) * step),
        total,
        errors,
        rps: rounded(total / step),
        p95Ms: rounded(latency.percentile(95)),
        activeVUs,
      });
    }
  }
}

interface OpenPoint {
  total: number;
  errors: number;
  readonly latency: LatencyHistogram;
  /** By thread, at the end of the interval. */
  readonly active: Map<number, number>;
}

function newPoint(): OpenPoint {
  return { total: 0, errors: 0, latency: new LatencyHistogram(), active: new Map() };
}
