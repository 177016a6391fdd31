import { Buffer } from 'node:buffer';
import { decodeText } from '../../evaluation/values/decode-text.js';
import { redactedStart } from '../../redaction/redacted-start.js';
import type { Redactor } from './redactor.js';

/** Bytes of a body that reports show at most (cli.md 3, 7.3). */
export const SHOWN_BODY_BYTES = 65_536;

/** The start of a body on the wire without secrets, as text or, where it is none, in Base64. */
export interface BodyReport {
  readonly text: string;
  readonly base64: boolean;
  /** What is missing, for people; empty when nothing is. */
  readonly comment: string;
}

export function bodyReport(bytes: Uint8Array, contentType: string, redactor: Redactor): BodyReport {
  const comment = bytes.length > SHOWN_BODY_BYTES ? `first ${SHOWN_BODY_BYTES} of ${bytes.length} bytes` : '';
  // What follows the shown part matters only as far as a secret could reach; no character has more than four bytes.
  const start = bytes.subarray(0, 4 * (SHOWN_BODY_BYTES + redactor.longest));
  const decoded = decodeText(start, contentType);
  // A character that was cut in two at the end does not make a text binary.
  const text = start.length < bytes.length ? decoded.replace(/\ufffd{1,3}$/, '') : decoded;
  if (isNoText(text)) return binaryReport(start, comment, redactor);
  return { text: redactedStart(text, SHOWN_BODY_BYTES, redactor), base64: false, comment };
}

/** Bytes that could not be decoded, or a character that no text has. */
function isNoText(text: string): boolean {
  return text.includes('\u0000') || text.includes('\ufffd');
}

/**
 * No secret would be found inside Base64, so the bytes are redacted before. One character for each byte finds
 * the secrets that are ASCII; when the bytes read as UTF-8 show another one, the body is left out.
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
