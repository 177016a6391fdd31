// The parts of bench/server.mjs that compare with nothing: how long a large workspace takes,
// whether the main thread stays responsive under heavy calls, and the memory of an idle server.
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { apiDescription } from './api-description.mjs';
import { median, serve, start } from './servers.mjs';

const looks = 31;
const rounds = 3;
const requests = 256;
const fileBytes = 10 * 1024 * 1024;
const bodies = 5;
const bodyBytes = 10 * 1024 * 1024;
const operations = 1200;
const lookMs = 500;
/** The maximum processor time of an idle server between two measurements. */
const calmMicroseconds = 10_000;
const self = fileURLToPath(import.meta.url);

/** @typedef {import('./servers.mjs').Server} Server */
/** @typedef {{ delay: number, shown: string }} Busy */
/** @typedef {{ name: string, path: string, body: object, isExpected: (bytes: Buffer) => boolean }} HeavyCall */
/** @typedef {{ passed: number, failed: number, results: { assertions: { message: string }[] }[] }} Ran */

if (process.argv[1] === self) respond();

/** The target of the heavy calls. */
function respond() {
  const items = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })));
  const entry = JSON.stringify({ id: 7, name: 'a "quoted" parcel', state: 'created' });
  const large = `[${Array.from({ length: Math.floor((bodyBytes - 2) / (entry.length + 1)) }, () => entry).join(',')}]`;
  const sent = new Map([
    ['/items', items],
    ['/large', large],
  ]);
  serve((request, response) => {
    const body = sent.get(request.url ?? '') ?? entry;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  });
}

/**
 * Measures the delay of the event loop: the median of servers that have only run one small execution before. The delay
 * of an idle process is shown beside it, because that is caused by the machine.
 * @param {string} directory
 * @param {(root: string) => Promise<Server>} startSvc
 * @returns {Promise<Busy>}
 */
export async function measureBusy(directory, startSvc) {
  const target = await start([self]);
  const waiting = await start([self]);
  const root = join(directory, 'busy');
  mkdirSync(root);
  for (const [name, text] of heavyFiles(target.url)) writeFileSync(join(root, name), text);
  /** @type {Busy[]} */
  const measured = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startSvc(root);
      try {
        await call(server, '/execute', { file: 'small.http' });
        measured.push(await busyRound(server, waiting));
      } finally {
        await server.stop();
      }
    }
  } finally {
    await target.stop();
    await waiting.stop();
  }
  const delay = median(measured.map((each) => each.delay));
  return measured.find((each) => each.delay === delay) ?? { delay, shown: '' };
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
  const started = performance.now();
  /** @param {HeavyCall} heavy */
  const keepGoing = async (heavy) => {
    const { name, path, body, isExpected } = heavy;
    const first = await call(server, path, body);
    const took = ((performance.now() - started) / 1000).toFixed(1);
    unfinished.delete(heavy);
    if (unfinished.size === 0) {
      delay = await server.ask('delay');
      machine = await waiting.ask('delay');
    }
    while (unfinished.size > 0) await call(server, path, body);
    if (!isExpected(first)) throw new Error(`${name}: unexpected outcome ${first.toString('utf8', 0, 500)}`);
    return `${name} ${took} s`;
  };
  const ended = await Promise.all(heavyCalls.map(keepGoing));
  return { delay, shown: `(${machine.toFixed(0)} in a process that waits; ${ended.join(', ')})` };
}

/** @type {readonly HeavyCall[]} */
const heavyCalls = [
  {
    name: 'file of 10 MiB',
    path: '/execute',
    body: { file: 'large.http' },
    isExpected: (bytes) => ran(bytes).passed === requests && ran(bytes).failed === 0,
  },
  {
    name: 'result of 50 MB',
    path: '/execute',
    body: { file: 'delivered.http' },
    isExpected: (bytes) => bytes.length > 50e6 && ran(bytes).passed === bodies,
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
    isExpected: (bytes) => imported(bytes).content.split(/^### /m).length > operations,
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
  const part = Math.floor(fileBytes / requests / 2);
  const checks = check.repeat(Math.floor(part / check.length));
  const body = JSON.stringify({ text: 'x'.repeat(part - 200) });
  /** @param {number} index */
  const request = (index) =>
    `### r${index}\nPOST ${url}/${index}\nContent-Type: application/json\n\n${body}\n\n>>>\n${checks}<<<\n\n`;
  const query = '$[?count($[?@.id >= 0]) > 5]';
  return [
    ['small.http', `### small\nGET ${url}\n`],
    ['large.http', Array.from({ length: requests }, (_, index) => request(index)).join('')],
    ['delivered.http', Array.from({ length: bodies }, (_, i) => `### d${i}\nGET ${url}/large\n\n`).join('')],
    ['hostile.http', `### hostile\nGET ${url}/items\n\n>>>\nexpect jsonpath "${query}" exists\n<<<\n`],
    ['api.json', JSON.stringify(apiDescription(operations), undefined, 2)],
  ];
}

/**
 * Returns the bytes, which are parsed after the measurement.
 * @param {Server} server
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Buffer>}
 */
function call(server, path, body) {
  const headers = { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.url}/api/v1${path}`, { method: 'POST', headers }, (response) => {
      buffer(response).then((bytes) => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${path} returned ${response.statusCode}: ${bytes.toString()}`));
      }, reject);
    });
    request.on('error', reject).end(JSON.stringify(body));
  });
}

/**
 * Measures how long it takes to list all files, for the first time and again.
 * @param {string} root
 * @param {number} files
 * @param {(root: string) => Promise<Server>} startSvc
 */
export async function measureWorkspace(root, files, startSvc) {
  mkdirSync(root);
  for (let i = 0; i < files; i += 1) {
    const folder = join(root, `group-${i % 100}`);
    if (i < 100) mkdirSync(folder);
    writeFileSync(join(folder, `${i}.http`), requestFile(i));
  }
  const server = await startSvc(root);
  try {
    const times = [];
    for (let i = 0; i < looks; i += 1) times.push(await timeOf(`${server.url}/api/v1/workspace`));
    const [cold = 0, , ...later] = times; // The second call may still read files that changed just before the first.
    return { cold, warm: median(later) };
  } finally {
    await server.stop();
  }
}

/** @param {number} i */
function requestFile(i) {
  const check = '>>>\nexpect status 200\nexpect body.id exists\n<<<\n';
  return `@base = http://127.0.0.1:1\n\n### Read ${i}\n# @name read\nGET {{base}}/items/${i}\n\n${check}\n### Change ${i}\n# @depends read\nPUT {{base}}/items/${i}\nContent-Type: application/json\n\n{"id": ${i}}\n`;
}

/** @param {string} url @returns {Promise<number>} milliseconds */
function timeOf(url) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = http.get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
      // The bytes are discarded, because parsing a megabyte of text may take longer than the call itself.
      response.resume().once('end', () => resolve(performance.now() - started));
    });
    asked.once('error', reject);
  });
}

/**
 * Measures the resident memory of an idle server that has listed its workspace, without forcing a garbage collection,
 * as users see it.
 * @param {() => Promise<Server>} startSvc
 */
export async function measureIdle(startSvc) {
  const server = await startSvc();
  try {
    for (const path of ['/health', '/workspace']) await timeOf(`${server.url}/api/v1${path}`);
    let calmLooks = 0;
    for (let used = await server.ask('time'); calmLooks < 4;) {
      await after(lookMs);
      const now = await server.ask('time');
      calmLooks = now - used < calmMicroseconds ? calmLooks + 1 : 0;
      used = now;
    }
    return await server.ask('resident');
  } finally {
    await server.stop();
  }
}
