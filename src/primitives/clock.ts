/**
 * Milliseconds of a monotonic clock with an arbitrary start, for measuring only. Other than `process.hrtime`, the first
 * use of `performance` would load eight modules of Node at the start of every command (`bench/startup.mjs`).
 */
export function elapsed(): number {
  // oxlint-disable-next-line no-restricted-globals -- the clock is not state of the process
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
