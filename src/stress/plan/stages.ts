/** Load in stages: each goes in a straight line from the target of the one before, 0 at first, to its own. */
import { durationProblem, parseDuration } from '../../primitives/duration.js';
import { LOCAL_LIMITS, type LoadLimits } from './load-limits.js';

export interface Stage {
  /** Milliseconds; 0 is a jump. */
  readonly duration: number;
  /** Requests per second, or users. */
  readonly target: number;
}

export interface StagePlan {
  readonly mode: 'rate' | 'vus';
  readonly stages: readonly Stage[];
}

/** A stage as clients and config files write it; it needs a duration and exactly one of both targets. */
export interface StageFields {
  readonly duration?: string | number | undefined;
  readonly rate?: number | undefined;
  readonly vus?: number | undefined;
}

/** Each completes "must be …". */
export const STAGE_RULES = {
  kind: 'an object with duration and either rate or vus, the same in all stages',
  count: 'a list of 1 to 100 stages',
  total: 'longer than 0 and at most 24h together',
  peak: 'above 0 at least once',
} as const;

const MAX_STAGES = 100;
const MAX_TOTAL_MS = 24 * 3_600_000;

export function totalDuration(stages: readonly Stage[]): number {
  return stages.reduce((total, { duration }) => total + duration, 0);
}

export function highestTarget(stages: readonly Stage[]): number {
  return Math.max(0, ...stages.map(({ target }) => target));
}

/** The mean of the line: requests per second, or users. */
export function meanTarget(stages: readonly Stage[]): number {
  let before = 0;
  let area = 0;
  for (const { duration, target } of stages) {
    area += ((before + target) / 2) * duration;
    before = target;
  }
  return area / totalDuration(stages);
}

/** The rule that the stages break, if they break one. */
export function brokenStageRule(
  { mode, stages }: StagePlan,
  limits: LoadLimits = LOCAL_LIMITS,
): string | undefined {
  if (stages.length === 0 || stages.length > MAX_STAGES) return STAGE_RULES.count;
  const total = totalDuration(stages);
  if (!(total > 0 && total <= MAX_TOTAL_MS)) return STAGE_RULES.total;
  const areInRange = stages.every(({ target }) =>
    mode === 'rate'
      ? target >= 0 && target <= limits.rate
      : Number.isInteger(target) && target >= 0 && target <= limits.users,
  );
  if (!areInRange) {
    return mode === 'rate'
      ? `rates from 0 to ${limits.rate}`
      : `whole numbers of users from 0 to ${limits.users}`;
  }
  return highestTarget(stages) > 0 ? undefined : STAGE_RULES.peak;
}

const STAGE = /^([^:]*):\s*([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*(\/s|vus)?$/;

/** Parses `30s:50/s, 2m:50/s` or `1m:20vus`. */
export function parseStageList(
  list: string,
  limits: LoadLimits = LOCAL_LIMITS,
): StagePlan | { readonly reason: string } {
  const stages: Stage[] = [];
  const modes = new Set<StagePlan['mode']>();
  for (const entry of list.split(',')) {
    const [, time = '', target, unit] = STAGE.exec(entry.trim()) ?? [];
    if (target === undefined) return { reason: 'a stage is written 30s:50/s or 30s:50vus' };
    if (unit === undefined) return { reason: 'a stage needs a unit: 30s:50/s or 30s:50vus' };
    const duration = parseDuration(time.trim());
    if (duration === undefined) return { reason: durationProblem(time.trim()) ?? '' };
    stages.push({ duration, target: Number(target) });
    modes.add(unit === '/s' ? 'rate' : 'vus');
  }
  const [mode = 'rate', other] = modes;
  if (other !== undefined) return { reason: 'all stages end in /s or all in vus' };
  const broken = brokenStageRule({ mode, stages }, limits);
  return broken === undefined ? { mode, stages } : { reason: `they must be ${broken}` };
}

/** Converts stages as clients write them; returns the number of the stage that is wrong, if one is. */
export function readStages(list: readonly StageFields[]): StagePlan | { readonly wrong: number } {
  const mode = list[0]?.vus === undefined ? 'rate' : 'vus';
  const stages: Stage[] = [];
  for (const [index, fields] of list.entries()) {
    const target = fields[mode];
    const duration = parseDuration(String(fields.duration));
    const hasOther = fields[mode === 'rate' ? 'vus' : 'rate'] !== undefined;
    if (target === undefined || duration === undefined || hasOther) return { wrong: index };
    stages.push({ duration, target });
  }
  return { mode, stages };
}
