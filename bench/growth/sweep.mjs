// One sweep: the cost of an operation at sizes over three decades, and the exponent with which it grows.
import { fitExponent, lastExponent, withoutFixedCost } from './fit.mjs';

/** @typedef {import('./fit.mjs').Point} Point */
/** @typedef {{ directory: string, dist: string }} Context a new directory for each sweep */
/**
 * @typedef {object} Meter
 * @property {(size: number) => Promise<number>} measure milliseconds of processor time for one operation
 * @property {() => Promise<void>} [close]
 */
/**
 * @typedef {object} Sweep
 * @property {string} name
 * @property {string} what the size
 * @property {'linear' | 'flat'} expected
 * @property {readonly number[]} sizes the smallest first
 * @property {number} rounds the first of several only warms up: code that is not compiled yet costs more
 * @property {(context: Context) => Promise<Meter>} open
 */
/** @typedef {{ exponent: number, last: number, points: readonly Point[] }} Growth */

/** A sweep misses its bar above these exponents; 0.15 over three decades is a factor of 2.8. */
export const bars = { linear: 1.15, flat: 0.15 };

/**
 * Each round goes through all sizes, so that a slow moment of the machine affects all of them, and the least cost of
 * each size counts. Where growth shall be linear, the cost of the smallest size is taken away from the others; where
 * the cost shall not grow at all, that would leave nothing but noise.
 * @param {Sweep} sweep
 * @param {Context} context
 * @returns {Promise<Growth>}
 */
export async function measureGrowth({ expected, sizes, rounds, open }, context) {
  const meter = await open(context);
  const points = sizes.map((size) => ({ size, cost: Infinity }));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const point of points) {
        const cost = await meter.measure(point.size);
        if (round > 0 || rounds === 1) point.cost = Math.min(point.cost, cost);
      }
    }
  } finally {
    await meter.close?.();
  }
  const grown = expected === 'linear' ? withoutFixedCost(points) : points;
  return { exponent: fitExponent(grown), last: lastExponent(grown), points };
}

/**
 * Repeats an operation, small ones more often, so that all sizes are measured over a similar time.
 * @param {number} size
 * @param {number} share the sizes of all repetitions add up to this
 * @param {number} [most]
 */
export function repetitions(size, share, most = 100) {
  return Math.max(1, Math.min(most, Math.round(share / Math.max(1, size))));
}

/**
 * @param {number} count
 * @param {(index: number) => string} part
 */
export function repeated(count, part) {
  return Array.from({ length: count }, (_, index) => part(index)).join('');
}
