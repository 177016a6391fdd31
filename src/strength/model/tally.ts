/** Adds up what was noticed. */
import type { Tally } from './strength.js';

type Counts = Pick<Tally, 'killed' | 'survived' | 'equivalent'>;

export function tallyOf({ killed, survived, equivalent }: Counts): Tally {
  const total = killed + survived;
  const score = total === 0 ? null : Math.round((killed / total) * 1000) / 10;
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
