// Processes of svc that report their processor time, which other processes of the machine hardly influence.
import { spawn } from 'node:child_process';
import http from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Loaded into a process: sends its processor time in microseconds, that of its threads included, when asked and at its
 * end. Threads, which inherit the option, send nothing. It ends with the process that measures it.
 */
const METER = `data:text/javascript,${encodeURIComponent(`
import { isMainThread } from 'node:worker_threads';
const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
if (isMainThread) {
  process.on('message', () => process.send(used()));
  process.channel.unref();
  process.once('disconnect', () => process.exit());
  process.on('exit', () => process.connected && process.send(used()));
}
`)}`;

/** @typedef {import('./sweep.mjs').Context} Context */
/** @typedef {{ method?: string, body?: unknown, type?: string }} Call */
/**
 * @typedef {object} Server
 * @property {string} url
 * @property {() => Promise<number>} usedMs processor time since the start
 * @property {(path: string, call?: Call) => Promise<Buffer>} call
 * @property {() => Promise<void>} stop
 */

/**
 * @param {Context} context
 * @param {readonly string[]} args
 * @param {'pipe' | 'ignore'} output
 */
function spawnMetered({ dist, directory }, args, output) {
  const env = { PATH: process.env['PATH'], HOME: directory, USERPROFILE: directory };
  return spawn(process.execPath, ['--import', METER, join(dist, 'main.js'), ...args], {
    cwd: directory,
    env,
    stdio: ['ignore', output, 'pipe', 'ipc'],
  });
}

/**
 * Runs a command to its end.
 * @param {Context} context
 * @param {readonly string[]} args
 * @returns {Promise<number>} milliseconds of processor time
 */
export async function usedByCommand(context, args) {
  const child = spawnMetered(context, args, 'ignore');
  let used = 0;
  child.on('message', (microseconds) => {
    used = Number(microseconds) / 1000;
  });
  const errors = text(/** @type {import('node:stream').Readable} */ (child.stderr));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${code}: ${(await errors).slice(-500)}`);
  return used;
}

/**
 * `svc serve`, or another command that prints its address when it is ready.
 * @param {Context} context
 * @param {readonly string[]} args
 * @returns {Promise<Server>}
 */
export async function startServer(context, args) {
  const child = spawnMetered(context, args, 'pipe');
  child.stderr?.resume();
  const url = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`svc ${args.join(' ')} ended with ${code}: ${printed}`)));
  });
  const agent = new http.Agent({ keepAlive: true });
  return {
    url,
    usedMs: () =>
      new Promise((resolve) => {
        child.once('message', (microseconds) => resolve(Number(microseconds) / 1000));
        child.send('time');
      }),
    call: (path, call) => send(agent, `${url}${path}`, call),
    stop: () =>
      new Promise((resolve) => {
        agent.destroy();
        child.removeAllListeners('exit').once('exit', () => resolve());
        child.kill();
      }),
  };
}

/**
 * @param {http.Agent} agent
 * @param {string} url
 * @param {Call} [call]
 * @returns {Promise<Buffer>}
 */
function send(agent, url, { method = 'GET', body, type = 'application/json' } = {}) {
  const bytes = Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
  const headers = { 'Content-Length': bytes.length, ...(body !== undefined && { 'Content-Type': type }) };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, method, headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on('end', () => {
        const received = Buffer.concat(chunks);
        if ((response.statusCode ?? 0) < 300) resolve(received);
        else
          reject(new Error(`${url} returned ${response.statusCode}: ${received.toString('utf8', 0, 500)}`));
      });
    });
    request.on('error', reject).end(bytes);
  });
}
