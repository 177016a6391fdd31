/** 12,000 requests by 1, 3 and 7 workers: every one is sent once, and counted once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { HistogramDocument } from '../../src/stress/measure/histogram-document.js';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
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
  type Shop,
} from '../support/queue/distributed-run.js';
import { watchExpiries } from '../support/queue/watch-expiries.js';
import { checkOnTime } from '../support/on-time.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const PLANNED = 12_000;
let workers: readonly LiveSvc[] = [];
afterEach(() => endWorkers(workers));

it.each([1, 3, 7])('by %i workers', async (count) => {
  workers = await startWorkers(redis.url, nameWorkers(count));
  await checkOnTime(() => load(count));
});

async function load(count: number): Promise<() => void> {
  const target = await countingTarget();
  const shop = await pairWorkspace(target.url, PLANNED / 2);
  const expiries = await watchExpiries(redis.port);
  const args = ['--workers', String(count), '-r', '400', '-d', '30s', '--histogram-file', 'buckets.json'];
  const ended = await startDistributed(redis.url, shop, [...args, shop.file]).ended;
  const left = await expiries.stop();
  expect(left.withoutExpiry).toEqual([]);
  // An orderly end leaves the registrations and the empty queues of the workers.
  expect(left.unexpected).toEqual([]);
  const result = resultOf(ended);
  expect(result.workers?.map(({ name }) => name)).toEqual(nameWorkers(count));
  console.log(
    `${count} workers: ${target.seen.length - 2} arrivals, ${result.totalRequests} counted,`,
    `valid ${result.validity.valid} (${result.validity.reasons.join('; ')}), spread ${result.startSpreadMs} ms,`,
    `${left.looks} looks at keys`,
  );
  expect(ended.code).toBe(0);
  const { seen } = target;
  expect([seen[0], seen.at(-1)]).toEqual(['GET /login', 'DELETE /bye']);
  const orders = seen.slice(1, -1);
  expect(new Set(orders).size).toBe(orders.length);
  await checkSums(result, orders.length, shop);
  const planned = ['a', 'b'].flatMap((prefix) =>
    Array.from({ length: PLANNED / 2 }, (_, index) => `POST /order/${prefix}${index}`),
  );
  return () => {
    expect(new Set(orders)).toEqual(new Set(planned));
    expect(result).toMatchObject({ totalRequests: PLANNED, errorCount: 0, droppedCount: 0, missingCount: 0 });
  };
}

async function checkSums(result: StressResult, arrived: number, { directory }: Shop): Promise<void> {
  expect(result.totalRequests).toBe(arrived);
  expect(sum(result.workers ?? [], ({ totalRequests }) => totalRequests)).toBe(arrived);
  expect(sum(result.timeSeries, ({ total }) => total)).toBe(arrived);
  const text = await readFile(join(directory, 'buckets.json'), 'utf8');
  const { latency, perRequest } = JSON.parse(text) as HistogramDocument;
  expect(latency.count).toBe(arrived);
  expect(sum(latency.buckets, ([, , inBucket]) => inBucket)).toBe(arrived);
  expect(sum(perRequest, (request) => request.latency.count)).toBe(arrived);
}
