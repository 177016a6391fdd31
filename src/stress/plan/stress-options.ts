/** The options of a load test, checked and with defaults. */
import { ServiceError } from '../../errors.js';
import { METRICS, type Threshold } from '../../primitives/threshold.js';

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
}

/** Undefined fields get their default. */
export type PartialStressInput = {
  readonly [F in Exclude<keyof StressOptions, 'mode'>]?: StressOptions[F] | undefined;
};

export type StressInput = PartialStressInput & Pick<StressOptions, 'duration'>;

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const MAX_USERS = 10_000;
const DEFAULT_SLOTS = 100;

/** Each completes "must be …". */
export const STRESS_RULES = {
  duration: 'a duration above 0 and at most 24h',
  rate: 'a number above 0 and at most 100000',
  vus: 'a whole number from 1 to 10000',
  maxVUs: 'a whole number from 1 to 10000',
  rampUp: 'a duration from 0 to duration',
  thinkTime: 'a duration from 0 to 1h',
  seed: 'a whole number',
} as const;

/** The name of a test in the history: not only digits, since a number names a test by its id. */
export const STRESS_LABEL = '^(?![0-9]+$)[A-Za-z0-9_.\\-]{1,64}$';
export const LABEL_RULE = '1 to 64 letters, digits, "_", "-" or ".", not only digits';

type StressField = keyof typeof STRESS_RULES;

/** Throws like `checkStress`. */
export function readStressOptions(
  input: StressInput,
  nameOf?: (field: StressField) => string,
): StressOptions {
  checkStress(input, nameOf);
  const { duration, rate = 10, vus, rampUp = 0, thinkTime = 0, thresholds = [] } = input;
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
  };
}

/**
 * Checks the given fields, each alone and in combination: ServiceError('usage') with `<field> must be <rule>`.
 * `nameOf` returns the name of a field for users, such as that of a flag.
 */
export function checkStress(
  input: PartialStressInput,
  nameOf: (field: StressField) => string = (field) => field,
): void {
  const { duration, rate, vus, maxVUs, rampUp, thinkTime, seed } = input;
  const check = (field: StressField, value: number | undefined, holds: (value: number) => boolean): void => {
    if (value === undefined || holds(value)) return;
    const rule = field === 'rampUp' ? `a duration from 0 to ${nameOf('duration')}` : STRESS_RULES[field];
    throw new ServiceError('usage', `${nameOf(field)} must be ${rule}`);
  };
  check('duration', duration, (value) => value > 0 && value <= DAY_MS);
  check('rate', rate, (value) => value > 0 && value <= 100_000);
  check('vus', vus, isUserCount);
  check('maxVUs', maxVUs, isUserCount);
  if (vus !== undefined && maxVUs !== undefined && vus > maxVUs) {
    const message = `${nameOf('vus')} must be at most ${nameOf('maxVUs')}, which is ${maxVUs}`;
    throw new ServiceError('usage', message);
  }
  check('rampUp', rampUp, (value) => value >= 0 && value <= (duration ?? DAY_MS));
  check('thinkTime', thinkTime, (value) => value >= 0 && value <= HOUR_MS);
  check('seed', seed, Number.isSafeInteger);
}

function isUserCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_USERS;
}

function inOrder(thresholds: readonly Threshold[]): readonly Threshold[] {
  return thresholds.toSorted((a, b) => METRICS.indexOf(a.metric) - METRICS.indexOf(b.metric));
}
