// How much of the best bare relay does the recording proxy reach, and does its memory stay flat? Target, proxies and
// client are separate processes. Proxies are warmed up and alternate, and the processor time of each is measured, since
// target and client share the cores of a small machine with it. Every request of the comparison is recorded: the
// recordings are cleared before they fill up.
import { median, medianPair, takeTurns } from '../medians.mjs';
import { alone, shareOf } from '../measure.mjs';
import { freePort, mainOf, programPath, start } from '../processes.mjs';
import { costOf, portOf, startClient } from '../raw-requests.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../processes.mjs').Server} Server */
/** @typedef {import('../raw-requests.mjs').Client} Client */
/** @typedef {'GET' | 'POST'} Method */

const REQUESTS = 1500;
/** The default limit of recordings. */
const FILLED = 10_000;
const PATH = '/crates/7?full=1';

/** @type {readonly Measure[]} */
export const measures = [
  comparison('svc record, GET, of the best bare relay', 'GET', 'command', 0.85),
  comparison('svc record, POST, of the best bare relay', 'POST', 'command', 0.85),
  comparison('recording in svc serve, GET, of the best bare relay', 'GET', 'server', 0.85),
  comparison('recording in svc serve, POST, of the best bare relay', 'POST', 'server', 0.85),
  memory('memory of the proxy over 20,000 requests', 'proxy', 20_000),
  memory('memory of the proxy over 200,000 requests', 'proxy-memory', 200_000),
];

/**
 * @param {string} name
 * @param {Method} method
 * @param {'command' | 'server'} contestant
 * @param {number} bar
 * @returns {Measure}
 */
function comparison(name, method, contestant, bar) {
  return {
    name,
    group: 'proxy',
    better: 'higher',
    bar,
    run: async (context) => {
      const costs = await context.once(`proxy ${method}`, () => proxyCosts(context, method));
      const [streamed, collected] = [median(costs.streamed), median(costs.collected)];
      const note = `relays: streamed ${streamed.toFixed(0)}, collected ${collected.toFixed(0)} µs`;
      const pair = medianPair(costs[contestant], streamed < collected ? costs.streamed : costs.collected);
      return shareOf(pair.own, pair.limit, 'µs of CPU', note);
    },
  };
}

/**
 * With the default limits recordings fill up, and then everything else is only forwarded.
 * @param {string} name
 * @param {string} group
 * @param {number} requests
 * @returns {Measure}
 */
function memory(name, group, requests) {
  return {
    name,
    group,
    better: 'lower',
    bar: 60,
    compared: 'bar',
    run: async (context) =>
      withProxies(context, async ({ client, server, proxy }) => {
        const load = { port: portOf(proxy), method: /** @type {const} */ ('POST'), path: PATH };
        await client.send({ ...load, count: FILLED });
        const before = await server.ask('memory');
        await client.send({ ...load, count: requests });
        return alone((await server.ask('memory')) - before, 'MB');
      }),
  };
}

/**
 * @param {Context} context
 * @param {Method} method
 */
function proxyCosts(context, method) {
  return withProxies(context, ({ client, target, server, proxy }) =>
    withOthers(context, target, ({ streamed, collected, command }) => {
      /** @param {Server} measured @param {string} [url] */
      const cost = (measured, url = measured.url) =>
        costOf(client, measured, { port: portOf(url), method, path: PATH, count: REQUESTS });
      return takeTurns(
        context.rounds,
        {
          streamed: () => cost(streamed),
          collected: () => cost(collected),
          command: () => cost(command),
          server: async () => {
            const spent = await cost(server, proxy);
            await allRecorded(server);
            return spent;
          },
        },
        2,
      );
    }),
  );
}

/**
 * @template T
 * @param {Context} context
 * @param {(proxies: { client: Client, target: Server, server: Server, proxy: string }) => Promise<T>} work
 */
async function withProxies(context, work) {
  const client = startClient();
  const target = await start([programPath('respond')], { core: 1 });
  const flags = ['--port', '0', '--api-only', '--no-history', '--watch=false'];
  const args = [mainOf(context), 'serve', context.directory, ...flags];
  const server = await start(args, { core: 0, cwd: context.directory });
  try {
    return await work({ client, target, server, proxy: await startProxy(server, target) });
  } finally {
    client.stop();
    for (const each of [server, target]) await each.stop();
  }
}

/**
 * @template T
 * @param {Context} context
 * @param {Server} target
 * @param {(others: Record<'streamed' | 'collected' | 'command', Server>) => Promise<T>} work
 */
async function withOthers(context, target, work) {
  const port = await freePort();
  const flags = ['--port', String(port), '--max-recordings', '1000000', '-o', 'recorded.http'];
  const args = [mainOf(context), 'record', '--target', target.url, ...flags];
  const command = await start(args, { core: 0, port, cwd: context.directory });
  const streamed = await start([programPath('relay'), 'streamed', target.url], { core: 0 });
  const collected = await start([programPath('relay'), 'collected', target.url], { core: 0 });
  try {
    return await work({ streamed, collected, command });
  } finally {
    for (const each of [command, streamed, collected]) await each.stop();
  }
}

/**
 * @param {Server} server
 * @param {Server} target
 */
async function startProxy(server, target) {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ targetUrl: target.url, port: 0 });
  const response = await fetch(`${server.url}/api/v1/record/start`, { method: 'POST', headers, body });
  const { port } = /** @type {{ port: number }} */ (await response.json());
  return `http://127.0.0.1:${port}`;
}

/** @param {Server} server */
async function allRecorded(server) {
  const status = await fetch(`${server.url}/api/v1/record/status`);
  const { count } = /** @type {{ count: number }} */ (await status.json());
  if (count !== REQUESTS) throw new Error(`${count} of ${REQUESTS} exchanges were recorded`);
  await fetch(`${server.url}/api/v1/record/clear`, { method: 'DELETE' });
}
