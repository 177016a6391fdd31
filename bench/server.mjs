// node bench/server.mjs: how much of a bare node:http responder does `svc serve` reach, how much of a bare relay does
// an execution reach, and does it stay responsive? Ends with 1 when a bar is missed. Everybody is a process of their
// own, and warm before it counts; those compared take turns, each round gives a ratio of two neighbours, and the
// median of the rounds counts, so that what else the machine does hits both alike.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { median, perSecond, report, requestsPerSecond, serve, start } from './servers.mjs';

const rounds = 9;
const clients = 20;
const requests = 2000;
const looks = 11;
const wide = 50;
const soak = 20_000;
const files = 10_000;
const bars = { info: 0.6, execute: 0.35, warm: 60, faster: 20, delay: 50, growth: 40 };

const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');

/** @typedef {import('./servers.mjs').Server} Server */
/** @typedef {import('./servers.mjs').Load} Load */
/** @typedef {{ rate: (url: string, method: string, body: string, count?: number, concurrency?: number) => Promise<number>, stop: () => void }} Client */

const [role, target = ''] = process.argv.slice(2);
if (role === 'respond') respond();
else if (role === 'relay') relay(target);
else if (role === 'client') client();
else await compare();

/** The limit: what answers without doing anything. */
function respond() {
  const body = JSON.stringify({ id: 7, name: 'parcel', state: 'created', weight: 1.25 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  serve((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, headers).end(body));
  });
}

/**
 * The limit of an execution: a POST in, one request to the same target, its answer read, JSON out.
 * @param {string} url
 */
function relay(url) {
  const agent = new http.Agent({ keepAlive: true });
  /** @param {http.IncomingMessage} answer @param {http.ServerResponse} response */
  const passOn = async (answer, response) => {
    /** @type {{ id: number }} */
    const item = JSON.parse(await text(answer));
    const body = JSON.stringify({ passed: item.id === 7 });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  };
  serve((request, response) => {
    void text(request).then((sent) => {
      JSON.parse(sent);
      http.request(`${url}/items/7`, { agent }, (answer) => void passOn(answer, response)).end();
    });
  });
}

/** Answers each load with requests per second. */
function client() {
  process.on('message', (/** @type {Load} */ load) => {
    void requestsPerSecond(load).then((rate) => process.send?.(rate));
  });
}

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const responder = await start([self, 'respond']);
  const asking = startClient();
  try {
    const rates = await measureRates(directory, responder, asking);
    const workspace = await measureWorkspace(join(directory, 'many'));
    judge({ ...rates, ...workspace });
  } finally {
    asking.stop();
    await responder.stop();
    rmSync(directory, { recursive: true });
  }
}

/** @returns {Client} */
function startClient() {
  const child = spawn(process.execPath, [self, 'client'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    rate: (url, method, body, count = requests, concurrency = clients) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('the client ended'));
        child.once('exit', fail);
        child.once('message', (rate) => {
          child.off('exit', fail);
          resolve(Number(rate));
        });
        child.send({ url, method, body, count, clients: concurrency });
      }),
    stop: () => child.kill(),
  };
}

/**
 * @param {string} directory
 * @param {Server} responder
 * @param {Client} asking
 */
async function measureRates(directory, responder, asking) {
  const small = join(directory, 'small');
  mkdirSync(small);
  const check = '\n\n>>>\nexpect status == 200\nexpect body.id == 7\n<<<\n';
  writeFileSync(join(small, 'one.http'), `### One\nGET ${responder.url}/items/7${check}`);
  const server = await startSvc(small, directory);
  const bareRelay = await start([self, 'relay', responder.url]);
  const execute = `${server.url}/api/v1/execute`;
  const execution = JSON.stringify({ file: 'one.http' });
  try {
    const info = await compareRates(asking, responder.url, `${server.url}/api/v1/system/info`, 'GET', '');
    const executed = await compareRates(asking, bareRelay.url, execute, 'POST', execution);
    const answered = await compareRates(asking, responder.url, execute, 'POST', execution);
    const delays = [];
    for (let round = 0; round < rounds; round += 1) {
      await server.ask('reset');
      await asking.rate(execute, 'POST', execution, requests, wide);
      delays.push(await server.ask('delay'));
    }
    const before = await server.ask('memory');
    await asking.rate(execute, 'POST', execution, soak, wide);
    const growth = (await server.ask('memory')) - before;
    return { info, executed, answered, delay: median(delays), growth };
  } finally {
    await bareRelay.stop();
    await server.stop();
  }
}

/**
 * The same client, request and concurrency for both, one right after the other.
 * @param {Client} asking
 * @param {string} bareUrl
 * @param {string} url
 * @param {string} method
 * @param {string} body
 */
async function compareRates(asking, bareUrl, url, method, body) {
  const ratios = [];
  const bares = [];
  const ours = [];
  for (let round = -2; round < rounds; round += 1) {
    const bare = await asking.rate(bareUrl, method, body);
    const own = await asking.rate(url, method, body);
    if (round < 0) continue; // warming up
    ratios.push(own / bare);
    bares.push(bare);
    ours.push(own);
  }
  return { ratio: median(ratios), shown: perSecond(median(ours), median(bares)) };
}

/** @param {string} root */
async function measureWorkspace(root) {
  mkdirSync(root);
  for (let i = 0; i < files; i += 1) {
    const folder = join(root, `group-${i % 100}`);
    if (i < 100) mkdirSync(folder);
    writeFileSync(join(folder, `${i}.http`), requestFile(i));
  }
  const server = await startSvc(root, root);
  try {
    const times = [];
    for (let i = 0; i < looks; i += 1) times.push(await timeOf(`${server.url}/api/v1/workspace`));
    const [cold = 0, , ...later] = times; // the second one may still read what changed a moment before the first
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

/** @param {string} url */
async function timeOf(url) {
  const started = performance.now();
  const response = await fetch(url);
  const received = await response.text();
  if (response.status !== 200) throw new Error(received);
  return performance.now() - started;
}

/**
 * As people run it, with history and log; a module loaded first tells about its inside.
 * @param {string} root
 * @param {string} home
 */
function startSvc(root, home) {
  const history = ['--history-db', join(home, '.svc-bench.db')];
  return start([main, 'serve', root, '--port', '0', '--api-only', ...history]);
}

/** @typedef {{ ratio: number, shown: string }} Compared */

/** @param {Record<'info' | 'executed' | 'answered', Compared> & Record<'cold' | 'warm' | 'delay' | 'growth', number>} met */
function judge({ info, executed, answered, cold, warm, delay, growth }) {
  const colder = `GET /workspace of ${files} files, cold by warm`;
  report([
    ['GET /system/info of a bare responder', info.ratio, { least: bars.info }, info.shown],
    [
      'POST /execute of a bare relay to the same target',
      executed.ratio,
      { least: bars.execute },
      executed.shown,
    ],
    [
      'POST /execute of a bare responder without a target',
      answered.ratio,
      { least: bars.execute },
      answered.shown,
    ],
    [colder, cold / warm, { least: bars.faster }, `${cold.toFixed(0)} ms cold`],
    ['GET /workspace warm, in ms', warm, { below: bars.warm }],
    [`event loop delay p99 while ${wide} executions run, in ms`, delay, { below: bars.delay }],
    [`memory growth over ${soak} executions, in MB`, growth, { below: bars.growth }],
  ]);
}
