// node bench/server.mjs: how much of a bare node:http responder does `svc serve` reach, and does it stay
// responsive? Ends with 1 when a bar is missed. The responder, the server and the clients are processes of
// their own; measurements take turns, and the best of several rounds counts.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 8;
const clients = 20;
const requests = 2000;
const wide = 50;
const soak = 20_000;
const files = 10_000;
const bars = { info: 0.6, execute: 0.35, warm: 60, faster: 20, delay: 50, growth: 40 };

const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
/** In the server: the delay of its event loop since the last question, and its memory. */
const INSIDE = `data:text/javascript,${encodeURIComponent(`
import { monitorEventLoopDelay } from 'node:perf_hooks';
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', (question) => {
  if (question === 'delay') process.send(delay.percentile(99) / 1e6);
  else if (question === 'rss') process.send(process.memoryUsage.rss() / 1024 / 1024);
  else { delay.reset(); process.send(0); }
});
process.channel.unref();
`)}`;

/** @typedef {{ url: string, ask: (question: string) => Promise<number>, stop: () => Promise<void> }} Server */

const [role, ...details] = process.argv.slice(2);
if (role === 'respond') respond();
else if (role === 'load') await load(details);
else await compare();

/** The limit: what answers without doing anything. */
function respond() {
  const body = JSON.stringify({ id: 7, name: 'parcel', state: 'created', weight: 1.25 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, headers).end(body));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
}

/**
 * Sends the same request again and again over kept connections; prints how many were answered per second.
 * @param {string[]} details
 */
async function load([url = '', method = 'GET', body = '', count = '', concurrency = '']) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number(concurrency) });
  const headers = body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const send = () =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { agent, method, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      request.on('error', reject).end(body);
    });
  const started = performance.now();
  let left = Number(count);
  const work = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, work));
  console.log((Number(count) / (performance.now() - started)) * 1000);
  agent.destroy();
}

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const responder = await start([self, 'respond']);
  try {
    const rates = await measureRates(directory, responder);
    const workspace = await measureWorkspace(join(directory, 'many'));
    report({ ...rates, ...workspace });
  } finally {
    await responder.stop();
    rmSync(directory, { recursive: true });
  }
}

/**
 * @param {string} directory
 * @param {Server} responder
 */
async function measureRates(directory, responder) {
  const small = join(directory, 'small');
  mkdirSync(small);
  const check = '\n\n>>>\nexpect status == 200\nexpect body.id == 7\n<<<\n';
  writeFileSync(join(small, 'one.http'), `### One\nGET ${responder.url}/items/7${check}`);
  const server = await startSvc(small, directory);
  const execution = /** @type {const} */ (['POST', JSON.stringify({ file: 'one.http' })]);
  const best = { bare: 0, info: 0, barePost: 0, execute: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      best.bare = Math.max(best.bare, await rate(responder.url, 'GET', ''));
      best.info = Math.max(best.info, await rate(`${server.url}/api/v1/system/info`, 'GET', ''));
      best.barePost = Math.max(best.barePost, await rate(responder.url, ...execution));
      best.execute = Math.max(best.execute, await rate(`${server.url}/api/v1/execute`, ...execution));
    }
    await server.ask('reset');
    await rate(`${server.url}/api/v1/execute`, ...execution, requests, wide);
    const delay = await server.ask('delay');
    const before = await server.ask('rss');
    await rate(`${server.url}/api/v1/execute`, ...execution, soak, wide);
    const growth = (await server.ask('rss')) - before;
    return { ...best, delay, growth };
  } finally {
    await server.stop();
  }
}

/**
 * A process of its own each time: the client must not be slowed down by what it did before.
 * @param {string} url
 * @param {string} [method]
 * @param {string} [body]
 */
async function rate(url, method = 'GET', body = '', count = requests, concurrency = clients) {
  const child = spawn(
    process.execPath,
    [self, 'load', url, method, body, String(count), String(concurrency)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const printed = await text(child.stdout);
  return Number(printed);
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
    for (let i = 0; i < 6; i += 1) times.push(await timeOf(`${server.url}/api/v1/workspace`));
    const [cold = 0, ...later] = times;
    return { cold, warm: Math.min(...later) };
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
  return start(['--import', INSIDE, '--', main, 'serve', root, '--port', '0', '--api-only', ...history]);
}

/**
 * @param {string[]} args
 * @returns {Promise<Server>}
 */
async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  const line = await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
  });
  return {
    url: String(line).replace('Listening on ', '').trim(),
    ask: (question) =>
      new Promise((resolve) => {
        child.once('message', (answer) => resolve(Number(answer)));
        child.send(question);
      }),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill();
      }),
  };
}

/** @param {Record<'bare' | 'info' | 'barePost' | 'execute' | 'cold' | 'warm' | 'delay' | 'growth', number>} met */
function report({ bare, info, barePost, execute, cold, warm, delay, growth }) {
  const rows = /** @type {const} */ ([
    ['GET /system/info of a bare responder', info / bare, bars.info, perSecond(info, bare)],
    ['POST /execute of a bare responder', execute / barePost, bars.execute, perSecond(execute, barePost)],
    [
      `GET /workspace of ${files} files, cold by warm`,
      cold / warm,
      bars.faster,
      `${cold.toFixed(0)} ms cold`,
    ],
    ['GET /workspace warm, in ms', warm, -bars.warm, ''],
    [`event loop delay p99 while ${wide} executions run, in ms`, delay, -bars.delay, ''],
    [`memory growth over ${soak} executions, in MB`, growth, -bars.growth, ''],
  ]);
  for (const [name, value, bar, more] of rows) {
    const ok = bar < 0 ? value < -bar : value >= bar;
    if (!ok) process.exitCode = 1;
    const limit = bar < 0 ? `below ${-bar}` : `at least ${bar}`;
    console.log(
      `${ok ? 'ok  ' : 'MISS'} ${name.padEnd(56)} ${value.toFixed(2).padStart(8)}  ${limit}  ${more}`,
    );
  }
}

/** @param {number} ours @param {number} bare */
function perSecond(ours, bare) {
  return `(${ours.toFixed(0)} and ${bare.toFixed(0)} per second)`;
}
