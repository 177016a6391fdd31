/** Random numbers that a seed repeats (Mulberry32); not for secrets. */

/** Gives numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  // Both halves count, since a seed may exceed 32 bits.
  let state = (seed ^ Math.imul(Math.floor(seed / 0x1_0000_0000), 0x9e37_79b1)) | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
