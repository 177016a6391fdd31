// node bench/server.mjs [--against <dist/main.js of another build>]: how much of a bare node:http responder does
// `svc serve` reach, how much of a bare relay does an execution reach, alone and 64 in parallel, and does it stay
// responsive and small? Exits with 1 when a bar is missed. All parts are separate processes, and warmed up before
// they are measured. Those compared alternate, each round gives a ratio of two neighbours, and the median counts,
// so that other load of the machine affects both alike.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { measureBusy, measureIdle, measureWorkspace } from './one-server.mjs';
import { median, perSecond, report, requestsPerSecond, serve, start } from './servers.mjs';

const rounds = 9;
const clients = 20;
/** The number of executions that a server runs at once. */
const parallel = 64;
const requests = 2000;
const wide = 50;
const soak = 20_000;
const files = 10_000;
const bars = {
  info: 0.6,
  execute: 0.4,
  withoutTarget: 0.35,
  other: 0.9,
  warm: 60,
  faster: 20,
  delay: 50,
  busy: 20,
  growth: 40,
  idle: 90,
};

const self = fileURLToPath(import.meta.url);
const repository = join(dirname(self), '..');
const main = join(repository, 'dist', 'main.js');

const execution = JSON.stringify({ file: 'one.http' });

/** @typedef {import('./servers.mjs').Server} Server */
/** @typedef {import('./servers.mjs').Load} Load */
/** @typedef {{ rate: (url: string, method: string, body: string, count?: number, concurrency?: number) => Promise<number>, stop: () => void }} Client */

const [role, target = ''] = process.argv.slice(2);
if (role === 'respond') respond();
else if (role === 'relay') relay(target);
else if (role === 'client') client();
else if (role === '--against') await compare(resolve(target));
else await compare(undefined);

/** The upper limit: a responder that does nothing else. */
function respond() {
  const body = JSON.stringify({ id: 7, name: 'parcel', state: 'created', weight: 1.25 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  serve((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, headers).end(body));
  });
}

/**
 * The upper limit of an execution: receives a POST, sends one request to the same target, reads its response, returns JSON.
 * @param {string} url
 */
function relay(url) {
  const agent = new http.Agent({ keepAlive: true });
  /** @param {http.IncomingMessage} received @param {http.ServerResponse} response */
  const passOn = async (received, response) => {
    /** @type {{ id: number }} */
    const item = JSON.parse(await text(received));
    const body = JSON.stringify({ passed: item.id === 7 });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  };
  serve((request, response) => {
    void text(request).then((sent) => {
      JSON.parse(sent);
      http.request(`${url}/items/7`, { agent }, (received) => void passOn(received, response)).end();
    });
  });
}

/** Returns requests per second for each load. */
function client() {
  process.on('message', (/** @type {Load} */ load) => {
    void requestsPerSecond(load).then((rate) => process.send?.(rate));
  });
}

