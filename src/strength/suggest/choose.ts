/** Chooses few assertions that together notice many survivors. */
import type { Candidate } from './candidate.js';

export interface WeighedCandidate {
  readonly candidate: Candidate;
  /** The positions of the survivors that it notices. */
  readonly notices: readonly number[];
}

/**
 * Each time the candidate that notices most of what nothing notices yet; of equal ones that which says less about
 * values, then the earlier one. The status and the type of the body come first, since nothing else is worth much without them.
 */
export async function chooseCandidates(
  weighed: readonly WeighedCandidate[],
  max: number,
  isSound: (candidate: Candidate) => Promise<boolean>,
): Promise<readonly WeighedCandidate[]> {
  const chosen: WeighedCandidate[] = [];
  const noticed = new Set<number>();
  let left = weighed.filter(({ notices }) => notices.length > 0);
  while (chosen.length < max && left.length > 0) {
    const gains = left
      .map((each) => ({ each, gain: countNew(each, noticed) }))
      .filter(({ gain }) => gain > 0);
    const best = gains.reduce<(typeof gains)[number] | undefined>(
      (before, now) => (before === undefined || isBetter(now, before) ? now : before),
      undefined,
    );
    if (best === undefined) break;
    left = gains.map(({ each }) => each).filter((each) => each !== best.each);
    if (!(await isSound(best.each.candidate))) continue;
    chosen.push(best.each);
    for (const index of best.each.notices) noticed.add(index);
  }
  return withoutNeedless(chosen);
}

function countNew({ notices }: WeighedCandidate, noticed: ReadonlySet<number>): number {
  let count = 0;
  for (const index of notices) if (!noticed.has(index)) count++;
  return count;
}

interface Gain {
  readonly each: WeighedCandidate;
  readonly gain: number;
}

function isBetter(now: Gain, before: Gain): boolean {
  const [a, b] = [now.each.candidate, before.each.candidate];
  const first = firstOf(b) - firstOf(a);
  if (first !== 0) return first > 0;
  const more = now.gain + bonusOf(a) - before.gain - bonusOf(b);
  return more > 0 || (more === 0 && a.rank < b.rank);
}

function firstOf({ place }: Candidate): number {
  if (place.on === 'status') return 0;
  return place.on === 'header' && place.name === 'content-type' ? 1 : 2;
}

/** Clients find things by their ids, of which little can be said. */
function bonusOf({ place }: Candidate): number {
  return place.on === 'body' && /^@?id$/.test(String(place.path.at(-1))) ? 2 : 0;
}

/** Later choices may notice all that an earlier one does. */
function withoutNeedless(chosen: readonly WeighedCandidate[]): readonly WeighedCandidate[] {
  const counts = new Map<number, number>();
  for (const { notices } of chosen)
    for (const index of notices) counts.set(index, (counts.get(index) ?? 0) + 1);
  return chosen.filter(({ notices }) => {
    const isNeedless = notices.every((index) => (counts.get(index) ?? 0) > 1);
    if (isNeedless) for (const index of notices) counts.set(index, (counts.get(index) ?? 0) - 1);
    return !isNeedless;
  });
}
