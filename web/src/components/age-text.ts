const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago something was, in the largest unit that fits: "3 minutes ago". */
export function ageText(at: number, now: number): string {
  const elapsed = now - at;
  for (const [unit, milliseconds] of UNITS) {
    const count = Math.floor(elapsed / milliseconds);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
