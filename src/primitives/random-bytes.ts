/** The built-in generator fills no more in one call. */
const MAX_BYTES_PER_CALL = 65_536;

export function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  for (let from = 0; from < count; from += MAX_BYTES_PER_CALL) {
    crypto.getRandomValues(bytes.subarray(from, from + MAX_BYTES_PER_CALL));
  }
  return bytes;
}
