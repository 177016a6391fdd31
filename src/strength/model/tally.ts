/** Adds up what was noticed. */
import type { Tally } from './strength.js';

type Counts = Pick<Tally, 'killed' | 'survived' | 'equivalent'>;

export function tallyOf({ killed, survived, equivalent }: Counts): Tally {
  const total = killed + survived;
  // Cut off, since 100% stands for all of them, and a score that is shown as 80% is at least that.
  const score = total === 0 ? null : Math.floor((killed * 1000) / total) / 10;
  return { total, killed, survived, equivalent, score };
}

export function totalOf(parts: readonly Counts[]): Tally {
  const counts = { killed: 0, survived: 0, equivalent: 0 };
  for (const { killed, survived, equivalent } of parts) {
    counts.killed += killed;
    counts.survived += survived;
    counts.equivalent += equivalent;
  }
  return tallyOf(counts);
}
