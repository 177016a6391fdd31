/** What a search for a rate has found, and its steps, as clients see them. */
import { roundThousandths } from '../../primitives/time/round-thousandths.js';
import type { Threshold } from '../../primitives/threshold.js';
import type { StressResult } from '../measure/stress-result.js';
import { MAX_START_SPREAD_MS } from '../measure/worker-figures.js';
import { exceedsGenerator } from '../measure/validity.js';
import type { FindRule } from '../plan/stress-options.js';
import type { SearchOutcome, Verdict } from './search-rate.js';
import type { FindResult, FindStep } from '../measure/find-figures.js';

/** The verdict on a step that has ended. `isBroken`: it was ended because a limit could no longer hold. */
export function stepVerdict(result: StressResult, isBroken: boolean): Verdict {
  const { thresholds, validity, droppedCount, error } = result;
  if (exceedsGenerator(validity) || hasFailedWorkers(result)) return 'generator';
  const hold = !isBroken && error === '' && thresholds.every(({ passed }) => passed);
  if (!hold) return 'broken';
  return droppedCount > 0 ? 'slots' : 'held';
}

/** A worker was lost, or the workers began too far apart to send one load. */
function hasFailedWorkers({ workers = [], startSpreadMs = 0 }: StressResult): boolean {
  return startSpreadMs > MAX_START_SPREAD_MS || workers.some(({ lostAt }) => lostAt !== null);
}

/** `rate` is that of the step, `thresholds` of the result are the limits of the search. */
export function describeStep(
  rate: number,
  verdict: Verdict,
  seconds: number,
  result: StressResult,
): FindStep {
  const { totalRequests, errorCount, thresholds, validity, droppedCount } = result;
  const share = totalRequests === 0 ? 0 : (errorCount * 100) / totalRequests;
  return {
    rate,
    verdict,
    seconds: roundThousandths(seconds),
    totalRequests,
    errorPercent: roundThousandths(share),
    values: Object.fromEntries(thresholds.map(({ metric, actual }) => [metric, actual])),
    lagP99Ms: validity.lagP99Ms,
    cpuPercent: validity.cpuPercent,
    droppedCount,
  };
}

export function describeSearch(
  { limits, precision }: FindRule,
  outcome: SearchOutcome,
  steps: readonly FindStep[],
  seconds: number,
): FindResult {
  return {
    limits: Object.fromEntries(limits.map(({ metric, text }: Threshold) => [metric, text])),
    rate: outcome.rate,
    limitedBy: outcome.limitedBy,
    failedAt: outcome.failedAt ?? null,
    precision,
    seconds: roundThousandths(seconds),
    steps,
  };
}

const ENOUGH_REQUESTS = 100;
const MAX_LENGTHENED = 6;

/** Milliseconds of a step: long enough for 100 requests, but at most six times as long as asked for. */
export function stepDuration(rate: number, duration: number, confirms: boolean): number {
  const enough = (ENOUGH_REQUESTS * 1000) / rate;
  const length = Math.min(Math.max(duration, enough), MAX_LENGTHENED * duration);
  return confirms ? 2 * length : length;
}
