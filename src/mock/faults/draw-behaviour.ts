/** Decides how long a response takes and what goes wrong with it. */
import type { MockDelay, MockFault } from '../../request-file/model/model.js';
import type { RouteBehaviour } from '../responses/mock-route.js';
import type { RandomNumbers } from './route-random.js';

export interface DrawnBehaviour {
  readonly delayMs: number;
  readonly fault?: MockFault;
}

const NOTHING: DrawnBehaviour = { delayMs: 0 };

/** `random` is only called for a route whose behaviour varies. */
export function drawBehaviour(
  { delay, faults }: RouteBehaviour,
  random: () => RandomNumbers,
): DrawnBehaviour {
  if (delay === undefined && faults === undefined) return NOTHING;
  const next = random();
  const delayMs = delay === undefined ? 0 : drawDelay(delay, next);
  const fault = faults && drawFault(faults, next);
  return fault ? { delayMs, fault } : { delayMs };
}

/** Whole milliseconds; both ends are possible. */
function drawDelay({ min, max }: MockDelay, random: RandomNumbers): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Each is decided by itself, in the order of the lines, and the first that strikes counts. */
function drawFault(faults: readonly MockFault[], random: RandomNumbers): MockFault | undefined {
  return faults.find(({ percent }) => random() * 100 < percent);
}

/** Whether a seed makes a difference to the route. */
export function isRandom({ delay, faults = [] }: RouteBehaviour): boolean {
  const hasRange = delay !== undefined && delay.min < delay.max;
  return hasRange || faults.some(({ percent }) => percent > 0 && percent < 100);
}
