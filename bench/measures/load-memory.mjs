// Does the memory of a long load test stay flat? Sends 5 million requests, so it is measured only when it is named.
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { ratioOf, Unavailable } from '../measure.mjs';
import { startTarget, startWithMetrics, writeLoadFiles } from '../load-runs.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

const REQUESTS = 5_000_000;

/** @type {readonly Measure[]} */
export const measures = [
  {
    name: 'memory after 5 million requests, of that after 1 million',
    group: 'load-memory',
    better: 'lower',
    bar: 1.15,
    compared: 'bar',
    run: async (context) => {
      if (process.platform !== 'linux')
        throw new Unavailable('only Linux gives the memory of another process');
      const seen = await sizes(context);
      const early = peak(seen, 500_000, 1_500_000);
      return ratioOf(peak(seen, 4_000_000, Infinity), early, 'MB');
    },
  },
];

/** @typedef {{ requests: number, megabytes: number }} Size */

/**
 * @param {Context} context
 * @returns {Promise<Size[]>}
 */
async function sizes(context) {
  const target = await startTarget();
  try {
    writeLoadFiles(context.directory, target.url);
    const { child, address, ended } = await startWithMetrics(context, '10m');
    /** @type {Size[]} */
    const seen = [];
    for (let requests = 0; requests < REQUESTS;) {
      await after(500);
      const text = await (await fetch(address)).text();
      requests = Number(/outcome="success"\} (\d+)/.exec(text)?.[1] ?? 0);
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      seen.push({ requests, megabytes: Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024 });
    }
    child.kill('SIGINT');
    await ended;
    return seen;
  } finally {
    await target.stop();
  }
}

/**
 * @param {readonly Size[]} seen
 * @param {number} from
 * @param {number} to
 */
function peak(seen, from, to) {
  const between = seen.filter(({ requests }) => requests >= from && requests < to);
  return Math.max(...between.map(({ megabytes }) => megabytes));
}
