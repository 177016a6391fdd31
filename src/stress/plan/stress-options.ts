/** The options of a load test, checked and with defaults. */
import { ServiceError } from '../../errors.js';
import { durationText } from '../../primitives/duration.js';
import { METRICS, type Threshold } from '../../primitives/threshold.js';
import { LOCAL_LIMITS, type LoadLimits } from './load-limits.js';
import {
  brokenStageRule,
  highestTarget,
  STAGE_RULES,
  totalDuration,
  type Stage,
  type StagePlan,
} from './stages.js';

export interface StressOptions {
  readonly mode: 'rate' | 'vus';
  /** Milliseconds of the load phase. */
  readonly duration: number;
  /** Requests per second; unused in users mode. */
  readonly rate: number;
  /** 0 in rate mode. */
  readonly vus: number;
  /** The maximum number of iterations in flight. */
  readonly maxVUs: number;
  /** Milliseconds. */
  readonly rampUp: number;
  readonly thinkTime: number;
  /** In the order of results. */
  readonly thresholds: readonly Threshold[];
  readonly seed: number;
  /** Left out without stages. Otherwise `rate` or `vus` is the highest target, and `rampUp` 0. */
  readonly stages?: readonly Stage[];
  /** Left out when nothing aborts the test. */
  readonly abort?: AbortRule;
  /** Left out unless the test searches a rate; then `rate` is the first one tried, `duration` that of a step. */
  readonly find?: FindRule;
}

/** Limits that a test must keep at all times; otherwise it is stopped. */
export interface AbortRule {
  readonly limits: readonly Threshold[];
  /** Milliseconds; the limits are judged on the responses of such a time. */
  readonly window: number;
}

/** A search for the highest rate at which limits hold. */
export interface FindRule {
  readonly limits: readonly Threshold[];
  /** The highest rate that is tried. */
  readonly to: number;
  /** In percent: how far the rate found may lie below one that failed. */
  readonly precision: number;
  /** Milliseconds for all steps together. */
  readonly budget: number;
  /** Finding less is a failure; 0 when anything will do. */
  readonly min: number;
}

/** Undefined fields get their default. */
export type PartialStressInput = {
  readonly [F in Exclude<keyof StressOptions, 'mode' | 'stages' | 'abort' | 'find'>]?:
    | StressOptions[F]
    | undefined;
} & {
  readonly stages?: StagePlan | undefined;
  readonly abort?: readonly Threshold[] | undefined;
  readonly abortWindow?: number | undefined;
  readonly find?: readonly Threshold[] | undefined;
  readonly findTo?: number | undefined;
  /** In percent. */
  readonly findPrecision?: number | undefined;
  readonly findBudget?: number | undefined;
  readonly findMin?: number | undefined;
};

export type StressInput = PartialStressInput & Pick<StressOptions, 'duration'>;

type LimitedField = 'rate' | 'vus' | 'maxVUs' | 'findTo' | 'findMin';

const FIXED_RULES = {
  duration: 'a duration above 0 and at most 24h',
  rampUp: 'a duration from 0 to duration',
  thinkTime: 'a duration from 0 to 1h',
  seed: 'a whole number',
  stages: STAGE_RULES.count,
  abort: 'a map of limits',
  abortWindow: 'a duration from 1s to 5m',
  thresholds: 'a map of limits',
  find: 'a map of limits',
  findPrecision: 'a percentage from 1% to 50%',
  findBudget: 'a duration above 0 and at most 24h',
};
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const MAX_STEP_MS = 600_000;
const FIND_DEFAULTS = { rate: 50, precision: 5, budget: 600_000 };
const MAX_WINDOW_MS = 300_000;
const DEFAULT_WINDOW_MS = 10_000;
const DEFAULT_SLOTS = 100;

/** Each completes "must be …". */
export const STRESS_RULES = stressRules(LOCAL_LIMITS);

export function stressRules({ rate, users }: LoadLimits): typeof FIXED_RULES & Record<LimitedField, string> {
  const aboveZero = `a number above 0 and at most ${rate}`;
  const userCount = `a whole number from 1 to ${users}`;
  return {
    ...FIXED_RULES,
    rate: aboveZero,
    vus: userCount,
    maxVUs: userCount,
    findTo: aboveZero,
    findMin: aboveZero,
  };
}
const STEP_RULE = 'a duration from 1s to 10m, the length of a step';

/** The name of a test in the history: not only digits, since a number names a test by its id. */
export const STRESS_LABEL = '^(?![0-9]+$)[A-Za-z0-9_.\\-]{1,64}$';
export const LABEL_RULE = '1 to 64 letters, digits, "_", "-" or ".", not only digits';

export type StressField = keyof typeof STRESS_RULES;

/** Throws like `checkStress`. */
export function readStressOptions(
  input: StressInput,
  nameOf?: (field: StressField) => string,
  limits: LoadLimits = LOCAL_LIMITS,
): StressOptions {
  checkStress(input, nameOf, limits);
  const { stages, rampUp = 0, thinkTime = 0, thresholds = [], abort = [] } = input;
  const duration = stages ? totalDuration(stages.stages) : input.duration;
  const find = readFindRule(input, limits);
  const { rate = find ? FIND_DEFAULTS.rate : 10, vus } = stages ? peakOf(stages) : input;
  return {
    mode: vus === undefined ? 'rate' : 'vus',
    duration,
    rate,
    vus: vus ?? 0,
    maxVUs: input.maxVUs ?? vus ?? DEFAULT_SLOTS,
    rampUp,
    thinkTime,
    thresholds: inOrder(thresholds),
    seed: input.seed ?? Math.floor(Math.random() * 0x7fff_ffff),
    ...(stages && { stages: stages.stages }),
    ...(abort.length > 0 && {
      abort: { limits: inOrder(abort), window: input.abortWindow ?? DEFAULT_WINDOW_MS },
    }),
    ...(find && { find }),
  };
}

