// node bench/proxy.mjs: how much of a bare node:http pass-through with kept connections does the recording
// proxy of `svc record` reach, and does its memory stay flat? Ends with 1 when a bar is missed. Target, proxies
// and clients are processes of their own; measurements take turns, and the best of several rounds counts.
import { spawn } from 'node:child_process';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 5;
const clients = 20;
const requests = 5000;
const soak = 200_000;
const bars = { get: 0.7, post: 0.7, growth: 60 };

const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
/** In the proxy: its memory. */
const INSIDE = `data:text/javascript,${encodeURIComponent(`
process.on('message', () => process.send(process.memoryUsage.rss() / 1024 / 1024));
process.channel.unref();
`)}`;
const body = JSON.stringify({ label: 'blue', weight: 1.25, password: 'hunter22' });

/** @typedef {{ url: string, memory: () => Promise<number>, stop: () => Promise<void> }} Server */

const [role, ...details] = process.argv.slice(2);
if (role === 'target') serve(answer);
else if (role === 'bare') serve(passOn(details[0] ?? ''));
else if (role === 'load') await load(details);
else await compare();

/** @type {http.RequestListener} */
function answer(request, response) {
  const text = JSON.stringify({ id: 7, label: 'parcel', state: 'created', weight: 1.25 });
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
  });
}

/**
 * The limit: what passes everything on and does nothing else.
 * @param {string} target
 * @returns {http.RequestListener}
 */
function passOn(target) {
  const { hostname, port } = new URL(target);
  const agent = new http.Agent({ keepAlive: true });
  return (request, response) => {
    const { method, url: path, headers } = request;
    const onward = http.request({ hostname, port, method, path, headers, agent }, (answered) => {
      response.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(response);
    });
    request.pipe(onward);
  };
}

/** @param {http.RequestListener} listener */
function serve(listener) {
  const server = http.createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
}

/**
 * Sends the same request again and again over kept connections; prints how many were answered per second.
 * @param {string[]} details
 */
async function load([url = '', method = 'GET', count = '']) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const sent = method === 'POST' ? body : '';
  const headers = sent === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': sent.length };
  const send = () =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { agent, method, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      request.on('error', reject).end(sent);
    });
  const started = performance.now();
  let left = Number(count);
  const work = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: clients }, work));
  console.log((Number(count) / (performance.now() - started)) * 1000);
  agent.destroy();
}

async function compare() {
  const target = await start([self, 'target']);
  const bare = await start([self, 'bare', target.url]);
  // More than all rounds together, so that every request of the comparison is recorded.
  const room = String(rounds * requests * 3);
  const args = ['record', '--target', target.url, '--port', '0', '--quiet=false'];
  const ours = await start(['--import', INSIDE, '--', main, ...args, '--max-recordings', room]);
  const best = { bareGet: 0, get: 0, barePost: 0, post: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      best.bareGet = Math.max(best.bareGet, await rate(bare.url, 'GET'));
      best.get = Math.max(best.get, await rate(ours.url, 'GET'));
      best.barePost = Math.max(best.barePost, await rate(bare.url, 'POST'));
      best.post = Math.max(best.post, await rate(ours.url, 'POST'));
    }
  } finally {
    await ours.stop();
    await bare.stop();
  }
  report({ ...best, growth: await measureGrowth(args) });
  await target.stop();
}

/**
 * With the usual limits: recordings fill up, then everything else is passed on only.
 * @param {string[]} args
 */
async function measureGrowth(args) {
  const ours = await start(['--import', INSIDE, '--', main, ...args]);
  try {
    await rate(ours.url, 'POST', soak / 10);
    const before = await ours.memory();
    await rate(ours.url, 'POST', soak);
    return (await ours.memory()) - before;
  } finally {
    await ours.stop();
  }
}

/**
 * A process of its own each time: the client must not be slowed down by what it did before.
 * @param {string} url
 * @param {string} method
 */
async function rate(url, method, count = requests) {
  const args = [self, 'load', `${url}/crates/7?full=1`, method, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return Number(await text(child.stdout));
}

/**
 * @param {string[]} args
 * @returns {Promise<Server>}
 */
async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const line = await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.stderr?.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
  });
  child.stdout?.resume();
  child.stderr?.resume();
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))?.[0] ?? '',
    memory: () =>
      new Promise((resolve) => {
        child.once('message', (answered) => resolve(Number(answered)));
        child.send('memory');
      }),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

/** @param {Record<'bareGet' | 'get' | 'barePost' | 'post' | 'growth', number>} met */
function report({ bareGet, get, barePost, post, growth }) {
  const rows = /** @type {const} */ ([
    ['GET through the proxy by bare pass-through', get / bareGet, bars.get, perSecond(get, bareGet)],
    ['POST through the proxy by bare pass-through', post / barePost, bars.post, perSecond(post, barePost)],
    [`memory growth over ${soak} requests, in MB`, growth, -bars.growth, ''],
  ]);
  for (const [name, value, bar, more] of rows) {
    const ok = bar < 0 ? value < -bar : value >= bar;
    if (!ok) process.exitCode = 1;
    const limit = bar < 0 ? `below ${-bar}` : `at least ${bar}`;
    console.log(
      `${ok ? 'ok  ' : 'MISS'} ${name.padEnd(48)} ${value.toFixed(2).padStart(8)}  ${limit}  ${more}`,
    );
  }
}

/** @param {number} ours @param {number} bare */
function perSecond(ours, bare) {
  return `(${ours.toFixed(0)} and ${bare.toFixed(0)} per second)`;
}
