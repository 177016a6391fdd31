/** One decimal, or two below a millisecond. */
export function timeText(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds > 0 && milliseconds < 1 ? 2 : 1);
}

/** What is shown where nothing was measured. */
export const NO_DATA = 'no data';
