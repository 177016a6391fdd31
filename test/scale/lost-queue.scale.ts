/** Redis is lost during a load: killed and empty, standing still, or away for too long. */
import { afterEach, expect, it } from 'vitest';
import type { LiveSvc } from '../support/program/live-svc.js';
import {
  countingTarget,
  endWorkers,
  loseEverything,
  nameWorkers,
  pairWorkspace,
  resultOf,
  pauseQueue,
  startDistributed,
  startWorkers,
  sum,
} from '../support/queue/distributed-run.js';
import { checkOnTime } from '../support/on-time.js';
import { startRedis, type RedisServer } from '../support/servers/redis-server.js';

const redis = await startRedis();
const PLANNED = 12_000;
let workers: readonly LiveSvc[] = [];
afterEach(() => endWorkers(workers));

it.each<[string, (server: RedisServer) => Promise<void>]>([
  ['killed and started empty after 2 s', (server) => loseEverything(server)],
  ['standing still for 5 s', (server) => pauseQueue(server, 5)],
])('loses and doubles nothing with a Redis that is %s', async (what, lose) => {
  workers = await startWorkers(redis.url, nameWorkers(3));
  await checkOnTime(async () => {
    const target = await countingTarget();
    const shop = await pairWorkspace(target.url, PLANNED / 2);
    const test = startDistributed(redis.url, shop, ['--workers', '3', '-r', '400', '-d', '30s', shop.file]);
    await target.until(PLANNED / 4);
    await lose(redis);
    const ended = await test.ended;
    const result = resultOf(ended);
    const { totalRequests, abortedCount, validity } = result;
    const arrived = target.seen.length - 2;
    console.log(
      `${what}: ${arrived} arrivals, ${totalRequests} counted, ${result.errorCount} errors,`,
      `${result.droppedCount} dropped, valid ${validity.valid} (${validity.reasons.join('; ')})`,
    );
    expect(ended.code).toBe(0);
    expect(new Set(target.seen).size).toBe(target.seen.length);
    expect(totalRequests + abortedCount).toBe(arrived);
    expect(sum(result.timeSeries, ({ total }) => total)).toBe(totalRequests);
    expect(result).toMatchObject({ missingCount: 0, error: '' });
    expect(result.workers?.map(({ lostAt }) => lostAt)).toEqual([null, null, null]);
    return () => {
      expect(result).toMatchObject({ totalRequests: PLANNED, errorCount: 0, droppedCount: 0 });
      expect(validity).toMatchObject({ valid: true, reasons: [] });
    };
  });
});

it('ends a test when Redis is away for 65 s', async () => {
  const target = await countingTarget();
  const shop = await pairWorkspace(target.url, 5000);
  workers = await startWorkers(redis.url, nameWorkers(3));
  const test = startDistributed(redis.url, shop, ['--workers', '3', '-r', '30', '-d', '120s', shop.file]);
  await target.until(300);
  await loseEverything(redis, 65);
  const ended = await test.ended;
  expect(ended.code).toBe(1);
  const result = resultOf(ended);
  console.log(`away for 65 s: ${result.error}; ${target.seen.length - 2} arrivals`);
  expect(result.error).toMatch(
    /^the queue was lost after \d+\.\d s; \d+ of 1800 planned iterations are missing$/,
  );
  expect(result.error).toContain(`; ${result.missingCount} of 1800 `);
  // Those that were heard of before the loss count.
  expect(result.totalRequests).toBeGreaterThan(200);
  expect(result.totalRequests).toBeLessThan(600);
  expect(target.seen.filter((line) => line === 'DELETE /bye')).toHaveLength(1);
  // The workers stopped too, about a minute after the loss.
  const arrived = await target.settled();
  expect(arrived).toBeLessThan(300 + 30 * 75);
  expect(await target.settled()).toBe(arrived);
  // They are free again, and take the next test.
  const next = await startDistributed(redis.url, shop, ['--workers', '3', '-r', '30', '-d', '2s', shop.file])
    .ended;
  expect(resultOf(next)).toMatchObject({ totalRequests: 60, error: '' });
  expect(next.code).toBe(0);
});
