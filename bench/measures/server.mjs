// How much of a bare node:http responder does `svc serve` reach, how much of a bare relay does an execution reach, alone
// and 64 in parallel, and does it stay responsive and small? All parts are separate processes, and warmed up before they
// are measured. Those compared alternate, each round gives a ratio of two neighbours, and the median counts.
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, medianPair, takeTurns } from '../medians.mjs';
import { alone, shareOf, Unavailable } from '../measure.mjs';
import { programPath, start } from '../processes.mjs';
import { smallWorkspace, startRateClient, startSvc } from '../served-workspace.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../served-workspace.mjs').RateClient} RateClient */
/** @typedef {{ own: number[], limit: number[] }} Rates */

const CLIENTS = 20;
/** The number of executions that a server runs at once. */
const PARALLEL = 64;
const WIDE = 50;
const REQUESTS = 1000;
const SOAK = 20_000;
const LOOK_MS = 500;
/** The maximum processor time of an idle server between two measurements. */
const CALM_MICROSECONDS = 10_000;
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const execution = { method: 'POST', body: JSON.stringify({ file: 'one.http' }) };

/** @type {readonly Measure[]} */
export const measures = [
  comparison('GET /system/info, of a bare responder', 'info', 0.6),
  comparison('POST /execute, of a bare relay to the same target', 'executed', 0.4),
  comparison('POST /execute, of a bare responder without a target', 'executedBare', 0.35),
  comparison('POST /execute, 64 in parallel, of a bare relay', 'parallel'),
  {
    name: 'event loop delay p99 while 50 executions run',
    group: 'server',
    better: 'lower',
    bar: 50,
    compared: 'bar',
    run: async (context) => alone((await serverFigures(context)).delay, 'ms'),
  },
  {
    name: 'memory growth over 20,000 executions',
    group: 'server',
    better: 'lower',
    bar: 40,
    compared: 'bar',
    run: async (context) => alone((await serverFigures(context)).growth, 'MB'),
  },
  {
    name: 'memory of an idle server',
    group: 'server',
    better: 'lower',
    bar: 90,
    compared: 'bar',
    run: async (context) => alone(await idleMegabytes(context), 'MB'),
  },
  {
    name: 'POST /execute, 64 in parallel, of another build',
    group: 'against',
    better: 'higher',
    bar: 0.9,
    run: async (context) => {
      if (context.against === undefined) throw new Unavailable('--against <directory> names no other build');
      return shareOfRates(await besideOther(context, context.against));
    },
  },
];

/**
 * @param {string} name
 * @param {'info' | 'executed' | 'executedBare' | 'parallel'} rates
 * @param {number} [bar]
 * @returns {Measure}
 */
function comparison(name, rates, bar) {
  return {
    name,
    group: 'server',
    better: 'higher',
    bar,
    run: async (context) => shareOfRates((await serverFigures(context))[rates]),
  };
}

/** @param {Rates} rates */
function shareOfRates({ own, limit }) {
  const pair = medianPair(own, limit);
  const note = `${pair.own.toFixed(0)}/s and ${pair.limit.toFixed(0)}/s`;
  return shareOf(1e6 / pair.own, 1e6 / pair.limit, 'µs', note);
}

/** @param {Context} context */
function serverFigures(context) {
  return context.once('server', async () => {
    const { directory, dist, rounds } = context;
    const responder = await start([programPath('respond')]);
    const relay = await start([programPath('execute'), responder.url]);
    const server = await startSvc(dist, smallWorkspace(directory, responder.url), directory);
    const client = startRateClient();
    const execute = `${server.url}/api/v1/execute`;
    const load = { ...execution, count: REQUESTS, clients: CLIENTS };
    try {
      const get = { method: 'GET', body: '', count: REQUESTS, clients: CLIENTS };
      const info = await compare(client, rounds, get, `${server.url}/api/v1/system/info`, responder.url);
      // The executions stand between their two limits.
      const { relayed, own, bare } = await takeTurns(
        rounds,
        {
          relayed: () => client.rate({ ...load, url: relay.url }),
          own: () => client.rate({ ...load, url: execute }),
          bare: () => client.rate({ ...load, url: responder.url }),
        },
        2,
      );
      const executed = { own, limit: relayed };
      const executedBare = { own, limit: bare };
      const wider = { ...load, clients: PARALLEL };
      const parallel = await compare(client, rounds, wider, execute, relay.url);
      const before = await server.ask('memory');
      const delays = [];
      for (let round = 0; round < rounds; round += 1) {
        await server.ask('reset');
        await client.rate({ ...load, url: execute, count: SOAK / rounds, clients: WIDE });
        delays.push(await server.ask('delay'));
      }
      const growth = (await server.ask('memory')) - before;
      return { info, executed, executedBare, parallel, delay: median(delays), growth };
    } finally {
      client.stop();
      for (const each of [server, relay, responder]) await each.stop();
    }
  });
}

/**
 * Uses the same client, request and concurrency for both, one right after the other.
 * @param {RateClient} client
 * @param {number} rounds
 * @param {{ method: string, body: string, count: number, clients: number }} load
 * @param {string} own
 * @param {string} limit
 * @returns {Promise<Rates>}
 */
function compare(client, rounds, load, own, limit) {
  return takeTurns(
    rounds,
    {
      limit: () => client.rate({ ...load, url: limit }),
      own: () => client.rate({ ...load, url: own }),
    },
    2,
  );
}

/**
 * @param {Context} context
 * @param {string} otherDist
 */
async function besideOther({ directory, dist, rounds }, otherDist) {
  const responder = await start([programPath('respond')]);
  const root = smallWorkspace(directory, responder.url);
  const server = await startSvc(dist, root, directory);
  const other = await startSvc(otherDist, root, join(directory, 'other'));
  const client = startRateClient();
  const load = { ...execution, count: REQUESTS, clients: PARALLEL };
  try {
    const [own, limit] = [server, other].map(({ url }) => `${url}/api/v1/execute`);
    return await compare(client, Math.max(rounds, 9), load, own ?? '', limit ?? '');
  } finally {
    client.stop();
    for (const each of [server, other, responder]) await each.stop();
  }
}

/**
 * Measures the resident memory of an idle server that has listed its workspace, without forcing a garbage collection,
 * as users see it.
 * @param {Context} context
 */
async function idleMegabytes({ directory, dist }) {
  const server = await startSvc(dist, EXAMPLES, directory, []);
  try {
    for (const path of ['/health', '/workspace']) await (await fetch(`${server.url}/api/v1${path}`)).text();
    let calmLooks = 0;
    for (let used = await server.ask('time'); calmLooks < 4;) {
      await after(LOOK_MS);
      const now = await server.ask('time');
      calmLooks = now - used < CALM_MICROSECONDS ? calmLooks + 1 : 0;
      used = now;
    }
    return await server.ask('resident');
  } finally {
    await server.stop();
  }
}
