/** When each request of a run was under way, as shares of the whole. */

export interface Span {
  readonly start: number;
  readonly length: number;
}

export interface TimedRequest {
  readonly duration: number;
  /** Milliseconds since 1970; unknown when nobody told. */
  readonly startedAt: number | undefined;
}

/** Where a start is unknown, the request follows the one before it, as it does in a sequential run. */
export function waterfall(requests: readonly TimedRequest[]): Span[] {
  const first = Math.min(...requests.flatMap(({ startedAt }) => startedAt ?? []));
  let end = 0;
  const spans = requests.map(({ duration, startedAt }) => {
    const start = startedAt === undefined ? end : startedAt - first;
    end = Math.max(end, start + duration);
    return { start, length: duration };
  });
  const whole = Math.max(1, end);
  return spans.map(({ start, length }) => ({ start: start / whole, length: length / whole }));
}
