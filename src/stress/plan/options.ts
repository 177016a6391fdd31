/** What a load test is told to do, checked and complete (server.md 10.1, cli.md 6.8). */
import { ServiceError } from '../../errors.js';
import { METRICS, type Threshold } from '../../primitives/threshold.js';

export interface StressOptions {
  readonly mode: 'rate' | 'vus';
  /** Milliseconds of the load phase. */
  readonly duration: number;
  /** Requests in a second; unused with users. */
  readonly rate: number;
  /** 0 in rate mode. */
  readonly vus: number;
  /** Most iterations in flight. */
  readonly maxVUs: number;
  /** Milliseconds. */
  readonly rampUp: number;
  readonly thinkTime: number;
  /** In the order of results. */
  readonly thresholds: readonly Threshold[];
  readonly seed: number;
}

/** Times in milliseconds; what is undefined has its default. */
export interface StressInput {
  readonly duration: number;
  readonly rate?: number | undefined;
  readonly vus?: number | undefined;
  readonly maxVUs?: number | undefined;
  readonly rampUp?: number | undefined;
  readonly thinkTime?: number | undefined;
  readonly thresholds?: readonly Threshold[] | undefined;
  readonly seed?: number | undefined;
}

export type GivenStress = Omit<StressInput, 'duration'> & { readonly duration?: number | undefined };

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;
const MOST_USERS = 10_000;
const USUAL_SLOTS = 100;

/** Completes "must be …". */
export const STRESS_RULES = {
  duration: 'a duration above 0 and at most 24h',
  rate: 'a number above 0 and at most 100000',
  vus: 'a whole number from 1 to 10000',
  maxVUs: 'a whole number from 1 to 10000',
  rampUp: 'a duration from 0 to duration',
  thinkTime: 'a duration from 0 to 1h',
  seed: 'a whole number',
} as const;

/** Throws as `checkStress` does. */
export function stressOptions(wishes: StressInput): StressOptions {
  checkStress(wishes);
  const { duration, rate = 10, vus, rampUp = 0, thinkTime = 0, thresholds = [] } = wishes;
  return {
    mode: vus === undefined ? 'rate' : 'vus',
    duration,
    rate,
    vus: vus ?? 0,
    maxVUs: wishes.maxVUs ?? vus ?? USUAL_SLOTS,
    rampUp,
    thinkTime,
    thresholds: inOrder(thresholds),
    seed: wishes.seed ?? Math.floor(Math.random() * 0x7fff_ffff),
  };
}

/** What is there is judged by itself and with what else is there: ServiceError('usage'), `<field> must be <rule>`. */
export function checkStress(wishes: GivenStress): void {
  const { duration, rate, vus, maxVUs, rampUp, thinkTime, seed } = wishes;
  check('duration', duration, (value) => value > 0 && value <= DAY);
  check('rate', rate, (value) => value > 0 && value <= 100_000);
  check('vus', vus, isUserCount);
  check('maxVUs', maxVUs, isUserCount);
  if (vus !== undefined && maxVUs !== undefined && vus > maxVUs) {
    throw new ServiceError('usage', `vus must be at most maxVUs, which is ${maxVUs}`);
  }
  check('rampUp', rampUp, (value) => value >= 0 && value <= (duration ?? DAY));
  check('thinkTime', thinkTime, (value) => value >= 0 && value <= HOUR);
  check('seed', seed, Number.isSafeInteger);
}

function check(
  field: keyof typeof STRESS_RULES,
  value: number | undefined,
  holds: (value: number) => boolean,
): void {
  if (value === undefined || holds(value)) return;
  throw new ServiceError('usage', `${field} must be ${STRESS_RULES[field]}`);
}

function isUserCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MOST_USERS;
}

function inOrder(thresholds: readonly Threshold[]): readonly Threshold[] {
  return thresholds.toSorted((a, b) => METRICS.indexOf(a.metric) - METRICS.indexOf(b.metric));
}
