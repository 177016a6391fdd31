// How cost grows with size: the exponent k of cost = c · size^k, fitted by least squares on logarithms.

/** @typedef {{ size: number, cost: number }} Point */

/** Costs that differ by less than this part of the fixed cost differ by noise. */
const noise = 0.2;

/**
 * @param {readonly Point[]} points
 * @returns {number} NaN when fewer than two different sizes are given
 */
export function fitExponent(points) {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = mean(logs.map(({ x }) => x));
  const meanY = mean(logs.map(({ y }) => y));
  let covariance = 0;
  let variance = 0;
  for (const { x, y } of logs) {
    covariance += (x - meanX) * (y - meanY);
    variance += (x - meanX) ** 2;
  }
  return variance === 0 ? Number.NaN : covariance / variance;
}

/**
 * Takes the first point away from the others, in cost and in size, so that what every size costs does not flatten the
 * exponent: from cost = a + b · size there remains b · (size − first size), whose exponent is exactly 1. Where a larger
 * size costs less than the first, the first was disturbed, and the least cost is taken away. Sizes whose cost cannot be
 * told from it are left out.
 * @param {readonly Point[]} points the smallest first
 * @returns {readonly Point[]}
 */
export function withoutFixedCost(points) {
  const [first, ...others] = points;
  if (first === undefined) return [];
  const fixed = Math.min(...points.map(({ cost }) => cost));
  return others
    .map(({ size, cost }) => ({ size: size - first.size, cost: cost - fixed }))
    .filter(({ cost }) => cost > noise * fixed);
}

/**
 * The exponent between the two largest sizes: a quadratic part with a small factor shows there first.
 * @param {readonly Point[]} points
 */
export function lastExponent(points) {
  return fitExponent(points.slice(-2));
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
