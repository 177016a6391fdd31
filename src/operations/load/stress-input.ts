import { ServiceError } from '../../errors.js';
import { parseDuration, unitAdvice } from '../../primitives/duration.js';
import {
  isMetric,
  limitProblem,
  METRICS,
  parsePercent,
  parseThreshold,
  thresholdAdvice,
  thresholdForm,
  type Metric,
  type Threshold,
} from '../../primitives/threshold.js';
import { LOCAL_LIMITS, type LoadLimits } from '../../stress/plan/load-limits.js';
import {
  checkStress,
  STRESS_RULES,
  type PartialStressInput,
  type StressInput,
} from '../../stress/plan/stress-options.js';
import {
  readStages,
  STAGE_RULES,
  totalDuration,
  type StageFields,
  type StagePlan,
} from '../../stress/plan/stages.js';
import type { StressProfile } from '../../workspace/config/config.js';

/** The common fields of a start and a profile as clients send them; null means absent. */
export interface StressFields {
  readonly duration?: string | null | undefined;
  readonly rate?: number | null | undefined;
  readonly vus?: number | null | undefined;
  readonly maxVUs?: number | null | undefined;
  readonly rampUp?: string | null | undefined;
  readonly thinkTime?: string | null | undefined;
  readonly thresholds?: Readonly<Record<string, unknown>> | null | undefined;
  readonly stages?: readonly StageFields[] | null | undefined;
  readonly abort?: Readonly<Record<string, unknown>> | null | undefined;
  readonly abortWindow?: string | null | undefined;
}

/** The fields of a start that searches a rate; profiles have none of them. */
export interface FindFields {
  readonly find?: Readonly<Record<string, unknown>> | undefined;
  readonly findTo?: number | undefined;
  readonly findPrecision?: string | number | undefined;
  readonly findBudget?: string | undefined;
  readonly findMin?: number | undefined;
}

type ThresholdMap = Partial<Record<Metric, string | number>>;

/** Throws for the first field that is invalid, by itself or in combination with others. */
export function readStressFields(
  fields: StressFields & FindFields,
  seed?: number,
  limits: LoadLimits = LOCAL_LIMITS,
): PartialStressInput {
  const { thresholds, abort, find } = fields;
  const stress = {
    duration: readDuration(fields, 'duration'),
    rate: fields.rate ?? undefined,
    vus: fields.vus ?? undefined,
    maxVUs: fields.maxVUs ?? undefined,
    rampUp: readDuration(fields, 'rampUp'),
    thinkTime: readDuration(fields, 'thinkTime'),
    thresholds: thresholds ? parseThresholds(checkThresholdMap(thresholds)) : undefined,
    seed,
    stages: fields.stages ? checkStageList(fields.stages) : undefined,
    abort: abort ? parseThresholds(checkLimitMap(abort, 'abort')) : undefined,
    abortWindow: readDuration(fields, 'abortWindow'),
    find: find ? parseThresholds(checkLimitMap(find, 'find')) : undefined,
    findTo: fields.findTo,
    findPrecision: readPrecision(fields.findPrecision),
    findBudget: readDuration(fields, 'findBudget'),
    findMin: fields.findMin,
  };
  refuseWithout(stress, 'find', ['findTo', 'findPrecision', 'findBudget', 'findMin']);
  checkStress(stress, undefined, limits);
  return stress;
}

/** Returns the checked entries without those that are null. */
export function checkThresholdMap(
  thresholds: Readonly<Record<string, unknown>>,
  field = 'thresholds',
): ThresholdMap {
  const map: ThresholdMap = {};
  for (const [key, value] of Object.entries(thresholds)) {
    if (!isMetric(key)) throw wrong(`${field}.${key}`, `left out: valid keys are ${KEYS}`);
    if (value === null) continue;
    const isThreshold = typeof value === 'string' || typeof value === 'number';
    if (!isThreshold || !parseThreshold(key, value)) {
      const { rule } = thresholdForm(key);
      throw wrong(`${field}.${key}`, `${rule} (valid keys are ${KEYS})${thresholdAdvice(key, value)}`);
    }
    map[key] = value;
  }
  return map;
}

