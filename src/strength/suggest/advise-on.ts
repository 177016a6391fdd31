/** What to do about the changes that nothing notices: the most dangerous of them, and assertions that would. */
import { timeSlice } from '../../primitives/time-slice.js';
import type { StrengthAdvice, Suggestion, SurvivorAdvice } from '../model/advice.js';
import type { MeasuredRequest, Measurement, Survivor } from '../model/strength.js';
import { adviseOnRequest, type RequestAdvice } from './suggest-for.js';

const MAX_DANGEROUS = 10;

interface Danger {
  readonly measured: MeasuredRequest;
  readonly survivor: Survivor;
  /** The position of the survivor in its request. */
  readonly index: number;
  readonly advice: RequestAdvice;
}

/**
 * Every suggestion passes on all responses that are known, of the measured run and of earlier ones, and fails on the
 * survivors that it is said to notice. Nothing is sent, read or written.
 */
export async function adviseOn({ requests }: Measurement): Promise<StrengthAdvice> {
  const suggestions: Suggestion[] = [];
  let dangers: readonly Danger[] = [];
  const pause = timeSlice(undefined, 1);
  for (const measured of requests) {
    await pause();
    const { request, strength } = measured;
    const advice = await adviseOnRequest(measured);
    for (const { candidate, notices } of advice.suggestions)
      suggestions.push({ file: strength.file, request, assertion: candidate.text, catches: notices.length });
    dangers = topDangers([...dangers, ...dangersOf(measured, advice)]);
  }
  return { dangerous: await Promise.all(dangers.map(toAdvice)), suggestions };
}

/** One for each place, the most dangerous: what else could happen there is noticed by much the same assertion. */
function dangersOf(measured: MeasuredRequest, advice: RequestAdvice): readonly Danger[] {
  const byPlace = new Map<string, Danger>();
  for (const [index, survivor] of measured.strength.survivors.entries()) {
    const { place, danger } = survivor.mutant;
    const before = byPlace.get(place);
    if (before === undefined || before.survivor.mutant.danger < danger)
      byPlace.set(place, { measured, survivor, index, advice });
  }
  return [...byPlace.values()];
}

/** Of equally dangerous ones those of earlier files and lines come first. */
function topDangers(dangers: readonly Danger[]): readonly Danger[] {
  return dangers
    .toSorted((a, b) => b.survivor.mutant.danger - a.survivor.mutant.danger)
    .slice(0, MAX_DANGEROUS);
}

async function toAdvice({ measured, survivor, index, advice }: Danger): Promise<SurvivorAdvice> {
  const { file, line, name } = measured.strength;
  const { mutant, before } = survivor;
  return { file, line, name, mutant, before, assertion: await advice.assertionFor(index) };
}
