/** The size limit of a request file. */
export const MAX_REQUEST_FILE_BYTES = 10 * 1024 * 1024;

/** Encodes only if necessary: a UTF-16 unit takes one to three bytes in UTF-8. */
export function isTooLong(text: string): boolean {
  const { length } = text;
  if (length <= MAX_REQUEST_FILE_BYTES / 3) return false;
  if (length > MAX_REQUEST_FILE_BYTES) return true;
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(ENCODED_AT_ONCE * 3);
  let bytes = 0;
  for (let at = 0; at < length;) {
    let end = Math.min(at + ENCODED_AT_ONCE, length);
    // A pair of surrogates is encoded as a whole.
    if (end < length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1;
    bytes += encoder.encodeInto(text.slice(at, end), buffer).written;
    at = end;
  }
  return bytes > MAX_REQUEST_FILE_BYTES;
}

const ENCODED_AT_ONCE = 16_384;
