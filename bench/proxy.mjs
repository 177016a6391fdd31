// node bench/proxy.mjs: how much of a bare node:http pass-through with kept connections does the recording
// proxy reach, and does its memory stay flat? Exits with 1 when a bar is missed. Target, proxies and client are
// separate processes. Proxies are warmed up and alternate; each round gives a ratio of two
// neighbours, and the median counts. The processor time of each proxy is measured, since target and client share
// the cores of a small machine with it. Every request of the comparison is recorded: the recordings are cleared before
// they fill up.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundTo, median, perSecond, report, requestsPerSecond, serve, start } from './servers.mjs';

const rounds = 7;
const clients = 20;
const requests = 5000;
const soak = 200_000;
const bars = { ratio: 0.7, growth: 60 };

const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
const body = JSON.stringify({ label: 'blue', weight: 1.25, password: 'hunter22' });

/** @typedef {import('./servers.mjs').Server} Server */

const [role, ...details] = process.argv.slice(2);
if (role === 'target') serve(respond);
else if (role === 'bare') serve(passOn(details[0] ?? ''));
else if (role === 'load') await load(details);
else await compare();

/** @type {http.RequestListener} */
function respond(request, response) {
  const text = JSON.stringify({ id: 7, label: 'parcel', state: 'created', weight: 1.25 });
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
  });
}

/**
 * The upper limit: a proxy that forwards everything and does nothing else.
 * @param {string} target
 * @returns {http.RequestListener}
 */
function passOn(target) {
  const { hostname, port } = new URL(target);
  const agent = new http.Agent({ keepAlive: true });
  return (request, response) => {
    const { method, url: path, headers } = request;
    const onward = http.request({ hostname, port, method, path, headers, agent }, (received) => {
      response.writeHead(received.statusCode ?? 0, received.headers);
      received.pipe(response);
    });
    request.pipe(onward);
  };
}

/**
 * Prints the number of responses per second.
 * @param {string[]} details
 */
async function load([url = '', method = 'GET', count = '']) {
  const sent = method === 'POST' ? body : '';
  console.log(await requestsPerSecond({ url, method, body: sent, count: Number(count), clients }));
}

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const target = await start([self, 'target'], { core: 1 });
  const bare = await start([self, 'bare', target.url], { core: 0 });
  const args = ['serve', directory, '--port', '0', '--api-only', '--no-history', '--watch=false'];
  const ours = await start([main, ...args], { core: 0 });
  try {
    const proxy = await startProxy(ours, target);
    const get = await takeTurns(ours, proxy, bare, 'GET');
    const post = await takeTurns(ours, proxy, bare, 'POST');
    // With the default limits recordings fill up, and then everything else is only forwarded.
    await rate(proxy, 'POST', soak / 10);
    const before = await ours.ask('memory');
    await rate(proxy, 'POST', soak);
    const growth = (await ours.ask('memory')) - before;
    report([
      ['GET through the proxy, of a bare pass-through', get.ratio, { least: bars.ratio }, get.shown],
      ['POST through the proxy, of a bare pass-through', post.ratio, { least: bars.ratio }, post.shown],
      [`memory growth over ${soak} requests, in MB`, growth, { below: bars.growth }],
    ]);
  } finally {
    for (const server of [ours, bare, target]) await server.stop();
    rmSync(directory, { recursive: true });
  }
}

/**
 * @param {Server} ours
 * @param {Server} target
 */
async function startProxy(ours, target) {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ targetUrl: target.url, port: 0 });
  const response = await fetch(`${ours.url}/api/v1/record/start`, { method: 'POST', headers, body });
  const { port } = /** @type {{ port: number }} */ (await response.json());
  return `http://127.0.0.1:${port}`;
}

/**
 * @param {Server} ours
 * @param {string} proxy
 * @param {Server} bare
 * @param {string} method
 */
async function takeTurns(ours, proxy, bare, method) {
  const ratios = [];
  const rates = [];
  for (let round = -2; round < rounds; round += 1) {
    const limit = await cost(bare, bare.url, method);
    const own = await cost(ours, proxy, method);
    await allRecorded(ours);
    if (round < 0) continue; // Warm-up.
    ratios.push(limit.time / own.time);
    rates.push([own.rate, limit.rate]);
  }
  const ownRate = median(rates.map(([rate = 0]) => rate));
  const bareRate = median(rates.map(([, rate = 0]) => rate));
  return { ratio: median(ratios), shown: perSecond(ownRate, bareRate) };
}

/**
 * Measures microseconds of processor time per request, and requests per second.
 * @param {Server} server
 * @param {string} url
 * @param {string} method
 */
async function cost(server, url, method) {
  const before = await server.ask('time');
  const perSecond = await rate(url, method);
  return { time: ((await server.ask('time')) - before) / requests, rate: perSecond };
}

/** @param {Server} ours */
async function allRecorded(ours) {
  const status = await fetch(`${ours.url}/api/v1/record/status`);
  const { count } = /** @type {{ count: number }} */ (await status.json());
  if (count !== requests) throw new Error(`${count} of ${requests} exchanges were recorded`);
  await fetch(`${ours.url}/api/v1/record/clear`, { method: 'DELETE' });
}

/**
 * Starts a new process each time, so that earlier work does not slow down the client.
 * @param {string} url
 * @param {string} method
 */
async function rate(url, method, count = requests) {
  const [program = '', ...args] = boundTo(1, [
    process.execPath,
    self,
    'load',
    `${url}/crates/7?full=1`,
    method,
    String(count),
  ]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return Number(await text(child.stdout));
}
