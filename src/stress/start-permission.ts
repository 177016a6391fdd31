/**
 * What a load thread may start when others may take its iterations over (`--on-loss adopt`).
 *
 * Why no iteration starts twice. The coordinator gives each worker, with every beat, an end on the clock of the plan:
 * two seconds after the beat was made, or nothing as long as it has not received anything of the worker for two
 * seconds. A worker starts only iterations that are planned before the newest end that it was given. When the
 * coordinator gives a thread to somebody else, the new holder starts with the first iteration planned at or after
 * `from`, and `from` is never before any end that the old holder was given (`adoption.ts`). So the iterations of both
 * have different numbers, whatever their clocks show, however late a message comes, and however long a process or a
 * machine stands still between this check and the send: numbers of the plan are compared, not clocks.
 *
 * The end is also a time: nothing starts after it, so that a worker that is cut off, or has been paused, stops sending
 * within two seconds of the last beat instead of catching up. The clock is read before every start, because a loop of
 * starts may be interrupted at any place. Since the last end is given at most one second before the decision, which
 * takes three seconds of silence, `from` is one second after the decision.
 *
 * Rounds of users have no planned time; `round-limits.ts` keeps theirs apart.
 */
export class StartPermission {
  readonly #clock: () => number;
  #start = 0;
  /** Milliseconds after the start of the load. */
  #untilMs = -Infinity;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** `start` is the start of the load, on the clock of the thread. */
  begin(start: number): void {
    this.#start = start;
  }

  /** Whether an iteration may start that is planned at this time of the thread's clock. */
  allows(planned: number): boolean {
    const until = this.#start + this.#untilMs;
    return planned < until && this.#clock() < until;
  }

  /** Whether nothing may start now. */
  get hasEnded(): boolean {
    return this.#clock() >= this.#start + this.#untilMs;
  }

  /** Null ends it at once. Returns whether nothing was allowed until now. */
  renew(untilMs: number | null): boolean {
    const hadEnded = this.hasEnded;
    this.#untilMs = untilMs ?? -Infinity;
    return hadEnded;
  }
}
