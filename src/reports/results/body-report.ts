import { Buffer } from 'node:buffer';
import { decodeText } from '../../evaluation/values/decode-text.js';
import { redactedStart } from '../../redaction/redacted-start.js';
import type { Redactor } from './redactor.js';

/** The maximum bytes of a body in a report. */
export const SHOWN_BODY_BYTES = 65_536;

/** The start of a body without secrets, as text or, for binary content, in Base64. */
export interface BodyReport {
  readonly text: string;
  readonly base64: boolean;
  /** Names what is left out; empty when the body is complete. */
  readonly comment: string;
}

export function bodyReport(bytes: Uint8Array, contentType: string, redactor: Redactor): BodyReport {
  const comment = bytes.length > SHOWN_BODY_BYTES ? `first ${SHOWN_BODY_BYTES} of ${bytes.length} bytes` : '';
  // A secret may start in the shown part and end after it; no character has more than four bytes.
  const start = bytes.subarray(0, 4 * (SHOWN_BODY_BYTES + redactor.longest));
  const decoded = decodeText(start, contentType);
  // A character that was cut at the end does not make a text binary.
  const text = start.length < bytes.length ? decoded.replace(/\ufffd{1,3}$/, '') : decoded;
  if (isBinary(text)) return binaryReport(start, comment, redactor);
  return { text: redactedStart(text, SHOWN_BODY_BYTES, redactor), base64: false, comment };
}

/** Whether bytes could not be decoded, or decode to NUL, which no text contains. */
function isBinary(text: string): boolean {
  return text.includes('\u0000') || text.includes('\ufffd');
}

/**
 * Secrets cannot be found inside Base64, so the bytes are redacted before. Read as Latin-1, they show the secrets that are
 * ASCII; if they show another secret when read as UTF-8, the body is left out.
 */
function binaryReport(bytes: Uint8Array, comment: string, redactor: Redactor): BodyReport {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const redacted = redactedStart(whole, 2 * SHOWN_BODY_BYTES, redactor);
  const shown = Buffer.from(redacted.slice(0, SHOWN_BODY_BYTES), 'latin1');
  const asText = shown.toString('utf8');
  if (redactor.text(asText) !== asText)
    return { text: '', base64: false, comment: 'left out: it holds a secret' };
  return { text: shown.toString('base64'), base64: true, comment };
}
