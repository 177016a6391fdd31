/** What a load test is told to do, checked and complete (server.md 10.1, cli.md 6.8). */
import { ServiceError } from '../errors.js';
import { METRICS, type Threshold } from '../primitives/threshold.js';

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
export interface StressWishes {
  readonly duration: number;
  readonly rate?: number | undefined;
  readonly vus?: number | undefined;
  readonly maxVUs?: number | undefined;
  readonly rampUp?: number | undefined;
  readonly thinkTime?: number | undefined;
  readonly thresholds?: readonly Threshold[] | undefined;
  readonly seed?: number | undefined;
}

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;
const MOST_USERS = 10_000;
const USUAL_SLOTS = 100;

/** Throws ServiceError('usage') with `<field> must be <rule>`. */
export function stressOptions(wishes: StressWishes): StressOptions {
  const { duration, rate = 10, vus, rampUp = 0, thinkTime = 0, thresholds = [] } = wishes;
  const maxVUs = wishes.maxVUs ?? vus ?? USUAL_SLOTS;
  check(duration > 0 && duration <= DAY, 'duration', 'a duration above 0 and at most 24h');
  check(rate > 0 && rate <= 100_000, 'rate', 'a number above 0 and at most 100000');
  if (vus !== undefined) check(isUserCount(vus), 'vus', 'a whole number from 1 to 10000');
  check(isUserCount(maxVUs), 'maxVUs', 'a whole number from 1 to 10000');
  if (vus !== undefined) check(vus <= maxVUs, 'vus', `at most maxVUs, which is ${maxVUs}`);
  check(rampUp >= 0 && rampUp <= duration, 'rampUp', 'a duration from 0 to duration');
  check(thinkTime >= 0 && thinkTime <= HOUR, 'thinkTime', 'a duration from 0 to 1h');
  const seed = wishes.seed ?? Math.floor(Math.random() * 0x7fff_ffff);
  check(Number.isSafeInteger(seed), 'seed', 'a whole number');
  return {
    mode: vus === undefined ? 'rate' : 'vus',
    duration,
    rate,
    vus: vus ?? 0,
    maxVUs,
    rampUp,
    thinkTime,
    thresholds: inOrder(thresholds),
    seed,
  };
}

function check(holds: boolean, field: string, rule: string): void {
  if (!holds) throw new ServiceError('usage', `${field} must be ${rule}`);
}

function isUserCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MOST_USERS;
}

function inOrder(thresholds: readonly Threshold[]): readonly Threshold[] {
  return thresholds.toSorted((a, b) => METRICS.indexOf(a.metric) - METRICS.indexOf(b.metric));
}
