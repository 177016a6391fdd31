// Is the load generator on time, does it report a frozen target as users would feel it, and does the process stay
// responsive and small meanwhile? The bars are for an idle machine.
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { percentile } from '../medians.mjs';
import { alone, ratioOf } from '../measure.mjs';
import { programPath, runNode } from '../processes.mjs';
import { startTarget, startWithMetrics, stress, writeLoadFiles } from '../load-runs.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../load-runs.mjs').StressResult} StressResult */

const RATE_MS = 1000;
/** The best round counts, so that fewer are enough than for a median. */
const RATE_ROUNDS = 3;
const FROZEN_SECONDS = 5;
/** Of all responses, one in a hundred counts; of the frozen second, the requests of the first part are that late. */
const EXACT_FROZEN_P99_MS = 1000 - FROZEN_SECONDS * 10;
const RESPONSIVE_SECONDS = 3;

/** @type {readonly Measure[]} */
export const measures = [
  lateness(2000, 1),
  dropped(2000),
  lateness(10_000, 5),
  dropped(10_000),
  {
    name: 'frozen for one second: latency p99, of the exact one',
    group: 'load',
    better: 'higher',
    bar: 800,
    barOn: 'own',
    compared: 'bar',
    run: async (context) => {
      const { latency } = await context.once('frozen', () => frozen(context));
      return ratioOf(latency.p99, EXACT_FROZEN_P99_MS, 'ms');
    },
  },
  {
    name: 'frozen for one second: service time p99',
    group: 'load',
    better: 'lower',
    bar: 200,
    compared: 'bar',
    run: async (context) => {
      const { serviceTime } = await context.once('frozen', () => frozen(context));
      return alone(serviceTime.p99, 'ms');
    },
  },
  {
    name: 'response time of the main loop under load, p99',
    group: 'load',
    better: 'lower',
    bar: 50,
    compared: 'bar',
    run: async (context) => alone(await withTarget(context, () => responseP99(context)), 'ms'),
  },
];

/**
 * The best of all rounds, since other work of the machine can only add to it.
 * @param {number} rate
 * @param {number} bar
 * @returns {Measure}
 */
function lateness(rate, bar) {
  return {
    name: `sending ${rate.toLocaleString('en')}/s: late p99, beside a bare timer`,
    group: 'load',
    better: 'lower',
    bar,
    barOn: 'own',
    compared: 'bar',
    run: async (context) => {
      const { best, timer } = await context.once(`rate ${rate}`, () => atRate(context, rate));
      const { latency, validity } = best;
      const note = `CPU ${validity.cpuPercent.toFixed(0)} %, latency p50 ${latency.p50} ms, p99 ${latency.p99} ms`;
      return ratioOf(validity.lagP99Ms, timer, 'ms', note);
    },
  };
}

/**
 * @param {number} rate
 * @returns {Measure}
 */
function dropped(rate) {
  return {
    name: `sending ${rate.toLocaleString('en')}/s: dropped`,
    group: 'load',
    better: 'lower',
    bar: 0,
    compared: 'bar',
    run: async (context) => {
      const { best } = await context.once(`rate ${rate}`, () => atRate(context, rate));
      return alone(best.validity.droppedSends, 'requests');
    },
  };
}

/**
 * @template T
 * @param {Context} context
 * @param {() => Promise<T>} work
 */
async function withTarget(context, work) {
  const target = await startTarget();
  try {
    writeLoadFiles(context.directory, target.url);
    return await work();
  } finally {
    await target.stop();
  }
}

/**
 * @param {Context} context
 * @param {number} rate
 */
function atRate(context, rate) {
  return withTarget(context, async () => {
    /** @type {StressResult[]} */
    const results = [];
    const timers = [];
    for (let round = 0; round < RATE_ROUNDS; round += 1) {
      const flags = ['-r', String(rate), '-d', `${RATE_MS}ms`];
      results.push((await stress(context, 'status.http', flags)).result);
      const args = [programPath('bare-timer'), String(rate), String(RATE_MS / 3)];
      timers.push(Number((await runNode(args, { cwd: context.directory })).output));
    }
    const [best] = results.sort((a, b) => a.validity.lagP99Ms - b.validity.lagP99Ms);
    if (best === undefined) throw new Error('nothing was measured');
    return { best, timer: Math.min(...timers) };
  });
}

/**
 * Sends 2,000/s, and the target is frozen for one second: then 50 requests are in flight and two thousand are late.
 * @param {Context} context
 */
function frozen(context) {
  return withTarget(context, async () => {
    const flags = ['-r', '2000', '-d', `${FROZEN_SECONDS}s`, '--max-vus', '50'];
    return (await stress(context, 'freeze.http', flags)).result;
  });
}

/**
 * Measures the event loop that serves metrics, or the API of a server, while the load runs.
 * @param {Context} context
 */
async function responseP99(context) {
  const { address, ended } = await startWithMetrics(context, `${RESPONSIVE_SECONDS}s`);
  /** @type {number[]} */
  const times = [];
  const end = performance.now() + (RESPONSIVE_SECONDS - 1) * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    await get(address);
    times.push(performance.now() - started);
    await after(10);
  }
  await ended;
  return percentile(times, 99);
}

/**
 * @param {string} url
 * @returns {Promise<Buffer>}
 */
function get(url) {
  return new Promise((resolve, reject) => {
    http.get(url, (response) => void buffer(response).then(resolve, reject)).on('error', reject);
  });
}
