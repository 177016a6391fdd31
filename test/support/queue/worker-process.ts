import { rm } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { randomId } from '../../../src/primitives/random-id.js';
import { openQueue, type OpenedQueue } from '../../../src/queue/open-queue.js';
import { readQueueAddress } from '../../../src/queue/settings/queue-address.js';
import { DEFAULT_QUEUE_NAME } from '../../../src/queue/settings/queue-settings.js';
import { listWorkers } from '../../../src/queue/worker-listing.js';
import { temporaryDirectory } from '../files/workspace.js';
import { startSvc, type LiveSvc } from '../program/live-svc.js';
import { sharedRedis } from '../servers/redis-server.js';

export const KEY = 'a key of at least thirty-two characters';
/** Of one that nobody ends. */
const WORKER_LIFE_MS = 3_600_000;

/** A queue of its own on a Redis that others use too. */
export interface TestQueue {
  readonly url: string;
  readonly name: string;
}

/** A queue, or the URL of a Redis on which it has the usual name. */
export type QueuePlace = string | TestQueue;

/** A queue that no other test uses, on the Redis of the run. */
export async function newQueue(): Promise<TestQueue> {
  const { url } = await sharedRedis();
  return { url, name: `test-${randomId()}` };
}

export function queueOf(place: QueuePlace): TestQueue {
  return typeof place === 'string' ? { url: place, name: DEFAULT_QUEUE_NAME } : place;
}

/** What tells a program its queue, except that a coordinator has to be told by a flag that it shall use one. */
export function queueVariables(place: QueuePlace): Readonly<Record<string, string>> {
  const { url, name } = queueOf(place);
  return { SVC_QUEUE: url, SVC_QUEUE_NAME: name, SVC_WORKER_KEY: KEY };
}

/** A real `svc worker` of the build under test, when it takes orders. */
export async function startWorker(
  place: QueuePlace,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<LiveSvc> {
  const cwd = await temporaryDirectory();
  onTestFinished(() => rm(cwd, { recursive: true, force: true, maxRetries: 5 }));
  const worker = startSvc(['worker', ...(args.includes('--threads') ? [] : ['--threads', '2']), ...args], {
    cwd,
    env: { ...queueVariables(place), ...env },
    timeout: WORKER_LIFE_MS,
  });
  await worker.until(() => worker.stdout().endsWith('\n'));
  expect(worker.stdout()).toMatch(/^Waiting on redis:\/\/127\.0\.0\.1:\d+ as \S+ \(\d+ threads?\)\n$/);
  return worker;
}

/** The queue as coordinators and workers open it; closed with the test. */
export async function openTestQueue(place: QueuePlace): Promise<OpenedQueue> {
  const { url, name } = queueOf(place);
  const queue = await openQueue({ address: readQueueAddress(url, '--queue'), name, key: KEY });
  onTestFinished(() => queue.transport.close());
  return queue;
}

/** Resolves when so many workers of the queue are free, as those are that have just ended a run. */
export async function untilFree(place: QueuePlace, count: number): Promise<void> {
  const queue = await openTestQueue(place);
  const free = async (): Promise<number> => {
    const { workers } = await listWorkers(queue, manifest.version);
    return workers.filter(({ state }) => state === 'free').length;
  };
  await expect.poll(free).toBe(count);
}
