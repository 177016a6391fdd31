// One client for all measures of a server, because a new one is too slow at first to keep a server busy.
import { spawn } from 'node:child_process';
import { boundTo, programPath } from './processes.mjs';

/**
 * @typedef {{ port: number, method: 'GET' | 'POST', path: string, count: number }} Requests
 * @typedef {{ send: (requests: Requests) => Promise<void>, stop: () => void }} Client
 */

/**
 * A program on the core that servers leave free.
 * @param {string[]} args
 */
export function companion(...args) {
  const [program = '', ...rest] = boundTo(1, [process.execPath, ...args]);
  return spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** @returns {Client} */
export function startClient() {
  const child = companion(programPath('raw-requests'));
  return {
    send: ({ port, method, path, count }) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('the client ended'));
        child.once('exit', fail);
        child.stdout.once('data', () => {
          child.off('exit', fail);
          resolve();
        });
        child.stdin.write(`${port} ${method} ${path} ${count}\n`);
      }),
    stop: () => child.stdin.end(),
  };
}

/**
 * Microseconds of processor time that a server needs for each request.
 * @param {Client} client
 * @param {import('./processes.mjs').Server} server
 * @param {Requests} requests
 */
export async function costOf(client, server, requests) {
  const before = await server.ask('time');
  await client.send(requests);
  return ((await server.ask('time')) - before) / requests.count;
}

/** @param {string} url */
export function portOf(url) {
  return Number(new URL(url).port);
}
