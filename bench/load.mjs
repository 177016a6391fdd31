// node bench/load.mjs [memory]: is the load generator fast and on time? Exits with 1 when a bar is missed.
// Every part runs against the same loopback target in its own process. svc is compared with autocannon, and with wrk
// if that is installed. The bars are for an idle machine, or for `chrt -r 50 node bench/load.mjs`, which gets
// priority. `memory` sends 5 million requests and measures the memory.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boundTo, median } from './servers.mjs';

/** @typedef {import('../src/stress/measure/stress-result.js').StressResult} StressResult */

const self = fileURLToPath(import.meta.url);
const main = join(dirname(self), '..', 'dist', 'main.js');
const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const users = 64;
const seconds = 3;
const rounds = 3;
const turns = 7;

await compare(process.argv[2] === 'memory');

/** @param {boolean} withMemory */
async function compare(withMemory) {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const [program = '', ...args] = boundTo(1, [process.execPath, join(dirname(self), 'load-target.mjs')]);
  const target = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise((resolve) => {
      target.stdout.once('data', (data) => resolve(String(data).trim()));
    });
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(join(directory, 'load.http'), `GET ${url}/items\n\n>>>\nexpect status 200\n<<<\n`);
    writeFileSync(join(directory, 'freeze.http'), `GET ${url}/freeze\n`);
    const misses = [
      ...(await throughput(url, directory)),
      ...(await punctuality(directory)),
      ...(await frozen(directory)),
      ...(await responsiveness(directory)),
      ...(withMemory ? await memory(directory) : []),
    ];
    for (const miss of misses) console.log(`MISSED: ${miss}`);
    process.exitCode = misses.length > 0 ? 1 : 0;
  } finally {
    target.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Alternates between the programs, each on the core that the target leaves free.
 * @param {string} url
 * @param {string} directory
 */
async function throughput(url, directory) {
  const time = String(seconds);
  /** @type {Record<string, { command: string[], rps: (output: string) => number }>} */
  const tools = {
    svc: {
      command: [...svc('load.http'), '--vus', String(users), '-d', `${time}s`],
      rps: (output) => resultOf(output).avgRps,
    },
    autocannon: {
      command: [process.execPath, autocannon, '-c', String(users), '-d', time, '--json', `${url}/items`],
      rps: (output) => Number(/"requests":\{"average":([\d.]+)/.exec(output)?.[1]),
    },
  };
  if (spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined) {
    const command = ['wrk', '-t1', `-c${users}`, `-d${time}s`, `${url}/items`];
    tools['wrk'] = { command, rps: (output) => Number(/Requests\/sec:\s*([\d.]+)/.exec(output)?.[1]) };
  }
  /** @type {Record<string, { rps: number[], perCpu: number[] }>} */
  const measured = {};
  for (let round = 0; round < turns; round += 1) {
    for (const [name, { command, rps }] of Object.entries(tools)) {
      const { output, cpu } = await run(boundTo(0, command), directory);
      const figures = (measured[name] ??= { rps: [], perCpu: [] });
      figures.rps.push(rps(output));
      figures.perCpu.push((rps(output) * seconds) / cpu);
    }
  }
  for (const [name, { rps, perCpu }] of Object.entries(measured)) {
    const figures = `${Math.round(median(rps))} requests/s, ${Math.round(median(perCpu))} per CPU second`;
    console.log(`${users} users, ${name}: ${figures}`);
  }
  return [
    ...ratio(
      'requests per CPU second, svc to autocannon',
      measured['svc']?.perCpu,
      measured['autocannon']?.perCpu,
      1.5,
    ),
    ...ratio('requests per second, svc to wrk', measured['svc']?.rps, measured['wrk']?.rps, 0.6),
  ];
}

/**
 * Uses the median of the ratios of neighbours, so that other load of the machine affects both alike.
 * @param {string} name
 * @param {readonly number[]} own
 * @param {readonly number[] | undefined} other
 * @param {number} least
 */
function ratio(name, own = [], other, least) {
  if (other === undefined) {
    console.log(`${name}: not installed, not compared`);
    return [];
  }
  const ratios = own.map((value, round) => value / (other[round] ?? Number.NaN));
  return bar(`${name} (at least ${least})`, median(ratios), (value) => value >= least);
}

/** @param {string} directory */
async function punctuality(directory) {
  const misses = [];
  for (const [rate, maxValue] of [
    [2000, 1],
    [10_000, 5],
  ]) {
    /** @type {StressResult[]} */
    const results = [];
    for (let round = 0; round < rounds; round += 1) {
      const { output } = await run([...svc('load.http'), '-r', String(rate), '-d', '5s'], directory);
      results.push(resultOf(output));
    }
    const [best] = results.sort((a, b) => a.validity.lagP99Ms - b.validity.lagP99Ms);
    if (best === undefined) continue;
    const { lagP99Ms, droppedSends, cpuPercent } = best.validity;
    console.log(
      `rate ${rate}/s: cpu ${cpuPercent} %, latency p50 ${best.latency.p50} ms, p99 ${best.latency.p99} ms`,
    );
    misses.push(
      ...bar(
        `rate ${rate}/s, sending late p99 in ms (below ${maxValue})`,
        lagP99Ms,
        (value) => value < (maxValue ?? 0),
      ),
      ...bar(`rate ${rate}/s, dropped (none)`, droppedSends, (value) => value === 0),
    );
  }
  return misses;
}

/**
 * Sends 1,000/s for 10 s, of which the target is frozen for one: then 50 requests are in flight and a thousand are late.
 * @param {string} directory
 */
async function frozen(directory) {
  const command = [...svc('freeze.http'), '-r', '1000', '-d', '10s', '--max-vus', '50'];
  const { latency, serviceTime } = resultOf((await run(command, directory)).output);
  return [
    ...bar('frozen for 1 s: latency p99 in ms (at least 800)', latency.p99, (value) => value >= 800),
    ...bar('frozen for 1 s: service time p99 in ms (below 200)', serviceTime.p99, (value) => value < 200),
  ];
}

/**
 * Measures the event loop that serves metrics, or the API of a server, while the load runs.
 * @param {string} directory
 */
async function responsiveness(directory) {
  const { address, ended } = await startWithMetrics(directory, `${seconds}s`);
  /** @type {number[]} */
  const times = [];
  const end = performance.now() + (seconds - 1) * 1000;
  while (performance.now() < end) {
    const started = performance.now();
    await get(address);
    times.push(performance.now() - started);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  await ended;
  const p99 = times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;
  return bar('response time of the main loop under load, p99 in ms (below 50)', p99, (value) => value < 50);
}

/** @param {string} directory */
async function memory(directory) {
  const { child, address, ended } = await startWithMetrics(directory, '10m');
  /** @type {{ requests: number, megabytes: number }[]} */
  const seen = [];
  for (let requests = 0; requests < 5_000_000;) {
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    const text = String(await get(address));
    requests = Number(/outcome="success"\} (\d+)/.exec(text)?.[1] ?? 0);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    seen.push({ requests, megabytes: Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024 });
  }
  child.kill('SIGINT');
  await ended;
  const peak = (/** @type {number} */ from, /** @type {number} */ to) =>
    Math.max(
      ...seen.filter(({ requests }) => requests >= from && requests < to).map(({ megabytes }) => megabytes),
    );
  const early = peak(500_000, 1_500_000);
  const late = peak(4_000_000, Infinity);
  console.log(`memory: ${early.toFixed(0)} MB around a million requests, ${late.toFixed(0)} MB around five`);
  return bar(
    'memory after 5 million requests to that after 1 million (below 1.15)',
    late / early,
    (value) => value < 1.15,
  );
}

/**
 * @param {string} cwd
 * @param {string} duration
 */
async function startWithMetrics(cwd, duration) {
  const flags = ['--vus', String(users), '-d', duration, '--metrics-port', '0'];
  const [program = '', ...args] = [...svc('load.http'), ...flags];
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  /** @type {Promise<string>} */
  const address = new Promise((resolve) => {
    child.stderr.on('data', (data) => {
      const [found] = /http:\S+/.exec(String(data)) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  return { child, address: await address, ended };
}

/** @type {(output: string) => StressResult} */
function resultOf(output) {
  return JSON.parse(output);
}

/** @param {string} file */
function svc(file) {
  return [process.execPath, main, 'stress', file, '-o', 'json'];
}

/**
 * @param {string} name
 * @param {number} value
 * @param {(value: number) => boolean} holds
 */
function bar(name, value, holds) {
  console.log(`${name}: ${Number(value.toFixed(3))}`);
  return holds(value) ? [] : [name];
}

/**
 * Measures the CPU seconds of a command, which are added to those of this process when it ends.
 * @param {readonly string[]} command
 * @param {string} cwd
 * @returns {Promise<{ output: string, cpu: number }>}
 */
function run([program = '', ...args], cwd) {
  const before = childCpu();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (data) => (output += String(data)));
    child.stderr.on('data', (data) => (complaint += String(data)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ output, cpu: childCpu() - before });
      else reject(new Error(`${program} ended with ${code}: ${complaint}`));
    });
  });
}

/** Linux counts CPU time in hundredths of a second. */
function childCpu() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/**
 * @param {string} url
 * @returns {Promise<Buffer>}
 */
function get(url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    });
    request.on('error', reject);
  });
}
