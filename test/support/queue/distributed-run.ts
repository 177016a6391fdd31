/** Load tests by real workers, seen from outside: the target that counts, the workers, the coordinator. */
import { join } from 'node:path';
import type { StressResult } from '../../../src/stress/measure/stress-result.js';
import { temporaryWorkspace } from '../files/workspace.js';
import { startSvc, type LiveSvc } from '../program/live-svc.js';
import type { RedisServer } from '../servers/redis-server.js';
import { loopback, type SeenRequest } from '../runs/run-requests.js';
import { queueOf, queueVariables, startWorker, type QueuePlace } from './worker-process.js';

export interface CountingTarget {
  readonly url: string;
  /** `METHOD path` of every request that arrived, in order. */
  readonly seen: string[];
  readonly requests: readonly SeenRequest[];
  /** Resolves when at least so many have arrived. */
  readonly until: (count: number) => Promise<void>;
  /** Resolves with the number of requests when none has arrived for a second. */
  readonly settled: () => Promise<number>;
}

export async function countingTarget(respond?: Parameters<typeof loopback>[0]): Promise<CountingTarget> {
  const { url, seen, requests } = await loopback(respond);
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) await pause(20);
  };
  const settled = async (): Promise<number> => {
    for (let before = -1; before < seen.length; await pause(1000)) before = seen.length;
    return seen.length;
  };
  return { url, seen, requests, until, settled };
}

/** Waits until nothing arrives for two seconds; `seconds` is when the last one came, from now. */
export async function arrivalsUntilQuiet({
  seen,
}: CountingTarget): Promise<{ readonly arrived: number; readonly seconds: number }> {
  const began = performance.now();
  let [arrived, lastAt] = [seen.length, began];
  while (performance.now() - lastAt < 2000) {
    await pause(50);
    if (seen.length > arrived) [arrived, lastAt] = [seen.length, performance.now()];
  }
  return { arrived, seconds: (lastAt - began) / 1000 };
}

export interface Shop {
  readonly directory: string;
  readonly file: string;
}

/** A file whose rows are all different, between a setup and a teardown. */
export function shopWorkspace(url: string, rows: number): Promise<Shop> {
  return framedWorkspace(url, ['### order', '# @data ids.csv', ...order(url)], { 'ids.csv': ids('r', rows) });
}

/** The same with two orders per iteration, since one file has at most 10,000 rows. */
export function pairWorkspace(url: string, iterations: number): Promise<Shop> {
  const first = ['### first', '# @stress.weight 0', '# @data first.csv', ...order(url)];
  const second = ['### second', '# @depends first', '# @data second.csv', ...order(url)];
  const data = { 'first.csv': ids('a', iterations), 'second.csv': ids('b', iterations) };
  return framedWorkspace(url, [...first, ...second], data);
}

const order = (url: string): string[] => [`POST ${url}/order/{{row.id}}`, '', 'one order'];

const ids = (prefix: string, count: number): string =>
  `id\n${Array.from({ length: count }, (_, index) => `${prefix}${index}\n`).join('')}`;

/** Puts the requests between a setup and a teardown. */
export async function framedWorkspace(
  url: string,
  requests: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<Shop> {
  const setup = ['### login', '# @stress.setup', `GET ${url}/login`];
  const teardown = ['### bye', '# @stress.teardown', `DELETE ${url}/bye`, ''];
  const text = [...setup, ...requests, ...teardown].join('\n');
  const directory = await temporaryWorkspace({ 'shop.http': text, ...files });
  return { directory, file: join(directory, 'shop.http') };
}

export function resultOf({ stdout }: { readonly stdout: string }): StressResult {
  return JSON.parse(stdout) as StressResult;
}

export function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

export async function startWorkers(queue: QueuePlace, names: readonly string[]): Promise<readonly LiveSvc[]> {
  return Promise.all(names.map((name) => startWorker(queue, ['--name', name])));
}

/** `svc stress` on the workers of a queue; the result is printed as JSON. */
export function startDistributed(
  queue: QueuePlace,
  { directory }: Pick<Shop, 'directory'>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): LiveSvc {
  return startSvc(['stress', '--queue', queueOf(queue).url, '--no-history', '-o', 'json', ...args], {
    cwd: directory,
    env: { ...queueVariables(queue), ...env },
    timeout: 200_000,
  });
}

export function nameWorkers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `w-${index + 1}`);
}

/** Ends workers as an operator does, so that the next test has none of them. */
export async function endWorkers(workers: readonly LiveSvc[]): Promise<void> {
  for (const worker of workers) worker.send('SIGTERM');
  await Promise.all(workers.map(({ ended }) => ended));
}

/** Redis stands still for some seconds, with all that it holds. */
export async function pauseQueue(
  redis: Pick<RedisServer, 'pause' | 'resume'>,
  seconds: number,
): Promise<void> {
  redis.pause();
  await pause(seconds * 1000);
  redis.resume();
}

/** Redis is killed, away for some seconds, and empty when it comes back. */
export async function loseEverything(
  redis: Pick<RedisServer, 'kill' | 'restart'>,
  seconds = 2,
): Promise<void> {
  await redis.kill();
  await pause(seconds * 1000);
  await redis.restart();
}

/** A process stands still, and goes on after some time or when something holds. */
export async function pauseProcess(
  { send }: Pick<LiveSvc, 'send'>,
  until: number | (() => boolean),
): Promise<void> {
  send('SIGSTOP');
  if (typeof until === 'number') await pause(until);
  else while (!until()) await pause(20);
  send('SIGCONT');
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
