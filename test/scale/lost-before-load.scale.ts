/** Workers that are killed after they were claimed and before the load begins. */
import { afterEach, expect, it } from 'vitest';
import type { LiveSvc } from '../support/program/live-svc.js';
import { runSvc } from '../support/program/run-svc.js';
import {
  countingTarget,
  endWorkers,
  nameWorkers,
  resultOf,
  shopWorkspace,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { KEY } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const PLANNED = 200;
let workers: readonly LiveSvc[] = [];
afterEach(() => endWorkers(workers));

async function busyWorkers(directory: string): Promise<readonly string[]> {
  const { stdout } = await runSvc(['workers', '--json'], {
    cwd: directory,
    env: { SVC_QUEUE: redis.url, SVC_WORKER_KEY: KEY },
  });
  const listing = JSON.parse(stdout) as { workers: { name: string; state: string }[] };
  return listing.workers.filter(({ state }) => state === 'busy').map(({ name }) => name);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly killed: string;
  readonly seen: readonly string[];
}

/** Kills a claimed worker while the setup waits for its response. */
async function loseOne(count: number, args: readonly string[]): Promise<Ended> {
  await redis.command('FLUSHALL');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const target = await countingTarget(async ({ path }) => {
    if (path === '/login') await released;
    return 200;
  });
  const shop = await shopWorkspace(target.url, PLANNED);
  const names = nameWorkers(count);
  workers = await startWorkers(redis.url, names);
  const test = startDistributed(redis.url, shop, [...args, '-r', '100', '-d', '2s', shop.file]);
  await target.until(1);
  const [killed = ''] = await busyWorkers(shop.directory);
  workers[names.indexOf(killed)]?.send('SIGKILL');
  release();
  return { ...(await test.ended), killed, seen: target.seen };
}

it('a free worker takes the order', async () => {
  const { code, killed, seen, ...ended } = await loseOne(3, ['--workers', '2']);
  expect([code, ended.stderr]).toEqual([0, '']);
  const result = resultOf(ended);
  expect(result.workers?.map(({ name }) => name)).toEqual(nameWorkers(3).filter((name) => name !== killed));
  expect(result).toMatchObject({ totalRequests: PLANNED, missingCount: 0, error: '' });
  expect(new Set(seen).size).toBe(PLANNED + 2);
});

it('the others share the load when nobody is free and they are enough', async () => {
  const { code, killed, seen, ...ended } = await loseOne(3, ['--workers', '3', '--min-workers', '2']);
  expect(code).toBe(0);
  const result = resultOf(ended);
  expect(result.workers?.map(({ name }) => name)).toEqual(nameWorkers(3).filter((name) => name !== killed));
  expect(result).toMatchObject({ totalRequests: PLANNED, missingCount: 0, error: '' });
  expect(new Set(seen).size).toBe(PLANNED + 2);
});

it('the test ends when they are too few, and leaves the others free', async () => {
  const { code, stderr, killed, seen } = await loseOne(2, ['--workers', '2']);
  expect(code).toBe(3);
  expect(stderr).toContain('Error: only 1 of 2 workers are free after ');
  expect(seen).toEqual(['GET /login', 'DELETE /bye']);
  const shop = await shopWorkspace((await countingTarget()).url, 1);
  expect(killed).not.toBe('');
  expect(await busyWorkers(shop.directory)).toEqual([]);
});
