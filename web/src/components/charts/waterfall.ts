/** Start and length of each request of a run as shares of the whole time. */

export interface Span {
  readonly start: number;
  readonly length: number;
}

export interface TimedRequest {
  readonly duration: number;
  /** Milliseconds since 1970; undefined if no event reported it. */
  readonly startedAt: number | undefined;
}

/** A request without a start time follows the one before it, as in a sequential run. */
export function waterfall(requests: readonly TimedRequest[]): Span[] {
  let first = Infinity;
  for (const { startedAt = Infinity } of requests) first = Math.min(first, startedAt);
  let end = 0;
  const spans = requests.map(({ duration, startedAt }) => {
    const start = startedAt === undefined ? end : startedAt - first;
    end = Math.max(end, start + duration);
    return { start, length: duration };
  });
  const whole = Math.max(1, end);
  return spans.map(({ start, length }) => ({ start: start / whole, length: length / whole }));
}
