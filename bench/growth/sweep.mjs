// One sweep: the cost of an operation at sizes over three decades, and the exponent with which it grows.
import { fitExponent, lastExponent, withoutFixedCost } from './fit.mjs';

/** @typedef {import('./fit.mjs').Point} Point */
/** @typedef {{ directory: string, main: string, rounds: number }} Context a new directory for each sweep */
/**
 * @typedef {object} Meter
 * @property {(size: number) => Promise<number>} measure milliseconds of processor time for one operation
 * @property {() => Promise<void>} [close]
 */
/**
 * @typedef {object} Sweep
 * @property {string} name
 * @property {string} what the size and the cost
 * @property {'linear' | 'flat'} expected
 * @property {readonly number[]} sizes the smallest first
 * @property {(context: Context) => Promise<Meter>} open
 */
/** @typedef {{ exponent: number, last: number, points: readonly Point[] }} Growth */

/** A sweep misses its bar above these exponents; 0.15 over three decades is a factor of 2.8. */
export const bars = { linear: 1.15, flat: 0.15 };

/**
 * The rounds go through all sizes, so that a slow moment of the machine affects all of them, and the least cost of
 * each size counts. The first round only warms up: code that is not yet compiled makes the first sizes expensive.
 * What an operation costs at the least size is taken away where growth shall be linear.
 * @param {Sweep} sweep
 * @param {Context} context
 * @returns {Promise<Growth>}
 */
export async function measureGrowth({ expected, sizes, open }, context) {
  const meter = await open(context);
  const points = sizes.map((size) => ({ size, cost: Infinity }));
  try {
    for (let round = 0; round <= context.rounds; round += 1) {
      for (const point of points) {
        const cost = await meter.measure(point.size);
        if (round > 0) point.cost = Math.min(point.cost, cost);
      }
    }
  } finally {
    await meter.close?.();
  }
  const grown = expected === 'linear' ? withoutFixedCost(points) : points;
  return { exponent: fitExponent(grown), last: lastExponent(grown), points };
}
