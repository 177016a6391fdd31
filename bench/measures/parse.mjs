// Is parsing linear, and how fast compared with a bare split and one match per line?
import { median } from '../medians.mjs';
import { alone, ratioOf, shareOf } from '../measure.mjs';
import { programPath, runNode } from '../processes.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {'small' | 'plain' | 'full' | 'dense'} TextName */
/** @typedef {{ megabytes: number, own: number[], limit: number[] }} ParseTimes milliseconds */

/** @type {readonly Measure[]} */
export const measures = [
  throughput('parsing 100,000 plain requests, of split and match', 'plain', 0.125),
  throughput('parsing 20,000 full requests, of split and match', 'full', 0.125),
  throughput('parsing 100,000 dense requests, of split and match', 'dense'),
  {
    name: 'parsing plain or full requests, the slower of both',
    group: 'validate',
    better: 'higher',
    bar: 30,
    compared: 'bar',
    run: async (context) => {
      const { plain, full } = await parseTimes(context);
      return alone(Math.min(speedOf(plain), speedOf(full)), 'MB/s');
    },
  },
  {
    name: 'parsing 100,000 requests, of 10,000',
    group: 'validate',
    better: 'lower',
    bar: 12,
    compared: 'bar',
    run: async (context) => {
      // Medians, because the best time of a small file includes no garbage collection.
      const { small, plain } = await parseTimes(context);
      return ratioOf(median(plain.own), median(small.own), 'ms');
    },
  },
];

/**
 * @param {string} name
 * @param {TextName} text
 * @param {number} [bar]
 * @returns {Measure}
 */
function throughput(name, text, bar) {
  return {
    name,
    group: 'validate',
    better: 'higher',
    bar,
    run: async (context) => {
      const { [text]: times } = await parseTimes(context);
      const note = `${speedOf(times).toFixed(0)} MB/s`;
      return shareOf(Math.min(...times.own), Math.min(...times.limit), 'ms', note);
    },
  };
}

/** @param {ParseTimes} times */
function speedOf({ megabytes, own }) {
  return megabytes / (Math.min(...own) / 1000);
}

/**
 * @param {Context} context
 * @returns {Promise<Record<TextName, ParseTimes>>}
 */
function parseTimes(context) {
  return context.once('parse', async () => {
    const { directory, dist, rounds } = context;
    const args = [programPath('parse-texts'), dist, String(rounds)];
    return JSON.parse((await runNode(args, { cwd: directory })).output);
  });
}
