// Processes of the measures: commands that end and report what they used, and servers that report their figures.
import { spawn, spawnSync } from 'node:child_process';
import { createServer, connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {'memory' | 'resident' | 'time' | 'delay' | 'reset' | 'port'} Question */
/** @typedef {{ url: string, ask: (question: Question) => Promise<number>, stop: () => Promise<void> }} Server */
/** @typedef {{ output: string, milliseconds: number, cpuMilliseconds: number, megabytes: number }} Used */

const REPORT_USAGE = fileURLToPath(new URL('programs/report-usage.cjs', import.meta.url));
const CLOSE_TIMEOUT_MS = 10_000;

/** @param {string} name of a program in bench/programs, without its ending */
export function programPath(name) {
  return fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url));
}

/** @param {{ dist: string }} context */
export function mainOf({ dist }) {
  return join(dist, 'main.js');
}

/**
 * The environment of a command without settings of the user.
 * @param {string} home
 */
export function cleanEnvironment(home) {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, HOME: home, USERPROFILE: home };
}

/**
 * Runs Node to its end and gives what it used. Processor time and memory count all threads of the process.
 * @param {readonly string[]} args
 * @param {{ cwd: string, core?: number, exitCodes?: readonly number[] }} options
 * @returns {Promise<Used>}
 */
export function runNode(args, { cwd, core, exitCodes = [0] }) {
  const command = [process.execPath, '--require', REPORT_USAGE, ...args];
  const [program = '', ...rest] = core === undefined ? command : boundTo(core, command);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      cwd,
      env: cleanEnvironment(cwd),
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = { output: '', complaint: '', usage: '' };
    child.stdout?.setEncoding('utf8').on('data', (text) => (texts.output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (texts.complaint += text));
    child.stdio[3]?.on('data', (data) => (texts.usage += String(data)));
    child.on('error', reject);
    child.on('close', (code) => {
      const milliseconds = performance.now() - started;
      if (!exitCodes.includes(code ?? -1))
        return reject(new Error(`${args.slice(0, 4).join(' ')} ended with ${code}: ${texts.complaint}`));
      const [cpu = 0, kilobytes = 0] = texts.usage.split(' ').map(Number);
      const used = { milliseconds, cpuMilliseconds: cpu / 1000, megabytes: kilobytes / 1024 };
      resolve({ output: texts.output, ...used });
    });
  });
}

/**
 * Loaded into a server: reports its memory in MiB after a garbage collection and as resident size, its processor time in
 * microseconds, and the delay of its event loop in milliseconds. Threads, which inherit the option, report nothing. It
 * ends with the process that measures it, also when that one is killed.
 * @param {string} more further figures, as members of an object literal
 */
export function reportFigures(more) {
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
  process.once('disconnect', () => process.exit());
  process.channel.unref();
}
`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/**
 * A Node process that serves. It is ready when it prints its address, or when the port that was chosen for it accepts
 * connections. `core` binds it to one core if possible, so that clients do not share that core.
 * @param {readonly string[]} args
 * @param {{ core?: number, figures?: string, cwd?: string, port?: number }} [options]
 * @returns {Promise<Server>}
 */
export async function start(args, { core, figures = '', cwd, port } = {}) {
  const command = [process.execPath, '--expose-gc', '--import', reportFigures(figures), '--', ...args];
  const [program = '', ...rest] = core === undefined ? command : boundTo(core, command);
  const child = spawn(program, rest, {
    ...(cwd !== undefined && { cwd, env: cleanEnvironment(cwd) }),
    stdio: ['ignore', port === undefined ? 'pipe' : 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise((_, reject) => {
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
  });
  const printed = new Promise((resolve) => child.stdout?.once('data', resolve));
  const ready = port === undefined ? printed : accepts(port);
  const line = await Promise.race([ready, ended]);
  child.stdout?.resume();
  return {
    url: port === undefined ? addressIn(String(line)) : `http://127.0.0.1:${port}`,
    ask: (question) =>
      new Promise((resolve) => {
        // A program may send messages of its own.
        const receive = (/** @type {unknown} */ figure) => {
          if (typeof figure !== 'number') return;
          child.off('message', receive);
          resolve(figure);
        };
        child.on('message', receive);
        child.send(question);
      }),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill();
        setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS).unref();
      }),
  };
}

/** @param {string} text */
function addressIn(text) {
  return /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
}

/** A port that was free a moment ago, for programs that do not print theirs. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** @param {number} port */
export async function accepts(port) {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing listens on port ${port}`);
}

/** @type {boolean | undefined} */
let canBind;

/**
 * @param {number} core
 * @param {readonly string[]} command
 */
export function boundTo(core, command) {
  canBind ??= availableParallelism() > 1 && spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0;
  return canBind ? ['taskset', '-c', String(core), ...command] : command;
}
