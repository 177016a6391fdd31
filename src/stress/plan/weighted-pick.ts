/** A weighted choice that depends only on the seed and the number of the iteration, so that all threads agree. */
export type WeightedPick = (iteration: number, round: number) => number;

/** Returns the index of the chosen weight. */
export function createWeightedPick(weights: readonly number[], seed: number): WeightedPick {
  const ends: number[] = [];
  let sum = 0;
  for (const weight of weights) ends.push((sum += weight));
  if (weights.length === 1) return () => 0;
  const low = seed | 0;
  const high = Math.floor(seed / 0x1_0000_0000) | 0;
  return (iteration, round) => {
    const point = uniform(low, high, iteration, round) * sum;
    const place = ends.findIndex((end) => point < end);
    return place === -1 ? ends.length - 1 : place;
  };
}

/** A number from 0 to below 1. */
function uniform(low: number, high: number, iteration: number, round: number): number {
  const first = mixed(
    mixed(mixed(low ^ 0x9e37_79b9) ^ high) ^ iteration ^ mixed(Math.floor(iteration / 0x1_0000_0000)),
  );
  return (mixed(first ^ Math.imul(round + 1, 0x85eb_ca6b)) >>> 0) / 0x1_0000_0000;
}

/** The finalizer of MurmurHash3: every input bit affects every output bit. */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}
