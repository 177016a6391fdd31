const randomPool = new Uint8Array(4096);
let next = randomPool.length;

/** As many random bytes, in lower case; never all zero, which ids of traces must not be. */
export function randomHex(bytes: number): string {
  if (next + bytes > randomPool.length) {
    crypto.getRandomValues(randomPool);
    next = 0;
  }
  const taken = randomPool.subarray(next, next + bytes);
  next += bytes;
  if (taken.every((byte) => byte === 0)) taken[bytes - 1] = 1;
  return Buffer.from(taken.buffer, taken.byteOffset, bytes).toString('hex');
}
