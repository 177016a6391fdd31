/**
 * Times in buckets of 3 significant digits from 1 µs to 1 h (server.md 10.4), as HDR histograms have them.
 * Own code instead of perf_hooks' histogram: that one gives neither exact mean and deviation nor its buckets,
 * which parts of a second and parts of a test are merged from.
 */
export interface LatencyData {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Sum of squared distances from the mean. */
  readonly squares: number;
  /** Numbers of the blocks that hold anything, and their counts. */
  readonly blocks: readonly (readonly [number, Float64Array])[];
}

/** Milliseconds. */
export interface LatencySummary {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly stddev: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

const LONGEST_US = 3_600_000_000;
/** Buckets of one power of two: their width is less than a thousandth of their value. */
const BLOCK = 1024;

export class LatencyHistogram {
  count = 0;
  #min = Infinity;
  #max = 0;
  #mean = 0;
  #squares = 0;
  /** Made when first needed: most tests meet a handful of powers of two. */
  readonly #blocks: (Float64Array | undefined)[] = [];

  /** Mean and deviation by Welford's method: sums of squares would lose the small differences of long times. */
  record(milliseconds: number): void {
    const value = Math.max(milliseconds, 0);
    this.count++;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    const distance = value - this.#mean;
    this.#mean += distance / this.count;
    this.#squares += distance * (value - this.#mean);
    const index = bucketOf(Math.min(Math.max(Math.round(value * 1000), 1), LONGEST_US));
    const block = (this.#blocks[index >>> 10] ??= new Float64Array(BLOCK));
    block[index & 1023] = (block[index & 1023] ?? 0) + 1;
  }

  add(other: LatencyData): void {
    if (other.count === 0) return;
    const count = this.count + other.count;
    const distance = other.mean - this.#mean;
    this.#squares += other.squares + (distance * distance * this.count * other.count) / count;
    this.#mean += (distance * other.count) / count;
    this.count = count;
    this.#min = Math.min(this.#min, other.min);
    this.#max = Math.max(this.#max, other.max);
    for (const [number, counts] of other.blocks) {
      const block = (this.#blocks[number] ??= new Float64Array(BLOCK));
      for (let at = 0; at < BLOCK; at++) block[at] = (block[at] ?? 0) + (counts[at] ?? 0);
    }
  }

  /** Nearest rank: the smallest value that at least this share of all values do not exceed. */
  percentile(percent: number): number {
    if (this.count === 0) return 0;
    let left = Math.max(1, Math.ceil((percent / 100) * this.count));
    if (left >= this.count) return this.#max;
    for (const [number, block] of this.#blocks.entries()) {
      if (!block) continue;
      for (let at = 0; at < BLOCK; at++) {
        left -= block[at] ?? 0;
        if (left <= 0) return this.#within(middleOf(number * BLOCK + at) / 1000);
      }
    }
    return this.#max;
  }

  get min(): number {
    return this.count === 0 ? 0 : this.#min;
  }

  get max(): number {
    return this.#max;
  }

  get mean(): number {
    return this.#mean;
  }

  summary(): LatencySummary {
    const { min, max, mean } = this;
    return {
      min,
      max,
      mean,
      stddev: this.count === 0 ? 0 : Math.sqrt(this.#squares / this.count),
      p50: this.percentile(50),
      p95: this.percentile(95),
      p99: this.percentile(99),
    };
  }

  /** A copy that can cross threads. */
  data(): LatencyData {
    const blocks = [...this.#blocks.entries()].flatMap(([number, block]) =>
      block?.some((count) => count > 0) ? [[number, block.slice()] as const] : [],
    );
    const { count, min, max, mean } = this;
    return { count, min, max, mean, squares: this.#squares, blocks };
  }

  /** Keeps its memory for the next values. */
  clear(): void {
    this.count = 0;
    this.#min = Infinity;
    this.#max = 0;
    this.#mean = 0;
    this.#squares = 0;
    for (const block of this.#blocks) block?.fill(0);
  }

  #within(value: number): number {
    return Math.min(Math.max(value, this.#min), this.#max);
  }
}

/** 11 leading bits; `value` is a whole number of microseconds below 2^32. */
function bucketOf(value: number): number {
  const shift = Math.max(0, 21 - Math.clz32(value));
  return shift * BLOCK + (value >>> shift);
}

function middleOf(index: number): number {
  const shift = index < 2 * BLOCK ? 0 : (index >>> 10) - 1;
  const width = 2 ** shift;
  return (index - shift * BLOCK) * width + (width - 1) / 2;
}
