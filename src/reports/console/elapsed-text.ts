/** A time as people read it: `61ms`, `2.5s`, `1m 12s`. A time is rounded before its unit is chosen, so that no `60.0s` is shown. */
export function elapsedText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole}ms`;
  const tenths = Math.round(whole / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}s`;
  const seconds = Math.round(whole / 1000);
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}
