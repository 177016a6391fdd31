/** What makes a load thread send on time. */
import type { Clock } from '../primitives/clock.js';
import type { LiveChain } from './load-context.js';

/** Wakes a load; only the latest time counts. */
export interface Alarm {
  readonly start: () => Promise<void>;
  /** Its first calls may be late. */
  readonly warmUp: () => Promise<void>;
  /** A time of the clock. */
  readonly wakeAt: (time: number) => void;
  readonly stop: () => Promise<void>;
}

export interface LoadTiming {
  readonly clock: Clock;
  readonly createAlarm: (onWake: () => void) => Alarm;
  /** Called before the load, because code that runs for the first time is slow. */
  readonly warmUp: (chain: LiveChain) => Promise<void>;
}
