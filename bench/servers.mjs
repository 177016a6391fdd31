// Shared by the benchmarks of servers: processes that serve and report their figures, a client, and the result table.
import { spawn, spawnSync } from 'node:child_process';
import http from 'node:http';
import { availableParallelism } from 'node:os';

/** @typedef {'memory' | 'resident' | 'time' | 'delay' | 'reset' | 'port'} Question */
/** @typedef {{ url: string, ask: (question: Question) => Promise<number>, stop: () => Promise<void> }} Server */
/** @typedef {{ url: string, method: string, body: string, count: number, clients: number }} Load */

/**
 * Loaded into a server: reports its memory in MiB after a garbage collection and as resident size, its processor time in
 * microseconds, and the delay of its event loop in milliseconds. Threads, which inherit the option, report nothing.
 * @param {string} more further figures, as members of an object literal
 */
function inside(more) {
  const code = `
import { monitorEventLoopDelay } from 'node:perf_hooks';
import http from 'node:http';
import { isMainThread } from 'node:worker_threads';
const delay = monitorEventLoopDelay({ resolution: 1 });
const figures = {
  memory: () => { global.gc?.(); return process.memoryUsage.rss() / 1024 / 1024; },
  resident: () => process.memoryUsage.rss() / 1024 / 1024,
  time: () => { const { user, system } = process.cpuUsage(); return user + system; },
  delay: () => delay.percentile(99) / 1e6,
  reset: () => { delay.enable(); delay.reset(); return 0; },
  ${more}
};
if (isMainThread) {
  process.on('message', (question) => process.send(figures[question]()));
  process.channel.unref();
}
`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/**
 * A Node process that prints its address when it is ready. `core` binds it to one core if possible, so that clients do
 * not share that core.
 * @param {string[]} args
 * @param {{ core?: number, figures?: string }} [options]
 * @returns {Promise<Server>}
 */
export async function start(args, { core, figures = '' } = {}) {
  const command = [process.execPath, '--expose-gc', '--import', inside(figures), '--', ...args];
  const [program = '', ...rest] = core === undefined ? command : boundTo(core, command);
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  const line = await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
  });
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))?.[0] ?? '',
    ask: (question) =>
      new Promise((resolve) => {
        child.once('message', (figure) => resolve(Number(figure)));
        child.send(question);
      }),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill();
      }),
  };
}

/**
 * @param {number} core
 * @param {string[]} command
 */
export function boundTo(core, command) {
  const canBind =
    availableParallelism() > 1 && spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0;
  return canBind ? ['taskset', '-c', String(core), ...command] : command;
}

/** @param {http.RequestListener} listener */
export function serve(listener) {
  const server = http.createServer(listener);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
}

/**
 * Sends the same request repeatedly over keep-alive connections of node:http.
 * @param {Load} load
 */
export async function requestsPerSecond({ url, method, body, count, clients }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const headers = body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const send = () =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { agent, method, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      request.on('error', reject).end(body);
    });
  const started = performance.now();
  let left = count;
  const work = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: clients }, work));
  agent.destroy();
  return (count / (performance.now() - started)) * 1000;
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** @typedef {{ least: number } | { below: number } | 'no bar'} Bar */
/** @typedef {readonly [name: string, value: number, bar: Bar, more?: string]} Row */

/**
 * Prints the rows; the process exits with 1 when a bar is missed.
 * @param {readonly Row[]} rows
 */
export function report(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value, bar, more = ''] of rows) {
    const [mark, limit] = verdict(value, bar);
    if (mark === 'MISS') process.exitCode = 1;
    console.log(`${mark} ${name.padEnd(width)} ${value.toFixed(2).padStart(8)}  ${limit}  ${more}`.trimEnd());
  }
}

/**
 * @param {number} value
 * @param {Bar} bar
 * @returns {readonly [mark: 'ok  ' | 'MISS' | '    ', limit: string]}
 */
function verdict(value, bar) {
  if (bar === 'no bar') return ['    ', bar];
  if ('least' in bar) return [value >= bar.least ? 'ok  ' : 'MISS', `at least ${bar.least}`];
  return [value < bar.below ? 'ok  ' : 'MISS', `below ${bar.below}`];
}

/** @param {number} ours @param {number} bare */
export function perSecond(ours, bare) {
  return `(${ours.toFixed(0)} and ${bare.toFixed(0)} per second)`;
}
