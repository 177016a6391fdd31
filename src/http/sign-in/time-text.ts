/** A time for people: `15 min`, `90 s`. */
export function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds >= 120 || seconds === 60 ? `${Math.floor(seconds / 60)} min` : `${seconds} s`;
}
