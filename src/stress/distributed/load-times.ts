/** The limits of time of a distributed load, in milliseconds; tests have shorter ones. */
export interface LoadTimes {
  /** How long a worker may take until it is ready. */
  readonly readyMs: number;
  /** How far in the future the load starts, beside three round trips. */
  readonly leadMs: number;
  /** How often the control is renewed: shorter than a beat, which then has nothing of its own to send. */
  readonly tickMs: number;
  /** How long the queue may be away: before the load, and during it. */
  readonly awayBeforeMs: number;
  readonly awayMs: number;
  /** When others may take threads over: for how long a beat permits starts, */
  readonly permitMs: number;
  /** after how much silence of a worker it permits none, */
  readonly silentMs: number;
  /** and how long after the decision the others start. */
  readonly handOverMs: number;
}

export const LOAD_TIMES: LoadTimes = {
  readyMs: 30_000,
  leadMs: 2000,
  tickMs: 900,
  awayBeforeMs: 10_000,
  awayMs: 60_000,
  permitMs: 2000,
  silentMs: 2000,
  handOverMs: 1000,
};
