import type { Clock } from '../primitives/clock.js';
import type { QueueTransport } from './transport/queue-transport.js';

const QUESTIONS = 9;

/**
 * The clock of the queue, seen from here: the only one that all sides share. Wall clocks are used for nothing, so that
 * a wrong one cannot change anything.
 */
export interface QueueClock {
  readonly roundTripMs: number;
  /** The estimate is at most so wrong. */
  readonly errorMs: number;
  /** Milliseconds of the queue's clock. */
  readonly now: () => number;
  /** The same moment on the monotonic clock of this process (`Clock`). */
  readonly toElapsed: (queueMs: number) => number;
}

/** Asks several times and believes the fastest response, whose error is half of its round trip at most. */
export async function askClock(
  transport: Pick<QueueTransport, 'time'>,
  clock: Pick<Clock, 'now'>,
): Promise<QueueClock> {
  let fastest = { roundTripMs: Infinity, offset: 0 };
  for (let count = 0; count < QUESTIONS; count += 1) {
    const asked = clock.now();
    const time = await transport.time();
    const received = clock.now();
    const roundTripMs = received - asked;
    if (roundTripMs < fastest.roundTripMs) fastest = { roundTripMs, offset: time - (asked + received) / 2 };
  }
  const { roundTripMs, offset } = fastest;
  return {
    roundTripMs,
    errorMs: roundTripMs / 2,
    now: () => clock.now() + offset,
    toElapsed: (queueMs) => queueMs - offset,
  };
}
