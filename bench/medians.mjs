// Medians, and contestants that take turns.

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * @param {readonly number[]} values
 * @param {number} percent
 */
export function percentile(values, percent) {
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;
}

/**
 * Every contestant once in each round, so that a slow moment of the machine affects all of them. The warm-up rounds,
 * which fill caches, do not count.
 * @template {string} K
 * @template T
 * @param {number} rounds
 * @param {Readonly<Record<K, () => T | Promise<T>>>} contestants
 * @param {number} [warmUp]
 * @returns {Promise<Record<K, T[]>>}
 */
export async function takeTurns(rounds, contestants, warmUp = 1) {
  const names = /** @type {K[]} */ (Object.keys(contestants));
  const results = /** @type {Record<K, T[]>} */ (Object.fromEntries(names.map((name) => [name, []])));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of names) {
      const result = await contestants[name]();
      if (round >= 0) results[name].push(result);
    }
  }
  return results;
}

/**
 * The round with the median ratio: its two figures were taken one after the other, so other work of the machine
 * affects both alike.
 * @param {readonly number[]} own
 * @param {readonly number[]} limit
 */
export function medianPair(own, limit) {
  const pairs = own.map((value, round) => ({ own: value, limit: limit[round] ?? Number.NaN }));
  pairs.sort((a, b) => a.own / a.limit - b.own / b.limit);
  return pairs[pairs.length >> 1] ?? { own: Number.NaN, limit: Number.NaN };
}
