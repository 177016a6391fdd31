/** A load test by real workers over a real Redis. */
import { expect, it } from 'vitest';
import {
  countingTarget,
  resultOf,
  shopWorkspace,
  startDistributed,
  startWorkers,
  sum,
} from '../support/queue/distributed-run.js';
import { newQueue } from '../support/queue/worker-process.js';
import { sharedRedis } from '../support/servers/redis-server.js';

it('sends every planned request at most once, and knows what became of each', async () => {
  const queue = await newQueue();
  const target = await countingTarget();
  const shop = await shopWorkspace(target.url, 40);
  await startWorkers(queue, ['w-1', 'w-2']);
  // However slow the machine is, no request has to be left out because others are not done.
  const load = ['--workers', '2', '-r', '40', '-d', '1s', '--max-vus', '100', '--timeout', '100s'];
  const ended = await startDistributed(queue, shop, [...load, shop.file]).ended;
  expect(ended.code, ended.stderr).toBe(0);
  const { totalRequests, droppedCount, missingCount, workers = [], timeSeries, runId } = resultOf(ended);
  const orders = target.seen.filter((line) => line.startsWith('POST /order/'));
  expect(new Set(orders).size).toBe(orders.length);
  expect([orders.length, totalRequests + droppedCount, missingCount]).toEqual([totalRequests, 40, 0]);
  expect([target.seen[0], target.seen.at(-1)]).toEqual(['GET /login', 'DELETE /bye']);
  expect(target.seen).toHaveLength(totalRequests + 2);
  expect(workers.map(({ name }) => name)).toEqual(['w-1', 'w-2']);
  expect(sum(workers, (worker) => worker.totalRequests)).toBe(totalRequests);
  expect(sum(timeSeries, ({ total }) => total)).toBe(totalRequests);
  const redis = await sharedRedis();
  // What workers still said at the end, they remove themselves.
  await expect.poll(() => redis.command('KEYS', `svc:{${queue.name}}:*`)).not.toContain(runId ?? 'no run');
});
