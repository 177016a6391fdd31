// Does the main thread of a server stay responsive beside heavy calls? The delay of its event loop, after one small
// execution; that of an idle process beside it is caused by the machine. Thousands of delays are one figure, so there is
// one round.
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ratioOf } from '../measure.mjs';
import { programPath, start } from '../processes.mjs';
import { startSvc } from '../served-workspace.mjs';
import { apiDescription } from '../texts/api-description.mjs';

/** @typedef {import('../measure.mjs').Context} Context */
/** @typedef {import('../measure.mjs').Measure} Measure */
/** @typedef {import('../processes.mjs').Server} Server */
/** @typedef {{ delay: number, machine: number }} Busy */
/** @typedef {{ name: string, path: string, body: object, isExpected: (bytes: Buffer) => boolean }} HeavyCall */
/** @typedef {{ passed: number, failed: number, results: { assertions: { message: string }[] }[] }} Ran */

const REQUESTS = 256;
const FILE_BYTES = 10 * 1024 * 1024;
const BODIES = 5;
const OPERATIONS = 1200;

/** @type {readonly Measure[]} */
export const measures = [
  {
    name: 'event loop delay p99 beside four heavy calls',
    group: 'server',
    better: 'lower',
    bar: 20,
    barOn: 'own',
    compared: 'bar',
    run: async (context) => {
      const { delay, machine } = await busy(context);
      return ratioOf(delay, machine, 'ms', 'limit: an idle process');
    },
  },
];

/**
 * @param {Context} context
 * @returns {Promise<Busy>}
 */
async function busy({ directory, dist }) {
  const target = await start([programPath('heavy-target')]);
  const waiting = await start([programPath('heavy-target')]);
  const root = join(directory, 'busy');
  mkdirSync(root);
  for (const [name, text] of heavyFiles(target.url)) writeFileSync(join(root, name), text);
  const server = await startSvc(dist, root, directory);
  try {
    await call(server, '/execute', { file: 'small.http' });
    return await busyRound(server, waiting);
  } finally {
    for (const each of [server, target, waiting]) await each.stop();
  }
}

/**
 * Runs until each of the heavy calls has ended once. One that ends before the others is sent again, so that all of
 * them run the whole time.
 * @param {Server} server
 * @param {Server} waiting
 * @returns {Promise<Busy>}
 */
async function busyRound(server, waiting) {
  const unfinished = new Set(heavyCalls);
  let delay = 0;
  let machine = 0;
  await server.ask('reset');
  await waiting.ask('reset');
  const ending = new AbortController();
  /** @param {HeavyCall} heavy */
  const keepGoing = async (heavy) => {
    const { name, path, body, isExpected } = heavy;
    const first = await call(server, path, body);
    unfinished.delete(heavy);
    if (unfinished.size === 0) {
      delay = await server.ask('delay');
      machine = await waiting.ask('delay');
      ending.abort();
    }
    while (unfinished.size > 0) await call(server, path, body, ending.signal);
    if (!isExpected(first)) throw new Error(`${name}: unexpected outcome ${first.toString('utf8', 0, 500)}`);
  };
  await Promise.all(heavyCalls.map(keepGoing));
  return { delay, machine };
}

/** @type {readonly HeavyCall[]} */
const heavyCalls = [
  {
    name: 'file of 10 MiB',
    path: '/execute',
    body: { file: 'large.http' },
    isExpected: (bytes) => ran(bytes).passed === REQUESTS && ran(bytes).failed === 0,
  },
  {
    name: 'result of 50 MB',
    path: '/execute',
    body: { file: 'delivered.http' },
    isExpected: (bytes) => bytes.length > 50e6 && ran(bytes).passed === BODIES,
  },
  {
    name: 'hostile JSONPath',
    path: '/execute',
    body: { file: 'hostile.http' },
    isExpected: (bytes) =>
      ran(bytes).results[0]?.assertions[0]?.message.includes('the JSONPath query took more than') === true,
  },
  {
    name: 'import of 13 MB',
    path: '/import/openapi',
    body: { specPath: 'api.json' },
    isExpected: (bytes) => imported(bytes).content.split(/^### /m).length > OPERATIONS,
  },
];

/**
 * @param {Buffer} bytes
 * @returns {Ran}
 */
function ran(bytes) {
  return JSON.parse(bytes.toString());
}

/**
 * @param {Buffer} bytes
 * @returns {{ content: string }}
 */
function imported(bytes) {
  return JSON.parse(bytes.toString());
}

/**
 * @param {string} url
 * @returns {readonly (readonly [name: string, text: string])[]}
 */
function heavyFiles(url) {
  const check = 'expect body.id == 7\n';
  const part = Math.floor(FILE_BYTES / REQUESTS / 4);
  const checks = check.repeat(Math.floor(part / check.length));
  const body = JSON.stringify({ text: 'x'.repeat(3 * part - 200) });
  /** @param {number} index */
  const request = (index) =>
    `### r${index}\nPOST ${url}/${index}\nContent-Type: application/json\n\n${body}\n\n>>>\n${checks}<<<\n\n`;
  const query = '$[?count($[?@.id >= 0]) > 5]';
  return [
    ['small.http', `### small\nGET ${url}\n`],
    ['large.http', Array.from({ length: REQUESTS }, (_, index) => request(index)).join('')],
    ['delivered.http', Array.from({ length: BODIES }, (_, i) => `### d${i}\nGET ${url}/large\n\n`).join('')],
    ['hostile.http', `### hostile\nGET ${url}/items\n\n>>>\nexpect jsonpath "${query}" exists\n<<<\n`],
    ['api.json', JSON.stringify(apiDescription(OPERATIONS), undefined, 2)],
  ];
}

/**
 * Returns the bytes, which are parsed after the measurement; none when the signal ended the call.
 * @param {Server} server
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Buffer>}
 */
function call(server, path, body, signal) {
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, signal };
  return new Promise((resolve, reject) => {
    /** @param {Error} error */
    const fail = (error) => (signal?.aborted ? resolve(Buffer.alloc(0)) : reject(error));
    const request = http.request(`${server.url}/api/v1${path}`, options, (response) => {
      buffer(response).then((bytes) => {
        if (response.statusCode === 200) resolve(bytes);
        else fail(new Error(`${path} returned ${response.statusCode}: ${bytes.toString()}`));
      }, fail);
    });
    request.on('error', fail).end(JSON.stringify(body));
  });
}
