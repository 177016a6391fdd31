/** Monotonic milliseconds from an arbitrary start, for measuring durations. */
export function elapsed(): number {
  // The first use of `performance` loads eight modules of Node, which bench/startup.mjs shows in short runs.
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
