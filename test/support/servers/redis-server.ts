/** A real Redis for one test file: a fresh directory, a free loopback port, ended by its process id. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';
import { NO_REDIS } from '../../../scripts/machines/redis.mjs';
import { freePort } from './free-port.js';

export interface RedisServer {
  readonly port: number;
  /** Without user, password or database. */
  readonly url: string;
  /** Where it stores what it is told to store; it stores nothing unless its arguments say so. */
  readonly directory: string;
  readonly pid: () => number | undefined;
  /** Ends it like a loss of power. */
  readonly kill: () => Promise<void>;
  /** It keeps its connections, but does nothing until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Starts it again on the same port after `kill`; without arguments that store something it is empty. */
  readonly restart: () => Promise<void>;
  /** One command by a connection of its own, such as `command('ACL', 'LIST')`; the response as Redis writes it. */
  readonly command: (...words: readonly string[]) => Promise<string>;
}

export interface RedisOptions {
  /** Settings of the server, such as `--appendonly yes`. */
  readonly args?: readonly string[];
  readonly password?: string;
}

const START_LIMIT_MS = 60_000;
const STORES_NOTHING = ['--save', '', '--appendonly', 'no'];

/** Ended after the test that calls it, or after the tests of the file while that is collected or in `beforeAll`. */
export async function startRedis({ args = [], password }: RedisOptions = {}): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-redis-'));
  const settings = [
    ...STORES_NOTHING,
    ...(password === undefined ? [] : ['--requirepass', password]),
    ...args,
  ];
  const first = await startOnFreePort(directory, settings);
  const { port } = first;
  let { server } = first;
  const whenOver = getCurrentTest() === undefined ? afterAll : onTestFinished;
  whenOver(async () => {
    await ended(server);
    await rm(directory, { recursive: true, force: true });
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    directory,
    pid: () => server.pid,
    kill: () => ended(server),
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    restart: async () => {
      server = await startServer(port, directory, settings);
    },
    command: (...words) => converse(port, words, password),
  };
}

const MAX_ATTEMPTS = 5;

/** Another program may take the port before Redis does, and one of a cluster needs a second port, 10,000 above. */
async function startOnFreePort(
  directory: string,
  settings: readonly string[],
): Promise<{ readonly port: number; readonly server: ChildProcess }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, server: await startServer(port, directory, settings) };
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !String(error).includes('Address already in use')) throw error;
    }
  }
}

async function startServer(
  port: number,
  directory: string,
  settings: readonly string[],
): Promise<ChildProcess> {
  const found = inject('redis');
  if (found === undefined) throw new Error(NO_REDIS);
  const { path, name, env } = found;
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
  const server = spawn(path, [...place, ...settings], {
    argv0: name,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => server.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`Redis does not start\n${log}`)), START_LIMIT_MS);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Redis ended with ${code}\n${log}`)));
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        if (!log.includes('Ready to accept connections')) return;
        clearTimeout(timer);
        resolve();
      });
    }
  });
  return server;
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    // A paused one is ended by this too.
    server.kill('SIGKILL');
  });
}

/** Redis responds in order and closes after QUIT, so that what came between is the response. */
async function converse(port: number, words: readonly string[], password?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const before = password === undefined ? [] : [['AUTH', password]];
  socket.write([...before, words, ['QUIT']].map(encoded).join(''));
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
  const ok = '+OK\r\n';
  return text.slice(ok.length * before.length, -ok.length).trimEnd();
}

function encoded(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}