/** The same for limits that responses are judged by. */
export function checkLimitMap(limits: Readonly<Record<string, unknown>>, field: string): ThresholdMap {
  const problem = limitProblem(field, Object.keys(limits));
  if (problem !== undefined) throw new ServiceError('usage', problem);
  return checkThresholdMap(limits, field);
}

function checkStageList(list: readonly StageFields[]): StagePlan {
  const plan = readStages(list);
  if ('wrong' in plan) throw wrong(`stages[${plan.wrong}]`, STAGE_RULES.kind);
  return plan;
}

const KEYS = METRICS.join(', ');

function refuseWithout(
  stress: PartialStressInput,
  needed: 'find',
  names: readonly (keyof PartialStressInput)[],
): void {
  if (stress[needed]?.length) return;
  const given =
    needed in stress && stress[needed] ? needed : names.find((name) => stress[name] !== undefined);
  if (given === needed) throw wrong(needed, 'a map of at least one limit');
  if (given !== undefined) throw wrong(given, `left out without ${needed}`);
}

/** A percentage as text or number. */
function readPrecision(value: string | number | undefined): number | undefined {
  if (typeof value !== 'string') return value;
  const percent = parsePercent(value);
  if (percent === undefined) throw wrong('findPrecision', STRESS_RULES.findPrecision);
  return percent;
}

type DurationField = 'duration' | 'rampUp' | 'thinkTime' | 'abortWindow' | 'findBudget';

function readDuration(fields: StressFields & FindFields, name: DurationField): number | undefined {
  const text = fields[name];
  if (text === undefined || text === null) return undefined;
  const value = parseDuration(text);
  if (value === undefined) throw wrong(name, `${STRESS_RULES[name]}${unitAdvice(text)}`);
  return value;
}

function wrong(field: string, rule: string): ServiceError {
  return new ServiceError('usage', `${field} must be ${rule}`);
}

/** A field of the request overrides the profile, which overrides the default duration. */
export function resolveStressInput(
  fields: PartialStressInput,
  profile: StressProfile | undefined,
  defaultDurationMs: number,
): StressInput {
  const stages = fields.stages ?? (profile?.stages && checkStageList(profile.stages));
  // Stages of the request replace the whole load of the profile.
  const load = fields.stages ? undefined : profile;
  const fallback = stages ? totalDuration(stages.stages) : defaultDurationMs;
  return {
    duration: fields.duration ?? milliseconds(load?.duration) ?? fallback,
    rate: fields.rate ?? load?.rate,
    vus: fields.vus ?? load?.vus,
    maxVUs: fields.maxVUs ?? profile?.maxVUs,
    rampUp: fields.rampUp ?? milliseconds(load?.rampUp),
    thinkTime: fields.thinkTime ?? milliseconds(profile?.thinkTime),
    thresholds: fields.thresholds ?? parseThresholds(profile?.thresholds ?? {}),
    seed: fields.seed,
    stages,
    abort: fields.abort ?? parseThresholds(profile?.abort ?? {}),
    abortWindow: fields.abortWindow ?? milliseconds(profile?.abortWindow),
    find: fields.find,
    findTo: fields.findTo,
    findPrecision: fields.findPrecision,
    findBudget: fields.findBudget,
    findMin: fields.findMin,
  };
}

/** Converts the checked map of a profile or of a request body. */
function parseThresholds(map: NonNullable<StressProfile['thresholds']>): readonly Threshold[] {
  return METRICS.flatMap((metric) => {
    const value = map[metric];
    return value === undefined ? [] : (parseThreshold(metric, value) ?? []);
  });
}

/** YAML reads a plain `0` as a number. */
function milliseconds(text: string | number | undefined): number | undefined {
  return text === undefined ? undefined : parseDuration(String(text));
}
