// How much of a bare node:http responder does `svc mock` reach, with its log and without? The responder runs in the
// process of the mock server, both alternate, and the processor time of that process is measured: on a machine with
// other load, rates and separate processes mean little. The client is a separate process on a separate core.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { medianPair, takeTurns } from '../medians.mjs';
import { shareOf } from '../measure.mjs';
import { freePort, mainOf, start } from '../processes.mjs';
import { costOf, startClient } from '../raw-requests.mjs';
import { MOCK_BODY, mockRoutes, ruledMockRoutes } from '../texts/request-files.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */

const MIN_ROUNDS = 7;
const REQUESTS = 4000;
const WARM_UP = 2;

/** Loaded into the server: a responder that does nothing else. */
export const BARE_RESPONDER = `
port: (() => {
  const body = ${JSON.stringify(MOCK_BODY)};
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const bare = http.createServer((_, response) => void response.writeHead(200, headers).end(body));
  bare.listen(0, '127.0.0.1').unref();
  return () => bare.address().port;
})(),
`;

/**
 * @typedef {{
 *   name: string, text: string, path: string, flags?: readonly string[], bar?: number,
 * }} Responder
 */

/** Of 1,000 routes, four have the path; the responder compares nothing. */
const RULED_PATH = '/group-194/items/7?page=2&sort=name';

/** @type {readonly Measure[]} */
export const measures = [
  responder({ ...routes(1), name: 'svc mock --quiet, 1 route', flags: ['--quiet'] }),
  responder({ ...routes(1000), name: 'svc mock --quiet, 1,000 routes', flags: ['--quiet'] }),
  responder({ ...routes(1), name: 'svc mock with its log, 1 route' }),
  responder({ ...routes(1000), name: 'svc mock with its log, 1,000 routes' }),
  responder({
    name: 'svc mock --quiet, 1,000 routes that differ in their queries',
    text: ruledMockRoutes(1000, false),
    path: RULED_PATH,
    flags: ['--quiet'],
    bar: 0.7,
  }),
  responder({
    name: 'svc mock --quiet, 1,000 routes with @mock.when',
    text: ruledMockRoutes(1000, true),
    path: RULED_PATH,
    flags: ['--quiet'],
    bar: 0.7,
  }),
];

/** @param {number} count */
function routes(count) {
  return { text: mockRoutes(count), path: `/group-${Math.floor(count * 0.777)}/items/7` };
}

/**
 * @param {Responder} responder
 * @returns {Measure}
 */
function responder({ name, text, path, flags = [], bar = 0.85 }) {
  return {
    name,
    group: 'mock',
    better: 'higher',
    bar,
    run: async (context) => {
      const { directory, rounds } = context;
      const file = join(directory, 'routes.http');
      writeFileSync(file, text);
      const client = startClient();
      const port = await freePort();
      const args = [mainOf(context), 'mock', file, '--port', String(port), ...flags];
      const server = await start(args, { core: 0, figures: BARE_RESPONDER, port, cwd: directory });
      try {
        const bare = await server.ask('port');
        const { own, limit } = await compareWith(client, server, { mock: port, bare }, path, rounds);
        const pair = medianPair(own, limit);
        return shareOf(pair.own, pair.limit, 'µs of CPU');
      } finally {
        client.stop();
        await server.stop();
      }
    },
  };
}

/**
 * @param {import('../raw-requests.mjs').Client} client
 * @param {import('../processes.mjs').Server} server
 * @param {{ mock: number, bare: number }} ports
 * @param {string} path
 * @param {number} rounds
 */
export function compareWith(client, server, ports, path, rounds) {
  const requests = { method: /** @type {const} */ ('GET'), path, count: REQUESTS };
  return takeTurns(
    Math.max(rounds, MIN_ROUNDS),
    {
      limit: () => costOf(client, server, { ...requests, port: ports.bare }),
      own: () => costOf(client, server, { ...requests, port: ports.mock }),
    },
    WARM_UP,
  );
}

/** How many requests the mock server has received from one comparison. @param {number} rounds */
export function requestsOfComparison(rounds) {
  return (Math.max(rounds, MIN_ROUNDS) + WARM_UP) * REQUESTS;
}
