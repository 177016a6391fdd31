/**
 * Latencies in buckets of 3 significant digits from 1 µs to 1 h, like an HDR histogram. The histogram of perf_hooks
 * gives neither the exact mean and deviation nor its buckets, which are needed to merge the parts of a second and the
 * threads of a test.
 */
export interface LatencyData {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Sum of squared distances from the mean. */
  readonly squares: number;
  /** The numbers of the non-empty blocks, and their counts. */
  readonly blocks: readonly (readonly [number, Float64Array])[];
}

/** All values are in milliseconds. */
export type LatencySummary = Readonly<
  Record<'min' | 'max' | 'mean' | 'stddev' | 'p50' | 'p95' | 'p99', number>
>;

/** Whole microseconds from the lowest to the highest, and how many values were among them. */
export type LatencyBucket = readonly [lowest: number, highest: number, count: number];

const MAX_US = 3_600_000_000;
/** Number of buckets per power of two, so that a bucket is narrower than a thousandth of its value. */
export const BLOCK_SIZE = 1024;
/** Blocks that a histogram can have. */
export const MAX_BLOCKS = Math.floor(bucketOf(MAX_US) / BLOCK_SIZE) + 1;

export class LatencyHistogram {
  count = 0;
  #min = Infinity;
  #max = 0;
  #mean = 0;
  #squares = 0;
  /** Allocated on first use, because most tests need only a handful of powers of two. */
  readonly #blocks: (Float64Array | undefined)[] = [];

  /** Mean and deviation by Welford's method, because sums of squares would lose small differences of long times. */
  record(milliseconds: number): void {
    const value = Math.max(milliseconds, 0);
    this.count++;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    const distance = value - this.#mean;
    this.#mean += distance / this.count;
    this.#squares += distance * (value - this.#mean);
    const index = bucketOf(Math.min(Math.max(Math.round(value * 1000), 1), MAX_US));
    const block = (this.#blocks[index >>> 10] ??= new Float64Array(BLOCK_SIZE));
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
      const block = (this.#blocks[number] ??= new Float64Array(BLOCK_SIZE));
      for (let at = 0; at < BLOCK_SIZE; at++) block[at] = (block[at] ?? 0) + (counts[at] ?? 0);
    }
  }

  /** Nearest rank: the smallest value that at least this share of all values do not exceed. */
  percentile(percent: number): number {
    if (this.count === 0) return 0;
    let left = Math.max(1, Math.ceil((percent / 100) * this.count));
    if (left >= this.count) return this.#max;
    for (const [number, block] of this.#blocks.entries()) {
      if (!block) continue;
      for (let at = 0; at < BLOCK_SIZE; at++) {
        left -= block[at] ?? 0;
        if (left > 0) continue;
        const middle = middleOf(number * BLOCK_SIZE + at) / 1000;
        return Math.min(Math.max(middle, this.#min), this.#max);
      }
    }
    return this.#max;
  }

  /** How many values there are of which this holds, to the width of a bucket. */
  countWhere(holds: (milliseconds: number) => boolean): number {
    let count = 0;
    for (const [number, block] of this.#blocks.entries()) {
      if (!block) continue;
      for (let at = 0; at < BLOCK_SIZE; at++) {
        const values = block[at] ?? 0;
        if (values > 0 && holds(middleOf(number * BLOCK_SIZE + at) / 1000)) count += values;
      }
    }
    return count;
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

  /** Returns a copy that can be sent to another thread. */
  data(): LatencyData {
    const blocks = [...this.#blocks.entries()].flatMap(([number, block]) =>
      block?.some((count) => count > 0) ? [[number, block.slice()] as const] : [],
    );
    const { count, min, max, mean } = this;
    return { count, min, max, mean, squares: this.#squares, blocks };
  }

  /** The buckets that are not empty, in rising order. */
  buckets(): readonly LatencyBucket[] {
    return [...this.#blocks.entries()].flatMap(([number, block]) =>
      Array.from(block ?? [], (count, at): LatencyBucket => {
        const [lowest, highest] = boundsOf(number * BLOCK_SIZE + at);
        return [lowest, highest, count];
      }).filter(([, , count]) => count > 0),
    );
  }

  /** Keeps the allocated memory. */
  clear(): void {
    this.count = 0;
    this.#min = Infinity;
    this.#max = 0;
    this.#mean = 0;
    this.#squares = 0;
    for (const block of this.#blocks) block?.fill(0);
  }
}

/** The bucket of the 11 leading bits; `value` is a whole number of microseconds below 2^32. */
function bucketOf(value: number): number {
  const shift = Math.max(0, 21 - Math.clz32(value));
  return shift * BLOCK_SIZE + (value >>> shift);
}

function middleOf(index: number): number {
  const [lowest, highest] = boundsOf(index);
  return (lowest + highest) / 2;
}

function boundsOf(index: number): readonly [lowest: number, highest: number] {
  const shift = index < 2 * BLOCK_SIZE ? 0 : (index >>> 10) - 1;
  const width = 2 ** shift;
  const lowest = (index - shift * BLOCK_SIZE) * width;
  return [lowest, lowest + width - 1];
}
