let readClock = (): number => performance.now();

/** Milliseconds of a monotonic clock with an arbitrary start, for measuring only. */
export function elapsed(): number {
  return readClock();
}

/**
 * Called by the entry, the only module that reads process state, with the clock of the process: the first use of
 * `performance` would load eight modules of Node at the start of every command (`bench/measures/startup.mjs`).
 */
export function setClock(clock: () => number): void {
  readClock = clock;
}
