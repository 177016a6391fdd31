/** Words and numbers that all reports of strength share. */
import type { StrengthAdvice, Suggestion, SurvivorAdvice } from '../../strength/model/advice.js';
import type { RequestStrength, Strength, Tally } from '../../strength/model/strength.js';
import { formatCount } from '../../primitives/text/output-text.js';

export interface StrengthReport {
  readonly strength: Strength;
  readonly advice: StrengthAdvice;
  /** The score that is asked for, in percent. */
  readonly min?: number | undefined;
}

/** How many survivors a report puts in words. */
const MAX_DANGEROUS = 10;

/** `63.4%`; a dash when there is nothing to change. */
export function scoreText(score: number | null): string {
  return score === null ? '-' : `${Number.isInteger(score) ? score : score.toFixed(1)}%`;
}

/** `412 of 650`, the noticed changes of all. */
export function noticedText({ killed, total }: Tally): string {
  return `${killed} of ${total}`;
}

/** One sentence about all of it. */
export function summaryText(strength: Strength): string {
  if (strength.score === null) return 'No response is known that could be changed.';
  const { equivalent } = strength;
  const leftOut = equivalent === 0 ? '' : `; ${formatCount(equivalent, 'equivalent change')} left out`;
  return `The tests notice ${noticedText(strength)} changes of their responses: ${scoreText(strength.score)}${leftOut}.`;
}

export function dangerousOf({ advice }: StrengthReport): readonly SurvivorAdvice[] {
  return advice.dangerous.slice(0, MAX_DANGEROUS);
}

export function requestsOf({ strength }: StrengthReport): readonly RequestStrength[] {
  return strength.files.flatMap(({ requests }) => requests);
}

export function requestNameText(name: string): string {
  return name === '' ? '(unnamed)' : name;
}

/** `the field body.id was removed; it was 7`. */
export function survivorText({ mutant, before }: SurvivorAdvice): string {
  return before === '' ? mutant.words : `${mutant.words}; it was ${before}`;
}

/** What would notice survivors, or that nothing robust would. */
export function remedyText(assertion: string): string {
  return assertion === '' ? 'no robust assertion would notice this' : assertion;
}

/** Survivors of one request that the same assertion would notice, in the order of the most dangerous of each. */
export function byRemedy(
  survivors: readonly SurvivorAdvice[],
): readonly (readonly [SurvivorAdvice, ...SurvivorAdvice[]])[] {
  const groups = new Map<string, [SurvivorAdvice, ...SurvivorAdvice[]]>();
  for (const survivor of survivors) {
    const { file, line, assertion } = survivor;
    const key = `${file}:${line} ${assertion}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [survivor]);
    else group.push(survivor);
  }
  return [...groups.values()];
}

/** Whether the score is at least the one that is asked for; undefined when none is. */
export function meetsMin({ strength, min }: StrengthReport): boolean | undefined {
  return min === undefined ? undefined : strength.score !== null && strength.score >= min;
}

/** The verdict of `--min`; undefined without it. */
export function minText(report: StrengthReport): string | undefined {
  const { strength, min } = report;
  const meets = meetsMin(report);
  if (min === undefined || meets === undefined) return undefined;
  if (strength.score === null) return `There is no score to compare with --min ${min}.`;
  const relation = meets ? 'is at least' : 'is below';
  return `The score of ${scoreText(strength.score)} ${relation} ${min}%.`;
}

/** What to do next about survivors; undefined when there is nothing to suggest. */
export function nextStepText({ advice }: StrengthReport): string | undefined {
  const count = advice.suggestions.length;
  if (count === 0) return undefined;
  return `svc strength --fix adds ${formatCount(count, 'assertion')} that would notice more; --fix --dry-run shows them.`;
}

export function catchesText({ catches }: Suggestion): string {
  return `would notice ${formatCount(catches, 'change')}`;
}
