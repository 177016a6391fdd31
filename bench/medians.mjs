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
 * @template {Record<string, () => unknown>} C
 * @param {number} rounds
 * @param {C} contestants
 * @param {number} [warmUp]
 * @returns {Promise<{ [K in keyof C]: Awaited<ReturnType<C[K]>>[] }>}
 */
export async function takeTurns(rounds, contestants, warmUp = 1) {
  const turns = Object.entries(contestants).map(([name, take]) => ({
    name,
    take,
    /** @type {unknown[]} */
    results: [],
  }));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { take, results } of turns) {
      const result = await take();
      if (round >= 0) results.push(result);
    }
  }
  const all = Object.fromEntries(turns.map(({ name, results }) => [name, results]));
  return /** @type {{ [K in keyof C]: Awaited<ReturnType<C[K]>>[] }} */ (all);
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
