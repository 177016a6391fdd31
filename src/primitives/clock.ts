/**
 * Milliseconds that only go forward, from an unknown start: for measuring, never for telling the time.
 * `performance.now()` is the same clock, but the first use of `performance` loads eight modules of Node,
 * which a short run feels.
 */
export function elapsed(): number {
  // oxlint-disable-next-line no-restricted-globals -- a clock is no state of the process
  return Number(process.hrtime.bigint()) / 1e6;
}