/** @param {string | undefined} other the program of another build */
async function compare(other) {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const responder = await start([self, 'respond']);
  const asking = startClient();
  try {
    const rates = await measureRates(directory, responder, asking);
    const wider = await measureParallel(directory, responder, asking, other);
    const workspace = await measureWorkspace(join(directory, 'many'), files, (root) =>
      startSvc(main, root, root),
    );
    const busy = await measureBusy(directory, (root) => startSvc(main, root, directory));
    const idle = await measureIdle(() => startSvc(main, join(repository, 'examples'), directory, []));
    checkBars({ ...rates, ...wider, ...workspace, busy, idle });
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
  const server = await startSvc(main, smallWorkspace(directory, responder.url), directory);
  const bareRelay = await start([self, 'relay', responder.url]);
  const execute = `${server.url}/api/v1/execute`;
  try {
    const info = await compareRates(asking, responder.url, `${server.url}/api/v1/system/info`, 'GET', '');
    const executed = await compareRates(asking, bareRelay.url, execute, 'POST', execution);
    const executedBare = await compareRates(asking, responder.url, execute, 'POST', execution);
    const delays = [];
    for (let round = 0; round < rounds; round += 1) {
      await server.ask('reset');
      await asking.rate(execute, 'POST', execution, requests, wide);
      delays.push(await server.ask('delay'));
    }
    const before = await server.ask('memory');
    await asking.rate(execute, 'POST', execution, soak, wide);
    const growth = (await server.ask('memory')) - before;
    return { info, executed, executedBare, delay: median(delays), growth };
  } finally {
    await bareRelay.stop();
    await server.stop();
  }
}

/**
 * Compares with the bare relay, and with another build if one is given.
 * @param {string} directory
 * @param {Server} responder
 * @param {Client} asking
 * @param {string | undefined} other
 */
async function measureParallel(directory, responder, asking, other) {
  const root = smallWorkspace(directory, responder.url);
  const server = await startSvc(main, root, directory);
  const bareRelay = await start([self, 'relay', responder.url]);
  const otherServer = other === undefined ? undefined : await startSvc(other, root, join(directory, 'other'));
  const execute = `${server.url}/api/v1/execute`;
  try {
    const relayed = await compareRates(asking, bareRelay.url, execute, 'POST', execution, parallel);
    if (otherServer === undefined) return { relayed, beside: undefined };
    const otherUrl = `${otherServer.url}/api/v1/execute`;
    return { relayed, beside: await compareRates(asking, otherUrl, execute, 'POST', execution, parallel) };
  } finally {
    await otherServer?.stop();
    await bareRelay.stop();
    await server.stop();
  }
}

/**
 * @param {string} directory
 * @param {string} url
 */
function smallWorkspace(directory, url) {
  const root = join(directory, 'small');
  mkdirSync(root, { recursive: true });
  const check = '\n\n>>>\nexpect status == 200\nexpect body.id == 7\n<<<\n';
  writeFileSync(join(root, 'one.http'), `### One\nGET ${url}/items/7${check}`);
  return root;
}

/**
 * Uses the same client, request and concurrency for both, one right after the other.
 * @param {Client} asking
 * @param {string} bareUrl
 * @param {string} url
 * @param {string} method
 * @param {string} body
 * @param {number} [concurrency]
 */
async function compareRates(asking, bareUrl, url, method, body, concurrency = clients) {
  const ratios = [];
  const bares = [];
  const ours = [];
  for (let round = -2; round < rounds; round += 1) {
    const bare = await asking.rate(bareUrl, method, body, requests, concurrency);
    const own = await asking.rate(url, method, body, requests, concurrency);
    if (round < 0) continue; // Warm-up.
    ratios.push(own / bare);
    bares.push(bare);
    ours.push(own);
  }
  return { ratio: median(ratios), shown: perSecond(median(ours), median(bares)) };
}

/**
 * Runs with history and log, as users do; a preloaded module reports internal figures.
 * @param {string} program
 * @param {string} root
 * @param {string} home
 * @param {readonly string[]} [flags]
 */
function startSvc(program, root, home, flags = ['--api-only']) {
  mkdirSync(home, { recursive: true });
  const history = ['--history-db', join(home, '.svc-bench.db')];
  return start([program, 'serve', root, '--port', '0', ...flags, ...history]);
}

/** @typedef {{ ratio: number, shown: string }} Compared */
/** @typedef {'cold' | 'warm' | 'delay' | 'growth' | 'idle'} Figure */
/** @typedef {Record<'info' | 'executed' | 'executedBare' | 'relayed', Compared> & { beside: Compared | undefined }} Ratios */
/** @typedef {{ busy: import('./one-server.mjs').Busy }} Busy */

/** @param {Ratios & Record<Figure, number> & Busy} figures */
function checkBars({ info, executed, executedBare, relayed, beside, cold, warm, delay, growth, busy, idle }) {
  const besideOther = `POST /execute of the other build, ${parallel} in parallel`;
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
      executedBare.ratio,
      { least: bars.withoutTarget },
      executedBare.shown,
    ],
    [`POST /execute of a bare relay, ${parallel} in parallel`, relayed.ratio, 'no bar', relayed.shown],
    ...(beside
      ? [/** @type {const} */ ([besideOther, beside.ratio, { least: bars.other }, beside.shown])]
      : []),
    [
      `GET /workspace of ${files} files, cold by warm`,
      cold / warm,
      { least: bars.faster },
      `${cold.toFixed(0)} ms cold`,
    ],
    ['GET /workspace warm, in ms', warm, { below: bars.warm }],
    [`event loop delay p99 while ${wide} executions run, in ms`, delay, { below: bars.delay }],
    ['event loop delay p99 beside four heavy calls, in ms', busy.delay, { below: bars.busy }, busy.shown],
    [`memory growth over ${soak} executions, in MB`, growth, { below: bars.growth }],
    ['memory of an idle server, in MB', idle, { below: bars.idle }],
  ]);
}
