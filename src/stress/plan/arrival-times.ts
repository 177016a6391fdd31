/** The planned start of iterations in rate mode is a function of their number alone, so that nothing drifts. */
export interface ArrivalTimes {
  /** Milliseconds from the start of the load to the planned start of iteration k. */
  readonly plannedAt: (k: number) => number;
  /** The number of iterations planned before a time. */
  readonly plannedBefore: (milliseconds: number) => number;
}

/** `perSecond` counts iterations, `rampUp` is in milliseconds. */
export function planArrivalTimes(perSecond: number, rampUp: number): ArrivalTimes {
  const perMillisecond = perSecond / 1000;
  const rampCount = (perMillisecond * rampUp) / 2;
  // Multiplied first, because 243 / 0.27 is slightly less than the 900 of 243,000 / 270.
  const plannedAt = (k: number): number =>
    k < rampCount ? Math.sqrt((2 * k * rampUp * 1000) / perSecond) : rampUp / 2 + (k * 1000) / perSecond;

  function plannedBefore(milliseconds: number): number {
    if (milliseconds <= 0) return 0;
    const exact =
      milliseconds < rampUp
        ? (perMillisecond * milliseconds * milliseconds) / (2 * rampUp)
        : perMillisecond * (milliseconds - rampUp / 2);
    let count = Math.max(0, Math.ceil(exact));
    // A rounding error of the division must not decide whether an iteration exists.
    while (count > 0 && plannedAt(count - 1) >= milliseconds) count--;
    while (plannedAt(count) < milliseconds) count++;
    return count;
  }

  return { plannedAt, plannedBefore };
}
