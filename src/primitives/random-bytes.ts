/** As many as the built-in generator fills in one call. */
const MAX_BYTES_PER_CALL = 65_536;

/** The built-in generator needs no import. */
export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  for (let from = 0; from < count; from += MAX_BYTES_PER_CALL) {
    crypto.getRandomValues(bytes.subarray(from, from + MAX_BYTES_PER_CALL));
  }
  return bytes;
}
