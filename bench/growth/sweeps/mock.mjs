// How a mock server grows with its routes: its start is linear, and a request costs the same with any number of them.
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { startServer } from '../processes.mjs';
import { repeated, repetitions } from '../sweep.mjs';

/** @typedef {import('../sweep.mjs').Sweep} Sweep */
/** @typedef {import('../sweep.mjs').Context} Context */

const requests = 1000;

/** @type {readonly Sweep[]} */
export const mockSweeps = [
  {
    name: 'mock-start',
    what: 'routes of a mock server that is started',
    expected: 'linear',
    sizes: [1, 10, 100, 1000, 3000],
    rounds: 3,
    open: async (context) => {
      const server = await serve(context);
      return {
        measure: async (size) => {
          writeRoutes(context, size);
          const times = repetitions(size, 1000, 20);
          let used = 0;
          for (let i = 0; i < times; i += 1) {
            const before = await server.usedMs();
            await startMock(server);
            used += (await server.usedMs()) - before;
            await stopMock(server);
          }
          return used / times;
        },
        close: () => server.stop(),
      };
    },
  },
  {
    name: 'mock-request',
    what: 'routes of a mock server that responds to one request',
    expected: 'flat',
    sizes: [3, 30, 300, 3000],
    rounds: 3,
    open: async (context) => {
      const server = await serve(context);
      return {
        measure: async (size) => {
          writeRoutes(context, size);
          const url = await startMock(server);
          const before = await server.usedMs();
          await send(`${url}/group-${size >> 1}/items/7`);
          const used = (await server.usedMs()) - before;
          await stopMock(server);
          return used / requests;
        },
        close: () => server.stop(),
      };
    },
  },
];

/** @param {Context} context */
function serve(context) {
  const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error', '--watch=false'];
  return startServer(context, ['serve', '.', ...flags]);
}

/** @param {Context} context @param {number} count */
function writeRoutes({ directory }, count) {
  const mock = '>>>mock\n200 OK\n\n{"id": 7}\n<<<\n';
  const route = (/** @type {number} */ i) => `### r${i}\nGET {{base}}/group-${i}/items/{{id}}\n\n${mock}\n`;
  writeFileSync(join(directory, 'routes.http'), repeated(count, route));
}

/** @param {import('../processes.mjs').Server} server */
async function startMock(server) {
  const body = { files: ['routes.http'], port: 0 };
  const started = await server.call('/api/v1/mock/start', { method: 'POST', body });
  /** @type {{ port: number }} */
  const { port } = JSON.parse(started.toString());
  return `http://127.0.0.1:${port}`;
}

/** Another one cannot be started before it has stopped. @param {import('../processes.mjs').Server} server */
async function stopMock(server) {
  await server.call('/api/v1/mock/stop', { method: 'POST' });
  for (let isRunning = true; isRunning;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const routes = await server.call('/api/v1/mock/routes');
    isRunning = /"running":true/.test(routes.toString('utf8', 0, 200));
  }
}

/** @param {string} url */
async function send(url) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const one = () =>
    new Promise((resolve, reject) => {
      const request = http.get(url, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
        response.resume().once('end', resolve);
      });
      request.once('error', reject);
    });
  let left = requests;
  const work = async () => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  agent.destroy();
}
