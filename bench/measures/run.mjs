// How much of a bare node:http loop does `svc run` reach? Server, loop and svc are separate processes. Each sends
// several batches, so that speed is compared and not the start, which is measured by itself.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, medianPair } from '../medians.mjs';
import { ratioOf, shareOf } from '../measure.mjs';
import { mainOf, programPath, runNode, start } from '../processes.mjs';
import { checkedRequests } from '../texts/request-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

const batches = 3;
const few = 1000;
const many = 10_000;
const wide = 50;
/** A long run has a bar of its own, and no neighbour to compare it with. */
const LONG_ROUNDS = 1;

/** @type {readonly Measure[]} */
export const measures = [
  {
    name: '1,000 requests, one after the other',
    group: 'run',
    better: 'higher',
    bar: 0.75,
    run: async (context) => {
      const { bareFew, few: own } = await context.once('run', () => runTimes(context));
      const pair = medianPair(own, bareFew);
      return shareOf(pair.own, pair.limit, 'ms');
    },
  },
  {
    name: '10,000 requests in 100 files, 50 at a time',
    group: 'run',
    better: 'higher',
    bar: 0.6,
    run: async (context) => {
      const { bareWide, wide: own } = await context.once('run', () => runTimes(context));
      const pair = medianPair(own, bareWide);
      return shareOf(pair.own, pair.limit, 'ms');
    },
  },
  {
    name: 'time per request, 10,000 against 1,000 in one file',
    group: 'run',
    better: 'lower',
    bar: 1.1,
    compared: 'bar',
    run: async (context) => {
      const { long, first } = await context.once('run', () => runTimes(context));
      return ratioOf((median(long) / many) * 1000, (median(first) / few) * 1000, 'µs');
    },
  },
  {
    name: 'memory of 10,000 requests',
    group: 'run',
    better: 'lower',
    bar: 250,
    barOn: 'own',
    run: async (context) => {
      const { megabytes, bareMegabytes } = await context.once('run', () => runTimes(context));
      return ratioOf(megabytes, bareMegabytes, 'MB');
    },
  },
];

/** Milliseconds in every round. @typedef {Record<'bareFew' | 'few' | 'first' | 'long' | 'bareWide' | 'wide', number[]>} Times */

/** @param {Context} context */
async function runTimes(context) {
  const { directory, rounds } = context;
  const server = await start([programPath('respond')]);
  try {
    writeWorkspace(directory, server.url);
    /** @type {Times} */
    const times = { bareFew: [], few: [], first: [], long: [], bareWide: [], wide: [] };
    let megabytes = 0;
    let bareMegabytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      times.bareFew.push(Math.min(...(await bareLoop(directory, server.url, batches, few, 1)).times));
      const { files } = await runSvc(context, ['batches'], batches * few);
      times.few.push(Math.min(...files));
      times.first.push(files[0] ?? Number.NaN);
      const bare = await bareLoop(directory, server.url, 1, many, wide);
      times.bareWide.push(bare.times[0] ?? Number.NaN);
      const parallel = await runSvc(context, ['many', '--parallel', '--concurrency', String(wide)], many);
      times.wide.push(parallel.duration);
      megabytes = Math.max(megabytes, parallel.megabytes);
      bareMegabytes = Math.max(bareMegabytes, bare.megabytes);
    }
    for (let round = 0; round < LONG_ROUNDS; round += 1) {
      const sequential = await runSvc(context, ['long.http'], many);
      times.long.push(sequential.duration);
      megabytes = Math.max(megabytes, sequential.megabytes);
    }
    return { ...times, megabytes, bareMegabytes };
  } finally {
    await server.stop();
  }
}

/**
 * @param {string} directory
 * @param {string} url
 */
function writeWorkspace(directory, url) {
  for (const folder of ['batches', 'many']) mkdirSync(join(directory, folder));
  for (let i = 0; i < batches; i += 1) {
    writeFileSync(join(directory, 'batches', `${i}.http`), checkedRequests(url, few));
  }
  writeFileSync(join(directory, 'long.http'), checkedRequests(url, many));
  for (let i = 0; i < 100; i += 1) {
    writeFileSync(join(directory, 'many', `${i}.http`), checkedRequests(url, many / 100));
  }
}

/**
 * @param {string} directory
 * @param {string} url
 * @param {number} count of batches
 * @param {number} requests of each
 * @param {number} concurrency
 */
async function bareLoop(directory, url, count, requests, concurrency) {
  const args = [programPath('bare-loop'), url, ...[count, requests, concurrency].map(String)];
  const { output, megabytes } = await runNode(args, { cwd: directory });
  return { times: output.trim().split('\n').map(Number), megabytes };
}

/**
 * Runs with the console report, as users do; the cost of the history is measured with the start.
 * @param {Context} context
 * @param {readonly string[]} args
 * @param {number} requests
 */
async function runSvc(context, args, requests) {
  const { directory } = context;
  const reports = ['--report', 'json=results.json', '--report', 'junit=results.xml'];
  const command = ['--', mainOf(context), 'run', ...args, '--no-history', ...reports];
  const { megabytes } = await runNode(command, { cwd: directory });
  /** @type {{ duration: number, summary: { passed: number } }} */
  const { duration, summary } = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8'));
  if (summary.passed !== requests) throw new Error(`${summary.passed} of ${requests} requests passed`);
  const suites = readFileSync(join(directory, 'results.xml'), 'utf8').matchAll(
    /<testsuite [^>]*?time="([\d.]+)"/g,
  );
  return { duration, megabytes, files: Array.from(suites, ([, seconds]) => Number(seconds) * 1000) };
}
