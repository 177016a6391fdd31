// node bench/run.mjs: how much of a bare node:http loop does `svc run` reach? Exits with 1 when a bar is missed.
// The server, the bare loop and svc are separate processes and alternate. Each of them sends several
// batches, so that speed is compared and not the start, which bench/startup.mjs measures.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = 4;
const batches = 8;
const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
const few = 1000;
const many = 10_000;
const wide = 50;
const maxMegabytes = 250;

const [role, ...details] = process.argv.slice(2);
if (role === 'serve') serve();
else if (role === 'loop')
  await loop(String(details[0]), Number(details[1]), Number(details[2]), Number(details[3]));
else await compare();

/** Responds to every request with the same small document. */
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
 * The upper limit: the same requests without files, assertions, results and reports. Prints the time of each batch.
 * @param {string} url
 * @param {number} count
 * @param {number} requests
 * @param {number} concurrency
 */
async function loop(url, count, requests, concurrency) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });
  for (let batch = 0; batch < count; batch += 1) {
    const started = performance.now();
    let next = 0;
    const work = async () => {
      while (next < requests) await get(`${url}/items/${next++}`, agent);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    console.log(performance.now() - started);
  }
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
  for (const folder of ['batches', 'many']) mkdirSync(join(directory, folder));
  for (let i = 0; i < batches; i += 1) {
    writeFileSync(join(directory, 'batches', `${i}.http`), requestFile(url, few));
  }
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

/** The best times of all rounds in milliseconds. @typedef {Record<'bareFew' | 'few' | 'first' | 'long' | 'bareWide' | 'wide', number>} Times */

/**
 * @param {string} directory
 * @param {string} url
 */
async function measure(directory, url) {
  const none = Infinity;
  /** @type {Times} */
  const best = { bareFew: none, few: none, first: none, long: none, bareWide: none, wide: none };
  /** @param {keyof Times} name @param {number[]} times */
  const keep = (name, ...times) => {
    best[name] = Math.min(best[name], ...times);
  };
  let megabytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    keep('bareFew', ...(await bareLoop(url, batches, few, 1)));
    const { files } = await runSvc(directory, ['batches'], batches * few);
    keep('few', ...files);
    keep('first', ...files.slice(0, 1));
    const sequential = await runSvc(directory, ['long.http'], many);
    keep('long', sequential.duration);
    keep('bareWide', ...(await bareLoop(url, 1, many, wide)));
    const parallel = await runSvc(directory, ['many', '--parallel', '--concurrency', String(wide)], many);
    keep('wide', parallel.duration);
    megabytes = Math.max(megabytes, sequential.megabytes, parallel.megabytes);
  }
  return { best, megabytes };
}

/**
 * @param {string} url
 * @param {number} count
 * @param {number} requests
 * @param {number} concurrency
 */
async function bareLoop(url, count, requests, concurrency) {
  const { output } = await runNode([self, 'loop', url, ...[count, requests, concurrency].map(String)], {});
  return output.trim().split('\n').map(Number);
}

/**
 * Runs with the console report, as users do; the history is measured by bench/startup.mjs.
 * @param {string} directory
 * @param {string[]} args
 * @param {number} requests
 */
async function runSvc(directory, args, requests) {
  const reports = ['--report', 'json=results.json', '--report', 'junit=results.xml'];
  const command = ['--', main, 'run', ...args, '--no-history', ...reports];
  const { megabytes } = await runNode(command, { cwd: directory });
  /** @type {{ duration: number, summary: { passed: number } }} */
  const { duration, summary } = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8'));
  if (summary.passed !== requests) throw new Error(`${summary.passed} of ${requests} requests passed`);
  const suites = readFileSync(join(directory, 'results.xml'), 'utf8').matchAll(
    /<testsuite [^>]*?time="([\d.]+)"/g,
  );
  return { duration, megabytes, files: Array.from(suites, ([, seconds]) => Number(seconds) * 1000) };
}

/**
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ output: string, megabytes: number }>} its output and peak memory
 */
function runNode(args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
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
 * Linux records the peak; on other systems it has no bar.
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

/** @param {{ best: Times, megabytes: number }} figures */
function report({ best, megabytes }) {
  const rate = (/** @type {number} */ requests, /** @type {number} */ time) => (requests / time) * 1000;
  ratio(`${few} requests, one after the other`, rate(few, best.few), rate(few, best.bareFew), 0.75);
  ratio(`${many} in 100 files, ${wide} at a time`, rate(many, best.wide), rate(many, best.bareWide), 0.6);
  const growth = best.long / many / (best.first / few);
  verdict(`time per request, ${many} against ${few}`, `${growth.toFixed(2)} x`, 'bar 1.1 x', growth <= 1.1);
  verdict('most memory', `${megabytes.toFixed(0)} MB`, `bar ${maxMegabytes} MB`, megabytes < maxMegabytes);
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
  console.log(`${name.padEnd(40)} ${figures}   ${bar}   ${ok ? 'ok' : 'MISSED'}`);
  if (!ok) process.exitCode = 1;
}
