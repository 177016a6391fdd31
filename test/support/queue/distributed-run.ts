/** Load tests by real workers, seen from outside: the target that counts, the workers, the coordinator. */
import { join } from 'node:path';
import { temporaryWorkspace } from '../files/workspace.js';
import { startSvc, type LiveSvc } from '../program/live-svc.js';
import type { RedisServer } from '../servers/redis-server.js';
import { loopback } from '../runs/run-requests.js';
import { KEY, startWorker } from './worker-process.js';

export interface CountingTarget {
  readonly url: string;
  /** `METHOD path` of every request that arrived, in order. */
  readonly seen: string[];
  /** Resolves when at least so many have arrived. */
  readonly until: (count: number) => Promise<void>;
  /** Resolves with the number of requests when none has arrived for a second. */
  readonly settled: () => Promise<number>;
}

export async function countingTarget(): Promise<CountingTarget> {
  const { url, seen } = await loopback();
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) await pause(20);
  };
  const settled = async (): Promise<number> => {
    for (let before = -1; before < seen.length; await pause(1000)) before = seen.length;
    return seen.length;
  };
  return { url, seen, until, settled };
}

export interface Shop {
  readonly directory: string;
  readonly file: string;
}

/** A file whose rows are all different, between a setup and a teardown. */
export async function shopWorkspace(url: string, rows: number): Promise<Shop> {
  const text = [
    '### login',
    '# @stress.setup',
    `GET ${url}/login`,
    '### order',
    '# @data ids.csv',
    `POST ${url}/order/{{row.id}}`,
    '',
    'one order',
    '### bye',
    '# @stress.teardown',
    `DELETE ${url}/bye`,
    '',
  ].join('\n');
  const ids = Array.from({ length: rows }, (_, index) => `r${index}\n`).join('');
  const directory = await temporaryWorkspace({ 'shop.http': text, 'ids.csv': `id\n${ids}` });
  return { directory, file: join(directory, 'shop.http') };
}

export async function startWorkers(url: string, names: readonly string[]): Promise<readonly LiveSvc[]> {
  return Promise.all(names.map((name) => startWorker(url, ['--name', name])));
}

/** `svc stress` on the workers of a queue; the result is printed as JSON. */
export function startDistributed(queue: string, { directory }: Shop, args: readonly string[]): LiveSvc {
  return startSvc(['stress', '--queue', queue, '--no-history', '-o', 'json', ...args], {
    cwd: directory,
    env: { SVC_WORKER_KEY: KEY },
    timeout: 150_000,
  });
}

/** Redis is killed, away for two seconds, and empty when it comes back. */
export async function loseEverything(redis: Pick<RedisServer, 'kill' | 'restart'>): Promise<void> {
  await redis.kill();
  await pause(2000);
  await redis.restart();
}

/** A process stands still, and goes on after some time. */
export async function standStill({ send }: Pick<LiveSvc, 'send'>, milliseconds: number): Promise<void> {
  send('SIGSTOP');
  await pause(milliseconds);
  send('SIGCONT');
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
