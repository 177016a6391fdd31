import { Buffer } from 'node:buffer';

interface Redaction {
  readonly text: (text: string) => string;
  /** No form of a secret is longer. */
  readonly longest: number;
}

/**
 * The first bytes of a text without secrets. A long text is not redacted as a whole: more than the requested bytes are
 * redacted, and the part that could be the start of a cut secret is dropped again. `cut` says that the text itself is
 * only the start of one.
 */
export function redactedStart(
  text: string,
  bytes: number,
  { text: redact, longest }: Redaction,
  cut = false,
): string {
  const taken = bytes + longest;
  const redacted = redact(text.slice(0, taken));
  const whole = !cut && text.length <= taken;
  return cutAtByte(whole ? redacted : redacted.slice(0, Math.max(0, redacted.length - longest)), bytes);
}

/** Cuts to at most that many bytes of UTF-8, between two characters. */
export function cutAtByte(text: string, bytes: number): string {
  // A code unit is at most three bytes, so a short text needs no counting.
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text.slice(0, bytes + 1), 'utf8');
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return encoded.toString('utf8', 0, end);
}
