/** Weighted choice that depends on the seed and the number of the iteration only, whoever asks (server.md 10.3). */
export type Pick = (iteration: number, round: number) => number;

/** Gives the place of the chosen weight. */
export function weightedPick(weights: readonly number[], seed: number): Pick {
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

/** From 0 to below 1. */
function uniform(low: number, high: number, iteration: number, round: number): number {
  const first = mixed(
    mixed(mixed(low ^ 0x9e37_79b9) ^ high) ^ iteration ^ mixed(Math.floor(iteration / 0x1_0000_0000)),
  );
  return (mixed(first ^ Math.imul(round + 1, 0x85eb_ca6b)) >>> 0) / 0x1_0000_0000;
}

/** The end of MurmurHash3: every bit of the input moves every bit of the output. */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}
