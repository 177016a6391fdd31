/** When iterations are planned in rate mode (server.md 10.3): a function of their number alone, so nothing drifts. */
export interface ArrivalTimes {
  /** Milliseconds after the start of the load at which iteration k is planned. */
  readonly plannedAt: (k: number) => number;
  /** How many are planned before a moment. */
  readonly plannedBefore: (milliseconds: number) => number;
}

/** `perSecond` counts iterations, `rampUp` is in milliseconds. */
export function arrivalTimes(perSecond: number, rampUp: number): ArrivalTimes {
  const perMillisecond = perSecond / 1000;
  const rampCount = (perMillisecond * rampUp) / 2;
  // Multiplied first: 243 / 0.27 is a little less than the 900 that 243,000 / 270 is.
  const plannedAt = (k: number): number =>
    k < rampCount ? Math.sqrt((2 * k * rampUp * 1000) / perSecond) : rampUp / 2 + (k * 1000) / perSecond;

  function plannedBefore(milliseconds: number): number {
    if (milliseconds <= 0) return 0;
    const exact =
      milliseconds < rampUp
        ? (perMillisecond * milliseconds * milliseconds) / (2 * rampUp)
        : perMillisecond * (milliseconds - rampUp / 2);
    let count = Math.max(0, Math.ceil(exact));
    // The last bit of a division must not decide whether an iteration exists.
    while (count > 0 && plannedAt(count - 1) >= milliseconds) count--;
    while (plannedAt(count) < milliseconds) count++;
    return count;
  }

  return { plannedAt, plannedBefore };
}
