// node bench/mock.mjs: how much of a bare node:http responder does the mock server reach with 1 route and with 1,000,
// what does it cost when a client hears every event, and does its memory stay flat? Ends with 1 when a bar is missed.
// The responder lives in the process of the server, both take turns, and the processor time of that process counts:
// on a machine with other work, rates and separate processes say little. Clients are processes of their own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.env.ROUNDS ?? 15);
const connections = 16;
const requests = 5000;
const soak = Number(process.env.SOAK ?? 200_000);
const bars = { one: 0.8, many: 0.75, growth: 30 };

const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
const BODY = JSON.stringify({ id: 7, name: 'parcel', state: 'created', weight: 1.25 }, undefined, 2);
/** In the server: its memory in MiB, its processor time in microseconds, and what answers without doing anything. */
const INSIDE = `data:text/javascript,${encodeURIComponent(`
import http from 'node:http';
const body = ${JSON.stringify(BODY)};
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
const bare = http.createServer((_, response) => void response.writeHead(200, headers).end(body));
bare.listen(0, '127.0.0.1').unref();
const answers = {
  port: () => bare.address().port,
  memory: () => { global.gc(); return process.memoryUsage.rss() / 1024 / 1024; },
  time: () => { const { user, system } = process.cpuUsage(); return user + system; },
};
process.on('message', (question) => process.send(answers[question]()));
process.channel.unref();
`)}`;

/** @typedef {{ port: number, ask: (question: 'port' | 'memory' | 'time') => Promise<number>, stop: () => Promise<void> }} Server */

const [role, ...details] = process.argv.slice(2);
if (role === 'listen') await listen(details);
else await compare();

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    writeFileSync(join(directory, 'one.http'), requestFile(1));
    writeFileSync(join(directory, 'many.http'), requestFile(1000));
    const one = await measure(directory, 'one.http', '/group-0/items/7');
    const many = await measure(directory, 'many.http', '/group-777/items/7');
    report(one, many);
  } finally {
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
 * First while nobody listens to the events, then while a WebSocket client does.
 * @param {string} directory
 * @param {string} file
 * @param {string} path
 */
async function measure(directory, file, path) {
  const server = await startServer(directory);
  try {
    const mock = await startMock(server.port, file);
    const bare = await server.ask('port');
    const quiet = await takeTurns(server, mock, bare, path);
    const listener = spawn(process.execPath, [self, 'listen', String(server.port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => listener.stdout.once('data', resolve));
    const heard = await takeTurns(server, mock, bare, path);
    const before = await server.ask('memory');
    await load(mock, path, soak);
    const growth = (await server.ask('memory')) - before;
    listener.stdin.end();
    return { quiet, heard, growth, events: Number(await text(listener.stdout)) };
  } finally {
    await server.stop();
  }
}

/**
 * The median of rounds in which both were asked one after the other.
 * @param {Server} server
 * @param {number} mock
 * @param {number} bare
 * @param {string} path
 */
async function takeTurns(server, mock, bare, path) {
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await cost(server, bare, path);
    const own = await cost(server, mock, path);
    pairs.push({ bare: limit, mock: own, ratio: limit / own });
  }
  pairs.sort((a, b) => a.ratio - b.ratio);
  return pairs[rounds >> 1] ?? { bare: 0, mock: 0, ratio: 0 };
}

/**
 * Microseconds of processor time for each request.
 * @param {Server} server
 * @param {number} port
 * @param {string} path
 */
async function cost(server, port, path) {
  const before = await server.ask('time');
  await load(port, path, requests);
  return ((await server.ask('time')) - before) / requests;
}

/**
 * One request after another on each connection, as bytes: a client that parsed would be the slowest part.
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

/** All answers have the size of the first. @param {Buffer} answer */
function sizeOf(answer) {
  const head = answer.toString('latin1', 0, answer.indexOf('\r\n\r\n'));
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head);
  return head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
}

/**
 * Counts events until its input ends: reads only the heads of frames (RFC 6455 5.2), since the server is measured.
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
 * @param {string} directory
 * @returns {Promise<Server>}
 */
async function startServer(directory) {
  const flags = ['--port', '0', '--api-only', '--no-history', '--log-level', 'error'];
  const args = ['--expose-gc', '--import', INSIDE, '--', main, 'serve', directory, ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @type {string} */
  const line = await new Promise((resolve) => child.stdout?.once('data', (data) => resolve(String(data))));
  return {
    port: Number(/:(\d+)\s*$/.exec(line)?.[1]),
    ask: (question) =>
      new Promise((resolve) => {
        child.once('message', (answer) => resolve(Number(answer)));
        child.send(question);
      }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * @param {number} port
 * @param {string} file
 * @returns {Promise<number>}
 */
async function startMock(port, file) {
  const body = JSON.stringify({ files: [file], port: 0 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  /** @type {http.IncomingMessage} */
  const response = await new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${port}/api/v1/mock/start`;
    http.request(url, { method: 'POST', headers }, resolve).on('error', reject).end(body);
  });
  const status = /** @type {{ port: number }} */ (JSON.parse(await text(response)));
  return status.port;
}

/** @typedef {{ bare: number, mock: number, ratio: number }} Turn */
/** @typedef {{ quiet: Turn, heard: Turn, growth: number, events: number }} Measured */

/**
 * @param {Measured} one
 * @param {Measured} many
 */
function report(one, many) {
  const rows = /** @type {const} */ ([
    ['1 route, of a bare responder', one.quiet, bars.one],
    ['1,000 routes, of a bare responder', many.quiet, bars.many],
    ['1 route, a client hears every event', one.heard, bars.one],
    ['1,000 routes, a client hears every event', many.heard, bars.many],
  ]);
  for (const [name, { ratio, bare, mock }, bar] of rows) {
    const times = `(${mock.toFixed(1)} and ${bare.toFixed(1)} µs of processor time)`;
    print(ratio >= bar, name, ratio, `at least ${bar}  ${times}`);
  }
  const growth = Math.max(one.growth, many.growth);
  print(growth < bars.growth, `memory over ${soak} requests, in MiB`, growth, `below ${bars.growth}`);
  const wanted = rounds * requests + soak;
  const lost = 2 * wanted - one.events - many.events;
  print(lost === 0, 'events that the client did not hear', lost, `of ${2 * wanted}`);
}

/**
 * @param {boolean} ok
 * @param {string} name
 * @param {number} value
 * @param {string} more
 */
function print(ok, name, value, more) {
  if (!ok) process.exitCode = 1;
  console.log(`${ok ? 'ok  ' : 'MISS'} ${name.padEnd(44)} ${value.toFixed(2).padStart(6)}  ${more}`);
}
