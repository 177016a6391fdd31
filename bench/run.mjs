// node bench/run.mjs: how much of a bare node:http loop does `svc run` reach? Ends with 1 when a bar is missed.
// The server, the bare loop and svc are processes of their own; each figure is the best of a few rounds in turns.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 5;
const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
const few = 1000;
const many = 10_000;
const wide = 50;
const mostMegabytes = 250;

const [role, ...details] = process.argv.slice(2);
if (role === 'serve') serve();
else if (role === 'loop') await loop(String(details[0]), Number(details[1]), Number(details[2]));
else await compare();

/** Answers every request with the same small document. */
function serve() {
  const body = Buffer.from('{"id":7,"name":"parcel","state":"created","weight":1.25}');
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200, headers).end(body);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(typeof address === 'object' ? address?.port : '');
  });
}

/**
 * The limit: the same requests without reading files, checks, results and reports.
 * @param {string} url
 * @param {number} requests
 * @param {number} concurrency
 */
async function loop(url, requests, concurrency) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < requests) await get(`${url}/items/${next++}`, agent);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  console.log(performance.now() - started);
  agent.destroy();
}

/**
 * @param {string} url
 * @param {http.Agent} agent
 * @returns {Promise<Buffer>}
 */
function get(url, agent) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { Accept: '*/*' } }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    });
    request.on('error', reject);
  });
}

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const server = spawn(process.execPath, [self, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = String(await new Promise((resolve) => server.stdout.once('data', resolve))).trim();
    const url = `http://127.0.0.1:${port}`;
    writeWorkspace(directory, url);
    report(await measure(directory, url));
  } finally {
    server.kill();
    rmSync(directory, { recursive: true });
  }
}

/**
 * @param {string} directory
 * @param {string} url
 */
function writeWorkspace(directory, url) {
  mkdirSync(join(directory, 'many'));
  writeFileSync(join(directory, 'few.http'), requestFile(url, few));
  writeFileSync(join(directory, 'long.http'), requestFile(url, many));
  for (let i = 0; i < 100; i += 1) {
    writeFileSync(join(directory, 'many', `${i}.http`), requestFile(url, many / 100));
  }
}

/**
 * @param {string} url
 * @param {number} requests
 */
function requestFile(url, requests) {
  const parts = [`@url = ${url}\n`];
  for (let i = 0; i < requests; i += 1) {
    parts.push(
      `\n### Get ${i}\nGET {{url}}/items/${i}\n\n>>>\nexpect status == 200\nexpect body.id == 7\n<<<\n`,
    );
  }
  return parts.join('');
}

/** @typedef {{ times: number[], megabytes: number[] }} Figures */

/**
 * @param {string} directory
 * @param {string} url
 * @returns {Promise<Record<string, Figures>>}
 */
async function measure(directory, url) {
  /** @type {Record<string, () => Promise<{ time: number, megabytes: number }>>} */
  const contestants = {
    bareFew: () => bareLoop(url, few, 1),
    few: () => runSvc(directory, few, ['few.http']),
    long: () => runSvc(directory, many, ['long.http']),
    bareWide: () => bareLoop(url, many, wide),
    wide: () => runSvc(directory, many, ['many', '--parallel', '--concurrency', String(wide)]),
  };
  /** @type {Record<string, Figures>} */
  const figures = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(contestants)) {
      const { time, megabytes } = await work();
      const { times, megabytes: sizes } = (figures[name] ??= { times: [], megabytes: [] });
      times.push(time);
      sizes.push(megabytes);
    }
  }
  return figures;
}

/**
 * @param {string} url
 * @param {number} requests
 * @param {number} concurrency
 */
async function bareLoop(url, requests, concurrency) {
  const args = [self, 'loop', url, String(requests), String(concurrency)];
  const { output, megabytes } = await runNode(args, {});
  return { time: Number(output), megabytes };
}

/**
 * The time is the run's own, so that the start of the process, which bench/startup.mjs measures, is left out.
 * @param {string} directory
 * @param {number} requests
 * @param {string[]} args
 */
async function runSvc(directory, requests, args) {
  const results = join(directory, 'results.json');
  const command = ['--', main, 'run', ...args, '--report', `json=${results}`];
  const { megabytes } = await runNode(command, { cwd: directory, env: { HOME: directory } });
  /** @type {{ duration: number, summary: { passed: number } }} */
  const { duration, summary } = JSON.parse(readFileSync(results, 'utf8'));
  if (summary.passed !== requests) throw new Error(`${summary.passed} of ${requests} requests passed`);
  return { time: duration, megabytes };
}

/**
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ output: string, megabytes: number }>} what it printed, and the most memory it took
 */
function runNode(args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    let megabytes = 0;
    const timer = setInterval(() => {
      megabytes = Math.max(megabytes, peakMegabytes(child.pid));
    }, 10);
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ output, megabytes });
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${output.slice(-500)}`));
    });
  });
}

/**
 * Linux keeps the peak itself; elsewhere it is not judged.
 * @param {number | undefined} pid
 */
function peakMegabytes(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** @param {Record<string, Figures>} figures */
function report(figures) {
  const best = (/** @type {string} */ name) => Math.min(...(figures[name]?.times ?? []));
  const rate = (/** @type {string} */ name, /** @type {number} */ requests) => (requests / best(name)) * 1000;
  ratio(`${few} requests, one after the other`, rate('few', few), rate('bareFew', few), 0.75);
  ratio(`${many} requests in 100 files, ${wide} at a time`, rate('wide', many), rate('bareWide', many), 0.6);
  const growth = best('long') / many / (best('few') / few);
  verdict(`time per request, ${many} against ${few}`, `${growth.toFixed(2)} x`, 'bar 1.1 x', growth <= 1.1);
  const peak = Math.max(...['long', 'wide'].flatMap((name) => figures[name]?.megabytes ?? []));
  verdict('most memory', `${peak.toFixed(0)} MB`, `bar ${mostMegabytes} MB`, peak < mostMegabytes);
}

/**
 * @param {string} name
 * @param {number} reached
 * @param {number} limit
 * @param {number} bar
 */
function ratio(name, reached, limit, bar) {
  const share = reached / limit;
  const figures = `${reached.toFixed(0)}/s, ${share.toFixed(2)} of the bare loop (${limit.toFixed(0)}/s)`;
  verdict(name, figures, `bar ${bar}`, share >= bar);
}

/**
 * @param {string} name
 * @param {string} figures
 * @param {string} bar
 * @param {boolean} ok
 */
function verdict(name, figures, bar, ok) {
  console.log(`${name.padEnd(44)} ${figures}   ${bar}   ${ok ? 'ok' : 'MISSED'}`);
  if (!ok) process.exitCode = 1;
}
