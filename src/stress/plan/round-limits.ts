/**
 * Up to which round the users of a thread may go before the coordinator has the next report, when others may take the
 * thread over. Every report of the thread names a limit for each user, and whoever takes the thread over lets its
 * users go on from the limits of the last report that the coordinator has. The thread keeps to the limits of every
 * report that may be that last one: the newest that it knows to be received, and all later ones. So no round is sent
 * by both, and rounds between the last one sent and the limit are left out.
 */
export class RoundLimits {
  /** From the newest that was received. */
  #reports: { readonly number: number; readonly limits: readonly number[] }[];
  #lowest: readonly number[];
  #before: readonly number[];
  /** The most rounds of one user between two reports. */
  #fastest = 0;

  /** `rounds`: those with which the users start. */
  constructor(rounds: readonly number[]) {
    this.#before = rounds;
    this.#lowest = rounds.map((round) => round + FIRST_ROUNDS);
    this.#reports = [{ number: 0, limits: this.#lowest }];
  }

  allows(place: number, round: number): boolean {
    return round < (this.#lowest[place] ?? 0);
  }

  /** The limits for the report with this number; the next round of each user is given. */
  reserve(number: number, rounds: readonly number[]): readonly number[] {
    for (const [place, round] of rounds.entries())
      this.#fastest = Math.max(this.#fastest, round - (this.#before[place] ?? round));
    this.#before = rounds;
    const margin = LEAST_ROUNDS + PERIODS * this.#fastest;
    const limits = rounds.map((round) => round + margin);
    this.#reports.push({ number, limits });
    this.#lowest = lower(this.#lowest, limits);
    return limits;
  }

  /** The coordinator has the report with this number. */
  acknowledge(number: number): void {
    const newest = this.#reports.findLastIndex((report) => report.number <= number);
    if (newest < 1) return;
    this.#reports = this.#reports.slice(newest);
    this.#lowest = this.#reports.map(({ limits }) => limits).reduce(lower);
  }
}

/** Before the first report. */
export const FIRST_ROUNDS = 20_000;
/** A report is received about two seconds later at most, and users may become faster. */
const PERIODS = 4;
const LEAST_ROUNDS = 8;

function lower(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.map((limit, place) => Math.min(limit, b[place] ?? Infinity));
}
