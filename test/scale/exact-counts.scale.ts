/** 12,000 requests by 1, 3 and 7 workers: every one is sent once, and counted once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { HistogramDocument } from '../../src/stress/measure/histogram-document.js';
import type { LiveSvc } from '../support/program/live-svc.js';
import {
  countingTarget,
  endWorkers,
  nameWorkers,
  pairWorkspace,
  resultOf,
  startDistributed,
  startWorkers,
  sum,
} from '../support/queue/distributed-run.js';
import { watchExpiries } from '../support/queue/watch-expiries.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const PLANNED = 12_000;
let workers: readonly LiveSvc[] = [];
afterEach(() => endWorkers(workers));

it.each([1, 3, 7])('by %i workers', async (count) => {
  const target = await countingTarget();
  const shop = await pairWorkspace(target.url, PLANNED / 2);
  const names = nameWorkers(count);
  workers = await startWorkers(redis.url, names);
  const expiries = await watchExpiries(redis.port);
  const args = ['--workers', String(count), '-r', '400', '-d', '30s', '--histogram-file', 'buckets.json'];
  const ended = await startDistributed(redis.url, shop, [...args, shop.file]).ended;
  const left = await expiries.stop();
  expect(left.withoutExpiry).toEqual([]);
  // An orderly end leaves the registrations and the empty queues of the workers.
  expect(left.unexpected).toEqual([]);
  const result = resultOf(ended);
  console.log(
    `${count} workers: ${target.seen.length - 2} arrivals, ${result.totalRequests} counted,`,
    `valid ${result.validity.valid} (${result.validity.reasons.join('; ')}), spread ${result.startSpreadMs} ms,`,
    `${left.looks} looks at keys`,
  );
  expect(ended.code).toBe(0);
  expect([target.seen[0], target.seen.at(-1)]).toEqual(['GET /login', 'DELETE /bye']);
  const orders = target.seen.slice(1, -1);
  expect(orders).toHaveLength(PLANNED);
  const planned = ['a', 'b'].flatMap((prefix) =>
    Array.from({ length: PLANNED / 2 }, (_, index) => `POST /order/${prefix}${index}`),
  );
  expect(new Set(orders)).toEqual(new Set(planned));
  expect(result).toMatchObject({ totalRequests: PLANNED, errorCount: 0, droppedCount: 0, missingCount: 0 });
  expect(result.workers?.map(({ name }) => name)).toEqual(names);
  expect(sum(result.workers ?? [], ({ totalRequests }) => totalRequests)).toBe(PLANNED);
  expect(sum(result.timeSeries, ({ total }) => total)).toBe(PLANNED);
  const text = await readFile(join(shop.directory, 'buckets.json'), 'utf8');
  const { latency, perRequest } = JSON.parse(text) as HistogramDocument;
  expect(latency.count).toBe(PLANNED);
  expect(sum(latency.buckets, ([, , inBucket]) => inBucket)).toBe(PLANNED);
  for (const request of perRequest) expect(request.latency.count).toBe(PLANNED / 2);
});
