// Bars, and the comparison with stored figures.

/** @typedef {import('./take-measures.mjs').Row} Row */

/** The part of a stored ratio by which it may get worse. */
export const TOLERANCE = 0.2;

/**
 * Whether a row reaches its bar; undefined if it has no bar or no figures.
 * @param {Row} row
 * @returns {boolean | undefined}
 */
export function reachesBar({ bar, barOn = 'value', better, figures }) {
  if (bar === undefined || figures === undefined) return undefined;
  const figure = barOn === 'own' ? figures.own : figures.value;
  return better === 'lower' ? figure <= bar : figure >= bar;
}

/** Whether `--check` compares the ratio of a row with the stored one, and not only its figure with its bar. @param {Row} row */
export function isComparedByRatio({ group, compared, figures }) {
  return figures?.limit !== undefined && compared !== 'bar' && group !== 'growth';
}

/**
 * What is worse than it may be, as names and reasons. A bar that is missed by a ratio counts only if the ratio got
 * worse, so that a check tells what a change did.
 * @param {readonly Row[]} rows
 * @param {ReadonlyMap<string, number>} stored ratios by the names of their measures
 * @returns {{ name: string, reason: string }[]}
 */
export function findWorse(rows, stored) {
  return rows.flatMap((row) => {
    const reason = reasonOf(row, stored.get(row.name));
    return reason === undefined ? [] : [{ name: row.name, reason }];
  });
}

/**
 * @param {Row} row
 * @param {number | undefined} stored
 * @returns {string | undefined}
 */
function reasonOf(row, stored) {
  const { figures, better, problem, isUnavailable } = row;
  if (figures === undefined) return isUnavailable ? undefined : `failed: ${problem}`;
  if (Number.isNaN(figures.value)) return 'gave no figure';
  if (!isComparedByRatio(row)) return reachesBar(row) === false ? 'misses its bar' : undefined;
  if (stored === undefined) return 'is not in the stored table';
  const change = better === 'lower' ? figures.value / stored - 1 : 1 - figures.value / stored;
  if (change <= TOLERANCE) return undefined;
  return `ratio ${figures.value.toFixed(2)}, stored ${stored.toFixed(2)}: worse by ${Math.round(change * 100)} %`;
}

/**
 * The better of two results of the same measure.
 * @param {Row} first
 * @param {Row} second
 */
export function betterOf(first, second) {
  if (first.figures === undefined || second.figures === undefined)
    return second.figures === undefined ? first : second;
  const difference = second.figures.value - first.figures.value;
  return (first.better === 'lower' ? difference < 0 : difference > 0) ? second : first;
}
