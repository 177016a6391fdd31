/** Replaces every secret. */
export const REDACTED = '[REDACTED]';
