// The mock server of `svc serve`: what does it reach alone and while a client receives every event, does its memory stay
// flat, and does the client receive every event?
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { medianPair } from '../medians.mjs';
import { alone, shareOf } from '../measure.mjs';
import { mainOf, programPath, start } from '../processes.mjs';
import { companion, portOf, startClient } from '../raw-requests.mjs';
import { mockRoutes } from '../texts/request-files.mjs';
import { BARE_RESPONDER, compareWith, requestsOfComparison } from './mock.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

const SOAK = 100_000;

/** @type {readonly Measure[]} */
export const measures = [
  comparison('mock in svc serve, 1 route', 1, 'unobserved', 0.8),
  comparison('mock in svc serve, 1,000 routes', 1000, 'unobserved', 0.75),
  comparison('the same, a client receives every event, 1 route', 1, 'observed', 0.8),
  comparison('the same, a client receives every event, 1,000 routes', 1000, 'observed', 0.75),
  {
    name: 'memory of the mock over 200,000 requests',
    group: 'mock',
    better: 'lower',
    bar: 30,
    compared: 'bar',
    run: async (context) => {
      const [one, many] = [await mockCosts(context, 1), await mockCosts(context, 1000)];
      return alone(one.growth + many.growth, 'MB');
    },
  },
  {
    name: 'events that the client did not receive',
    group: 'mock',
    better: 'lower',
    bar: 0,
    compared: 'bar',
    run: async (context) => {
      const [one, many] = [await mockCosts(context, 1), await mockCosts(context, 1000)];
      const expected = 2 * (requestsOfComparison(context.rounds) + SOAK);
      return alone(expected - one.events - many.events, 'events', `of ${expected}`);
    },
  },
];

/**
 * @param {string} name
 * @param {number} routes
 * @param {'unobserved' | 'observed'} phase
 * @param {number} bar
 * @returns {Measure}
 */
function comparison(name, routes, phase, bar) {
  return {
    name,
    group: 'mock',
    better: 'higher',
    bar,
    run: async (context) => {
      const { own, limit } = (await mockCosts(context, routes))[phase];
      const pair = medianPair(own, limit);
      return shareOf(pair.own, pair.limit, 'µs of CPU');
    },
  };
}

/**
 * Measures first without listeners of events, then with a WebSocket client.
 * @param {Context} context
 * @param {number} routes
 */
function mockCosts(context, routes) {
  return context.once(`mock in serve, ${routes}`, async () => {
    const { directory, rounds } = context;
    const file = `serve-${routes}.http`;
    writeFileSync(join(directory, file), mockRoutes(routes));
    const path = `/group-${Math.floor(routes * 0.777)}/items/7`;
    const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error'];
    const client = startClient();
    const server = await start([mainOf(context), 'serve', directory, ...flags], {
      core: 0,
      figures: BARE_RESPONDER,
      cwd: directory,
    });
    try {
      const ports = { mock: await startMock(server.url, file), bare: await server.ask('port') };
      const unobserved = await compareWith(client, server, ports, path, rounds);
      const listener = companion(programPath('count-events'), String(portOf(server.url)));
      await new Promise((resolve) => listener.stdout.once('data', resolve));
      const observed = await compareWith(client, server, ports, path, rounds);
      const before = await server.ask('memory');
      await client.send({ port: ports.mock, method: 'GET', path, count: SOAK });
      const growth = (await server.ask('memory')) - before;
      listener.stdin.end();
      return { unobserved, observed, growth, events: Number(await text(listener.stdout)) };
    } finally {
      client.stop();
      await server.stop();
    }
  });
}

/**
 * @param {string} url
 * @param {string} file
 */
async function startMock(url, file) {
  const body = JSON.stringify({ files: [file], port: 0 });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/v1/mock/start`, { method: 'POST', headers, body });
  const { port } = /** @type {{ port: number }} */ (await response.json());
  return port;
}
