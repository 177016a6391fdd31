// What does a request of a load test cost, beside raw sockets written by hand and with assertions beside without?
// Processor time per request, each program on the core that the target leaves free.
import { medianPair, takeTurns } from '../medians.mjs';
import { shareOf } from '../measure.mjs';
import { loadCost, rawCost, startTarget, writeLoadFiles } from '../load-runs.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../load-runs.mjs').LoadCost} LoadCost */
/** @typedef {'raw' | 'plain' | 'checked' | 'plainDiffering' | 'checkedDiffering'} Contestant */

/** @type {readonly Measure[]} */
export const measures = [
  comparison('load without assertions, of raw sockets', 'plain', 'raw', 0.95),
  comparison('load with seven assertions, of load without', 'checked', 'plain', 0.75),
  comparison('the same where every body differs', 'checkedDiffering', 'plainDiffering', 0.5),
];

/**
 * @param {string} name
 * @param {Contestant} own
 * @param {Contestant} limit
 * @param {number} bar
 * @returns {Measure}
 */
function comparison(name, own, limit, bar) {
  return {
    name,
    group: 'load',
    better: 'higher',
    bar,
    run: async (context) => {
      const costs = await context.once('load', () => loadCosts(context));
      const pair = medianPair(costs[own].map(microseconds), costs[limit].map(microseconds));
      const rates = [own, limit].map((each) => Math.round(Math.max(...costs[each].map(perSecond))));
      return shareOf(pair.own, pair.limit, 'µs of CPU', `up to ${rates[0]}/s and ${rates[1]}/s`);
    },
  };
}

/** @param {LoadCost} cost */
function microseconds(cost) {
  return cost.microseconds;
}

/** @param {LoadCost} cost */
function perSecond(cost) {
  return cost.perSecond;
}

/**
 * @param {Context} context
 * @returns {Promise<Record<Contestant, LoadCost[]>>}
 */
async function loadCosts(context) {
  const { directory, rounds } = context;
  const target = await startTarget();
  try {
    writeLoadFiles(directory, target.url);
    return await takeTurns(
      rounds,
      {
        raw: () => rawCost(directory, `${target.url}/items`),
        plain: () => loadCost(context, 'plain.http'),
        checked: () => loadCost(context, 'checked.http'),
        checkedDiffering: () => loadCost(context, 'checked-differing.http'),
        plainDiffering: () => loadCost(context, 'plain-differing.http'),
      },
      0,
    );
  } finally {
    await target.stop();
  }
}
