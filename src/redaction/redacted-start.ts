import { Buffer } from 'node:buffer';

interface Redaction {
  readonly text: (text: string) => string;
  /** No form of a secret is longer. */
  readonly longest: number;
}

/**
 * The first bytes of a text without secrets. The text is not redacted whole, it may be long; so more than
 * asked for is taken, and what could be the start of a secret that was cut in two is thrown away again.
 * `cut`: the text itself is only the start of one.
 */
export function redactedStart(
  text: string,
  bytes: number,
  { text: redact, longest }: Redaction,
  cut = false,
): string {
  const most = bytes + longest;
  const redacted = redact(text.slice(0, most));
  const whole = !cut && text.length <= most;
  return cutAtByte(whole ? redacted : redacted.slice(0, Math.max(0, redacted.length - longest)), bytes);
}

/** At most that many bytes of UTF-8, ending between two characters. */
export function cutAtByte(text: string, bytes: number): string {
  // A code unit is at most three bytes, so a short text needs no counting.
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text.slice(0, bytes + 1), 'utf8');
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return encoded.toString('utf8', 0, end);
}
