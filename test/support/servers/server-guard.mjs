// A process that guards one server for whoever started it, and ends the server and removes its directory when that
// process is gone, in whatever way: the channel between them closes then.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';

/**
 * @typedef {{ program: string, args: string[], argv0?: string, env?: NodeJS.ProcessEnv, cwd?: string, uid?: number,
 *   gid?: number }} KeptProgram
 * @typedef {{ start: KeptProgram } | { end: NodeJS.Signals }} GuardOrder
 */

/** How long a server may take to end by the signal that it is given. */
const PATIENCE_MS = 10_000;

const [directory = '', endSignal = 'SIGTERM'] = process.argv.slice(2);
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** @type {Promise<void>} */
let ended = Promise.resolve();

process.on('message', (/** @type {GuardOrder} */ order) => {
  if ('start' in order) start(order.start);
  else void leave(order.end);
});
process.once('disconnect', () => void leave(/** @type {NodeJS.Signals} */ (endSignal)));

/** @param {KeptProgram} wanted */
function start({ program, args, ...options }) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  server = child;
  ended = new Promise((resolve) => {
    child.once('error', (error) => emit({ ended: error.message }, resolve));
    child.once('exit', (code, signal) => emit({ ended: signal ?? `code ${code}` }, resolve));
  });
  if (child.pid !== undefined) emit({ pid: child.pid });
}

/** @param {object} news @param {() => void} [whenSent] */
function emit(news, whenSent = () => undefined) {
  if (!process.connected) return whenSent();
  process.send?.(news, undefined, undefined, () => whenSent());
}

/** @param {NodeJS.Signals} signal */
async function leave(signal) {
  process.removeAllListeners('disconnect');
  // A process that stands still gets no other signal.
  server?.kill('SIGCONT');
  server?.kill(signal);
  const timer = setTimeout(() => server?.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(timer);
  // Processes of the server may still write while they end.
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  // Nothing keeps this process then.
  if (process.connected) process.disconnect();
}
