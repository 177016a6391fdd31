// A client of `svc lsp` that frames messages, and asks the process for its figures.
import { spawn } from 'node:child_process';
import { cleanEnvironment, mainOf, reportFigures } from './processes.mjs';

/** @typedef {import('./measure.mjs').Context} Context */
/** @typedef {{ id?: number, method?: string, params?: Params, result?: unknown, error?: { message: string } }} Message */
/** @typedef {Readonly<Record<string, unknown>>} Params */
/** @typedef {ReturnType<typeof connectToServer>} Client */

/**
 * @param {Pick<Context, 'dist'>} context
 * @param {string} cwd
 */
export function connectToServer(context, cwd) {
  const { child, stdin, stdout } = startServer(context, cwd);
  /** @type {Map<number, { resolve: (result: unknown) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Set<(message: Message) => void>} */
  const listeners = new Set();
  const send = (/** @type {object} */ message) => writeFrame(stdin, message);
  readFrames(stdout, (message) => {
    const { id, method, result, error } = message;
    for (const listener of listeners) listener(message);
    // A request of the server, such as the registration of a watcher.
    if (method !== undefined && id !== undefined) return send({ id, result: null });
    const call = id === undefined ? undefined : waiting.get(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error.message));
  });
  let last = 0;
  return {
    /** @param {string} method @param {object} params @returns {Promise<unknown>} */
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        send({ id: last, method, params });
      }),
    /** @param {string} method @param {object} params */
    notify: (method, params) => send({ method, params }),
    /**
     * Resolves with the parameters of the first such notification.
     * @param {string} method @param {(params: Params) => boolean} isWanted @returns {Promise<Params>}
     */
    next: (method, isWanted) =>
      new Promise((resolve) => {
        const listener = (/** @type {Message} */ message) => {
          const { params = {} } = message;
          if (message.method !== method || !isWanted(params)) return;
          listeners.delete(listener);
          resolve(params);
        };
        listeners.add(listener);
      }),
    /** @param {import('./processes.mjs').Question} question @returns {Promise<number>} */
    figure: (question) =>
      new Promise((resolve) => {
        child.once('message', (figure) => resolve(Number(figure)));
        child.send(question);
      }),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        if (child.connected) child.disconnect();
        stdin.end();
      }),
  };
}

/**
 * @param {Pick<Context, 'dist'>} context
 * @param {string} cwd
 */
function startServer(context, cwd) {
  const args = ['--import', reportFigures(''), '--', mainOf(context), 'lsp'];
  const env = cleanEnvironment(cwd);
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the server has no streams');
  return { child, stdin, stdout };
}

/**
 * @param {NodeJS.WritableStream} stream
 * @param {object} message
 */
function writeFrame(stream, message) {
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  stream.write(`Content-Length: ${bytes.length}\r\n\r\n`);
  stream.write(bytes);
}

/**
 * @param {NodeJS.ReadableStream} stream
 * @param {(message: Message) => void} onMessage
 */
function readFrames(stream, onMessage) {
  let rest = Buffer.alloc(0);
  stream.on('data', (/** @type {Buffer} */ data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      const [, length] = /Content-Length: (\d+)/.exec(rest.toString('latin1', 0, Math.max(end, 0))) ?? [];
      const last = end + 4 + Number(length);
      if (end === -1 || length === undefined || rest.length < last) return;
      /** @type {Message} */
      const message = JSON.parse(rest.toString('utf8', end + 4, last));
      onMessage(message);
      rest = rest.subarray(last);
    }
  });
}
