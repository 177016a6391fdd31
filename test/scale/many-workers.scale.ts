/** Forty workers of one run: what they cost the coordinator and the queue, and all of them lost at once. */
import { expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { countingTarget, shopWorkspace, startDistributed } from '../support/queue/distributed-run.js';
import { measureCpu, queueBytes } from '../support/queue/process-cost.js';
import { checkOnTime } from '../support/on-time.js';
import { startWorker } from '../support/queue/worker-process.js';
import type { LiveSvc } from '../support/program/live-svc.js';
import { startRedis, type RedisServer } from '../support/servers/redis-server.js';

const WORKERS = 40;
const PLANNED = 12_000;
/** The rows of a file are at most 10,000, so that each of them comes twice at most. */
const ROWS = 6000;
const [whole, lost] = await Promise.all([startRedis(), startRedis()]);

it.runIf(process.platform === 'linux')('sends all that is planned, at little cost', async () => {
  const workers = await startMany(whole);
  await checkOnTime(async () => {
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, ROWS);
    const test = startDistributed(whole.url, shop, ['--workers', '40', '-r', '400', '-d', '30s', shop.file]);
    await target.until(100);
    const [coordinator, redis] = [await measureCpu(test.pid), await measureCpu(whole.pid())];
    const bytes = await queueBytes(whole);
    await target.until(PLANNED - 1000);
    const [ofCoordinator, ofRedis] = [await coordinator(), await redis()];
    const kilobytes = ((await queueBytes(whole)) - bytes) / 1000 / WORKERS / ofRedis.seconds;
    console.log(
      `40 workers: coordinator ${ofCoordinator.cpuPercent.toFixed(1)} % of a core, ` +
        `Redis ${ofRedis.cpuPercent.toFixed(1)} %, ${kilobytes.toFixed(1)} KB per worker and second`,
    );
    const ended = await test.ended;
    const result = JSON.parse(ended.stdout) as StressResult;
    const orders = target.seen.filter((line) => line.startsWith('POST /order/'));
    const { totalRequests, errorCount, errorGroups, missingCount } = result;
    console.log(`${orders.length} arrived, ${totalRequests} counted, ${errorCount} errors`, errorGroups);
    expect([ended.code, totalRequests, missingCount]).toEqual([0, orders.length, 0]);
    expect(result.totalRequests + result.droppedCount).toBe(PLANNED);
    expect(result.workers).toHaveLength(WORKERS);
    expect(workers.every(({ stderr }) => !stderr().includes('Error'))).toBe(true);
    return () => {
      expect(orders).toHaveLength(PLANNED);
      expect(new Set(orders).size).toBe(ROWS);
      expect(ofCoordinator.cpuPercent).toBeLessThanOrEqual(20);
      expect(ofRedis.cpuPercent).toBeLessThanOrEqual(10);
      expect(kilobytes).toBeLessThanOrEqual(20);
    };
  });
});

it('ends in order when all of them are killed at once', async () => {
  const target = await countingTarget();
  const shop = await shopWorkspace(target.url, ROWS);
  const workers = await startMany(lost);
  const test = startDistributed(lost.url, shop, ['--workers', '40', '-r', '400', '-d', '30s', shop.file]);
  await target.until(2000);
  for (const worker of workers) worker.send('SIGKILL');
  const ended = await test.ended;
  const result = JSON.parse(ended.stdout) as StressResult;
  expect(ended.code).toBe(1);
  expect(result.error).toMatch(/^all workers were lost after [\d.]+ s$/);
  expect(result.workers).toHaveLength(WORKERS);
  expect(target.seen.at(-1)).toBe('DELETE /bye');
});

/** Each with one thread; a few at a time, since a start needs a core for a moment. */
async function startMany(redis: RedisServer): Promise<readonly LiveSvc[]> {
  const workers: LiveSvc[] = [];
  for (let first = 0; first < WORKERS; first += 4) {
    const names = Array.from({ length: 4 }, (_, index) => `w-${String(first + index).padStart(2, '0')}`);
    workers.push(
      ...(await Promise.all(names.map((name) => startWorker(redis.url, ['--threads', '1', '--name', name])))),
    );
  }
  return workers;
}
