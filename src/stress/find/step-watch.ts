/** Sees early that a step of a search can no longer keep its limits. */
import type { Threshold } from '../../primitives/threshold.js';
import { LatencyHistogram } from '../measure/latency.js';
import type { CellReport } from '../measure/load-recorder.js';
import { holds } from '../measure/thresholds.js';

const PERCENT: Readonly<Partial<Record<Threshold['metric'], number>>> = {
  p50: 50,
  p95: 95,
  p99: 99,
  max: 100,
};

export class StepWatch {
  readonly #limits: readonly Threshold[];
  readonly #planned: number;
  readonly #latency = new LatencyHistogram();
  #errors = 0;

  /** `planned` is the highest number of requests that the step can send. */
  constructor(limits: readonly Threshold[], planned: number) {
    this.#limits = limits;
    this.#planned = planned;
  }

  add({ errors, latency }: CellReport): void {
    this.#errors += errors;
    this.#latency.add(latency);
  }

  /** Whatever the rest of the step brings, a limit does not hold. */
  get isBroken(): boolean {
    return this.#limits.some((limit) => {
      if (limit.metric === 'errors') return !holds(limit, this.#errors / this.#planned);
      const percent = PERCENT[limit.metric];
      if (percent === undefined) return false;
      // A percentile is the value of this rank, so all samples above it may break the limit.
      const rank = Math.max(1, Math.ceil((percent / 100) * this.#planned));
      return this.#latency.countWhere((value) => !holds(limit, value)) > this.#planned - rank;
    });
  }
}