function readFindRule({ find, ...input }: StressInput, limits: LoadLimits): FindRule | undefined {
  if (!find?.length) return undefined;
  const { precision, budget } = FIND_DEFAULTS;
  return {
    limits: inOrder(find),
    to: input.findTo ?? limits.rate,
    precision: input.findPrecision ?? precision,
    budget: input.findBudget ?? budget,
    min: input.findMin ?? 0,
  };
}

function peakOf({ mode, stages }: StagePlan): Pick<StressInput, 'rate' | 'vus'> {
  const peak = highestTarget(stages);
  return mode === 'rate' ? { rate: peak } : { vus: peak };
}

/**
 * Checks the given fields, each alone and in combination: ServiceError('usage') with `<field> must be <rule>`.
 * `nameOf` returns the name of a field for users, such as that of a flag.
 */
export function checkStress(
  input: PartialStressInput,
  nameOf: (field: StressField) => string = (field) => field,
  limits: LoadLimits = LOCAL_LIMITS,
): void {
  const rules = stressRules(limits);
  const isRate = (value: number): boolean => value > 0 && value <= limits.rate;
  const isUserCount = (value: number): boolean =>
    Number.isInteger(value) && value >= 1 && value <= limits.users;
  const { duration, rate, vus, maxVUs, rampUp, thinkTime, seed } = input;
  const check = (field: StressField, value: number | undefined, holds: (value: number) => boolean): void => {
    if (value === undefined || holds(value)) return;
    const rule = field === 'rampUp' ? `a duration from 0 to ${nameOf('duration')}` : rules[field];
    throw new ServiceError('usage', `${nameOf(field)} must be ${rule}`);
  };
  check('duration', duration, (value) => value > 0 && value <= DAY_MS);
  check('rate', rate, isRate);
  check('vus', vus, isUserCount);
  check('maxVUs', maxVUs, isUserCount);
  if (vus !== undefined && maxVUs !== undefined && vus > maxVUs) {
    const message = `${nameOf('vus')} must be at most ${nameOf('maxVUs')}, which is ${maxVUs}`;
    throw new ServiceError('usage', message);
  }
  check('rampUp', rampUp, (value) => value >= 0 && value <= (duration ?? DAY_MS));
  check('thinkTime', thinkTime, (value) => value >= 0 && value <= HOUR_MS);
  check('seed', seed, Number.isSafeInteger);
  check('abortWindow', input.abortWindow, (value) => value >= 1000 && value <= MAX_WINDOW_MS);
  check('findTo', input.findTo, isRate);
  check('findPrecision', input.findPrecision, (value) => value >= 1 && value <= 50);
  check('findBudget', input.findBudget, (value) => value > 0 && value <= DAY_MS);
  check('findMin', input.findMin, isRate);
  if (input.stages) checkStages(input, input.stages, nameOf, limits);
  if (input.find) checkFind(input, nameOf);
}

const NOT_WITH_FIND = ['vus', 'stages', 'rampUp', 'thresholds', 'abort'] as const;

function checkFind(input: PartialStressInput, nameOf: (field: StressField) => string): void {
  const { duration, rate, findTo } = input;
  const refuse = (field: StressField, rule: string): never => {
    throw new ServiceError('usage', `${nameOf(field)} must be ${rule}`);
  };
  for (const field of NOT_WITH_FIND) {
    const value = input[field];
    const isAbsent = value === undefined || (Array.isArray(value) && value.length === 0);
    if (!isAbsent) refuse(field, `left out beside ${nameOf('find')}`);
  }
  if (duration !== undefined && !(duration >= 1000 && duration <= MAX_STEP_MS)) refuse('duration', STEP_RULE);
  if (findTo !== undefined && findTo < (rate ?? FIND_DEFAULTS.rate)) {
    const name = nameOf('rate');
    refuse('findTo', `at least ${name}, which is ${rate ?? FIND_DEFAULTS.rate}`);
  }
}

/** The fields that stages replace must be left out, but for `duration`, which may repeat their total. */
function checkStages(
  { duration, rate, vus, maxVUs, rampUp }: PartialStressInput,
  plan: StagePlan,
  nameOf: (field: StressField) => string,
  limits: LoadLimits,
): void {
  const refuse = (message: string): never => {
    throw new ServiceError('usage', message);
  };
  const name = nameOf('stages');
  const broken = brokenStageRule(plan, limits);
  if (broken !== undefined) refuse(`${name} must be ${broken}`);
  for (const [field, value] of Object.entries({ rate, vus, rampUp })) {
    if (value !== undefined) refuse(`${nameOf(field as StressField)} must be left out beside ${name}`);
  }
  const total = totalDuration(plan.stages);
  if (duration !== undefined && duration !== total) {
    refuse(`${nameOf('duration')} must be the total of ${name}, which is ${durationText(total)}`);
  }
  const peak = plan.mode === 'vus' ? highestTarget(plan.stages) : 0;
  if (maxVUs !== undefined && peak > maxVUs) {
    refuse(`vus of ${name} must be at most ${nameOf('maxVUs')}, which is ${maxVUs}`);
  }
}

function inOrder(thresholds: readonly Threshold[]): readonly Threshold[] {
  return thresholds.toSorted((a, b) => METRICS.indexOf(a.metric) - METRICS.indexOf(b.metric));
}
