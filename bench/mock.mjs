// node bench/mock.mjs: how much of a bare node:http responder does the mock server reach with 1 route and with 1,000,
// what does it cost when a client receives every event, and does its memory stay flat? Exits with 1 when a bar is missed.
// The responder runs in the process of the server, both alternate, and the processor time of that process is measured:
// on a machine with other load, rates and separate processes mean little. Clients are separate processes on a
// separate core.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { boundTo, report, start } from './servers.mjs';

const rounds = 15;
const connections = 16;
const requests = 5000;
const soak = 200_000;
const bars = { one: 0.8, many: 0.75, growth: 30 };

const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
const BODY = JSON.stringify({ id: 7, name: 'parcel', state: 'created', weight: 1.25 }, undefined, 2);
/** Loaded into the server: a responder that does nothing else. */
const BARE = `
port: (() => {
  const body = ${JSON.stringify(BODY)};
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const bare = http.createServer((_, response) => void response.writeHead(200, headers).end(body));
  bare.listen(0, '127.0.0.1').unref();
  return () => bare.address().port;
})(),
`;

/** @typedef {import('./servers.mjs').Server} Server */
/** @typedef {{ ask: (port: number, path: string, count: number) => Promise<void>, stop: () => void }} Client */

const [role, ...details] = process.argv.slice(2);
if (role === 'listen') await listen(details);
else if (role === 'load') await loads();
else await compare();

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const client = startClient();
  try {
    writeFileSync(join(directory, 'one.http'), requestFile(1));
    writeFileSync(join(directory, 'many.http'), requestFile(1000));
    const one = await measure(client, directory, 'one.http', '/group-0/items/7');
    const many = await measure(client, directory, 'many.http', '/group-777/items/7');
    checkBars(one, many);
  } finally {
    client.stop();
    rmSync(directory, { recursive: true });
  }
}

/** @param {number} count */
function requestFile(count) {
  const mock = `>>>mock\n200 OK\n\n${BODY}\n<<<\n`;
  const route = (/** @type {number} */ i) => `### r${i}\nGET {{base}}/group-${i}/items/{{id}}\n\n${mock}`;
  return Array.from({ length: count }, (_, i) => route(i)).join('\n');
}

/**
 * Measures first without listeners of events, then with a WebSocket client.
 * @param {Client} client
 * @param {string} directory
 * @param {string} file
 * @param {string} path
 */
async function measure(client, directory, file, path) {
  const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error'];
  const server = await start([main, 'serve', directory, ...flags], { core: 0, figures: BARE });
  try {
    const mock = await startMock(server.url, file);
    const bare = await server.ask('port');
    const quiet = await takeTurns(client, server, mock, bare, path);
    const listener = companion('listen', new URL(server.url).port);
    await new Promise((resolve) => listener.stdout.once('data', resolve));
    const observed = await takeTurns(client, server, mock, bare, path);
    const before = await server.ask('memory');
    await client.ask(mock, path, soak);
    const growth = (await server.ask('memory')) - before;
    listener.stdin.end();
    return { quiet, observed, growth, events: Number(await text(listener.stdout)) };
  } finally {
    await server.stop();
  }
}

/**
 * The median of rounds in which both were measured one after the other.
 * @param {Client} client
 * @param {Server} server
 * @param {number} mock
 * @param {number} bare
 * @param {string} path
 */
async function takeTurns(client, server, mock, bare, path) {
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await cost(client, server, bare, path);
    const own = await cost(client, server, mock, path);
    pairs.push({ bare: limit, mock: own, ratio: limit / own });
  }
  pairs.sort((a, b) => a.ratio - b.ratio);
  return pairs[rounds >> 1] ?? { bare: 0, mock: 0, ratio: 0 };
}

/**
 * Microseconds of processor time for each request.
 * @param {Client} client
 * @param {Server} server
 * @param {number} port
 * @param {string} path
 */
async function cost(client, server, port, path) {
  const before = await server.ask('time');
  await client.ask(port, path, requests);
  return ((await server.ask('time')) - before) / requests;
}

/**
 * One client for everything, because a new one is too slow at first to keep a server busy.
 * @returns {Client}
 */
