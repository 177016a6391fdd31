const LONGEST = 2000;

/** A value as one reads it: text as it is, everything else as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
