/**
 * The search for the highest rate at which a target keeps its limits: doubling, then bisection, then a longer step
 * that confirms the rate. Knows nothing of how a step is run.
 */

/**
 * `generator`: the generator did not keep up, whatever the limits say. `slots`: the limits hold, but not everything
 * could be sent. `broken`: a limit does not hold.
 */
export type Verdict = 'held' | 'generator' | 'slots' | 'broken';

export interface SearchPlan {
  /** The first rate that is tried. */
  readonly first: number;
  /** The highest rate that is tried. */
  readonly to: number;
  /** In percent: the rate found lies within that of a rate that failed. */
  readonly precision: number;
}

export interface SearchStep {
  readonly rate: number;
  /** A step of double length at the highest rate that held. */
  readonly confirms: boolean;
  readonly repeats: boolean;
  /** The highest rate that held so far; 0 when none did. */
  readonly low: number;
  /** The lowest rate that failed so far. */
  readonly high: number | undefined;
}

/** Runs one step; undefined when there is no time left, which ends the search. */
export type RunStep = (step: SearchStep) => Promise<Verdict | undefined>;

export type LimitedBy = 'target' | 'generator' | 'slots' | 'range' | 'budget';

export interface SearchOutcome {
  /** 0 when none held. */
  readonly rate: number;
  /** Whether a longer step at this rate held too. */
  readonly isConfirmed: boolean;
  readonly limitedBy: LimitedBy;
  readonly failedAt: number | undefined;
}

const MIN_RATE = 1;
const MAX_RESUMED = 3;

export async function searchRate(plan: SearchPlan, runStep: RunStep): Promise<SearchOutcome> {
  const search = new Search(plan, runStep);
  for (let resumed = 0; ; resumed++) {
    if (!(await search.narrow())) return search.outcome('budget');
    if (search.low === 0) return search.outcome(undefined);
    const confirmed = await search.confirm();
    if (confirmed === undefined) return search.outcome('budget');
    if (confirmed || resumed === MAX_RESUMED) return search.outcome(undefined, confirmed);
  }
}

class Search {
  readonly #plan: SearchPlan;
  readonly #runStep: RunStep;
  /** Rates that held; a rate that was not confirmed is no longer among them. */
  readonly #held = new Set<number>();
  #high: number | undefined;
  #highVerdict: Verdict = 'broken';

  constructor(plan: SearchPlan, runStep: RunStep) {
    this.#plan = plan;
    this.#runStep = runStep;
  }

  get low(): number {
    return Math.max(0, ...this.#held);
  }

  /** Tries rates until nothing lies between the highest that held and the lowest that failed; false without time. */
  async narrow(): Promise<boolean> {
    for (let rate = this.#nextRate(); rate !== undefined; rate = this.#nextRate()) {
      const verdict = await this.#try(rate, false);
      if (verdict === undefined) return false;
      if (verdict === 'held') this.#held.add(rate);
      else this.#fail(rate, verdict);
    }
    return true;
  }

  /** Whether the highest rate holds for longer; undefined without time. */
  async confirm(): Promise<boolean | undefined> {
    const rate = this.low;
    const verdict = await this.#try(rate, true);
    if (verdict === undefined) return undefined;
    if (verdict === 'held') return true;
    this.#fail(rate, verdict);
    return false;
  }

  outcome(ended: 'budget' | undefined, isConfirmed = false): SearchOutcome {
    const rate = this.low;
    const failedAt = this.#high;
    return { rate, isConfirmed, limitedBy: ended ?? this.#limitedBy(), failedAt };
  }

  #limitedBy(): LimitedBy {
    if (this.#high === undefined) return 'range';
    return LIMITS[this.#highVerdict];
  }

  #nextRate(): number | undefined {
    const { first, to, precision } = this.#plan;
    const { low } = this;
    const high = this.#high;
    if (high === undefined) {
      if (low === 0) return first;
      return low < to ? Math.min(threeDigits(low * 2), to) : undefined;
    }
    if (low === 0) return high > MIN_RATE ? Math.max(threeDigits(high / 2), MIN_RATE) : undefined;
    if (high / low <= 1 + precision / 100) return undefined;
    const middle = threeDigits(Math.sqrt(low * high));
    return middle > low && middle < high ? middle : undefined;
  }

  /** What does not hold is tried once more, and the second verdict counts. */
  async #try(rate: number, confirms: boolean): Promise<Verdict | undefined> {
    const around = { rate, confirms, low: this.low, high: this.#high };
    const verdict = await this.#runStep({ ...around, repeats: false });
    return verdict === undefined || verdict === 'held'
      ? verdict
      : this.#runStep({ ...around, repeats: true });
  }

  #fail(rate: number, verdict: Verdict): void {
    for (const held of this.#held) if (held >= rate) this.#held.delete(held);
    this.#high = rate;
    this.#highVerdict = verdict;
  }
}

const LIMITS: Readonly<Record<Verdict, LimitedBy>> = {
  held: 'range',
  broken: 'target',
  generator: 'generator',
  slots: 'slots',
};

function threeDigits(rate: number): number {
  return Number(rate.toPrecision(3));
}