function startClient() {
  const child = companion('load');
  return {
    ask: (port, path, count) =>
      new Promise((resolve) => {
        child.stdout.once('data', () => resolve());
        child.stdin.write(`${port} ${path} ${count}\n`);
      }),
    stop: () => child.stdin.end(),
  };
}

/** Starts a client on the other core. @param {string[]} args */
function companion(...args) {
  const [program = '', ...rest] = boundTo(1, [process.execPath, self, ...args]);
  return spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function loads() {
  for await (const line of createInterface({ input: process.stdin })) {
    const [port, path = '', count] = line.split(' ');
    await load(Number(port), path, Number(count));
    process.stdout.write('\n');
  }
}

/**
 * Sends one request after another on each connection and only counts bytes, because parsing would make the client the
 * slowest part.
 * @param {number} port
 * @param {string} path
 * @param {number} count
 */
async function load(port, path, count) {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  let left = count;
  const work = () =>
    new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1');
      let size = 0;
      let received = 0;
      const next = () => {
        left -= 1;
        if (left < 0) socket.end(() => resolve(undefined));
        else socket.write(request);
      };
      socket.on('data', (chunk) => {
        size ||= sizeOf(chunk);
        received += chunk.length;
        if (received < size) return;
        received -= size;
        next();
      });
      socket.on('error', reject);
      next();
    });
  await Promise.all(Array.from({ length: connections }, work));
}

/** All responses have the size of the first. @param {Buffer} response */
function sizeOf(response) {
  const head = response.toString('latin1', 0, response.indexOf('\r\n\r\n'));
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head);
  return head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
}

/**
 * Counts events until its input ends. It reads only the headers of frames (RFC 6455, section 5.2), to need little time.
 * @param {string[]} details
 */
async function listen([port = '']) {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n`;
  const socket = net.connect(Number(port), '127.0.0.1');
  socket.write(`GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}${key}\r\n`);
  const hello = await new Promise((resolve) => socket.once('data', resolve));
  if (!String(hello).startsWith('HTTP/1.1 101 ')) throw new Error(String(hello));
  process.stdout.write('\n');
  const frames = countFrames(socket);
  await text(process.stdin);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  socket.destroy();
  process.stdout.write(String(frames.texts));
}

/** @param {net.Socket} socket */
function countFrames(socket) {
  const count = { texts: 0 };
  let at = 0;
  /** @type {Buffer} */
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (at + 4 <= bytes.length) {
      if (bytes[at] === 0x81) count.texts += 1;
      const short = bytes[at + 1] ?? 0;
      at += short === 126 ? 4 + bytes.readUInt16BE(at + 2) : 2 + short;
    }
    rest = bytes.subarray(Math.min(at, bytes.length));
    at = Math.max(0, at - bytes.length);
  });
  return count;
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

/** @typedef {{ bare: number, mock: number, ratio: number }} Turn */
/** @typedef {{ quiet: Turn, observed: Turn, growth: number, events: number }} Measured */

/**
 * @param {Measured} one
 * @param {Measured} many
 */
function checkBars(one, many) {
  const wanted = rounds * requests + soak;
  const lost = 2 * wanted - one.events - many.events;
  const growth = Math.max(one.growth, many.growth);
  report([
    ['1 route, of a bare responder', one.quiet.ratio, { least: bars.one }, times(one.quiet)],
    ['1,000 routes, of a bare responder', many.quiet.ratio, { least: bars.many }, times(many.quiet)],
    ['1 route, a client receives every event', one.observed.ratio, { least: bars.one }, times(one.observed)],
    [
      '1,000 routes, a client receives every event',
      many.observed.ratio,
      { least: bars.many },
      times(many.observed),
    ],
    [`memory over ${soak} requests, in MiB`, growth, { below: bars.growth }],
    [`events of ${2 * wanted} that the client did not receive`, lost, { below: 1 }],
  ]);
}

/** @param {Turn} turn */
function times({ mock, bare }) {
  return `(${mock.toFixed(1)} and ${bare.toFixed(1)} µs of processor time)`;
}
