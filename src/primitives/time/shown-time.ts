/** Formats milliseconds for people: `277ms`, `2.5s`, `1m 12s`. */
export function shownTime(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole}ms`;
  const tenths = Math.round(whole / 100);
  if (tenths < 600) return `${tenths / 10}s`;
  return shownSeconds(Math.round(whole / 1000));
}

/** Formats whole seconds that pass while somebody watches: `3s`, `1m 12s`. */
export function shownSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${minutes}m ${seconds % 60}s`;
}
