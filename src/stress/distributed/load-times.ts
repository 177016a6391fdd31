/** The limits of time of a distributed load, in milliseconds; tests have shorter ones. */
export interface LoadTimes {
  /** How long a worker may take until it is ready. */
  readonly readyMs: number;
  /** How far in the future the load starts, beside three round trips. */
  readonly leadMs: number;
  readonly tickMs: number;
  /** How long the queue may be away: before the load, and during it. */
  readonly awayBeforeMs: number;
  readonly awayMs: number;
}

export const LOAD_TIMES: LoadTimes = {
  readyMs: 30_000,
  leadMs: 2000,
  tickMs: 1000,
  awayBeforeMs: 10_000,
  awayMs: 60_000,
};
