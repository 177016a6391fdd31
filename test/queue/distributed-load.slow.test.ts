/** Load tests by real workers over a real Redis: counts are exact, whoever is lost. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistogramDocument } from '../../src/stress/measure/histogram-document.js';
import {
  countingTarget,
  loseEverything,
  resultOf,
  shopWorkspace,
  startDistributed,
  startWorkers,
  sum,
} from '../support/queue/distributed-run.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { newQueue } from '../support/queue/worker-process.js';
import { sharedRedis, startRedis } from '../support/servers/redis-server.js';

const NAMES = ['w-1', 'w-2', 'w-3'];
/** So many that no request is left out on a machine that stands still for seconds. */
const ALL_AT_ONCE = ['--max-vus', '3000'];
describe('a load test by workers', () => {
  it('sends every planned request once, and counts it once', async () => {
    const queue = await newQueue();
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, 600);
    await startWorkers(queue, NAMES);
    const test = startDistributed(queue, shop, [
      ...[
        '--workers',
        '3',
        '-r',
        '300',
        '-d',
        '2s',
        '--histogram-file',
        'buckets.json',
        ...ALL_AT_ONCE,
        shop.file,
      ],
    ]);
    const ended = await test.ended;
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const result = resultOf(ended);
    const orders = target.seen.filter((line) => line.startsWith('POST /order/'));
    expect(orders).toHaveLength(600);
    expect(new Set(orders).size).toBe(600);
    expect([target.seen[0], target.seen.at(-1), target.seen.length]).toEqual([
      'GET /login',
      'DELETE /bye',
      602,
    ]);
    const { workers = [] } = result;
    expect(workers.map(({ name }) => name)).toEqual(NAMES);
    expect(sum(workers, ({ totalRequests }) => totalRequests)).toBe(600);
    expect(result).toMatchObject({ totalRequests: 600, errorCount: 0, missingCount: 0, adoptedCount: 0 });
    expect(sum(result.timeSeries, ({ total }) => total)).toBe(600);
    const buckets = JSON.parse(
      await readFile(join(shop.directory, 'buckets.json'), 'utf8'),
    ) as HistogramDocument;
    expect(sum(buckets.latency.buckets, ([, , count]) => count)).toBe(600);
    // An orderly end leaves the registrations and the empty queues of the workers.
    const redis = await sharedRedis();
    const keys = (await redis.command('KEYS', `svc:{${queue.name}}:*`)).split('\r\n');
    expect(keys.filter((key) => key.includes(result.runId ?? 'no run'))).toEqual([]);
  });

  it('goes on without a worker that is killed, and says what is missing', ON_TIME, () =>
    checkOnTime(async () => {
      const queue = await newQueue();
      const target = await countingTarget();
      const shop = await shopWorkspace(target.url, 2400);
      const [, second] = await startWorkers(queue, NAMES);
      const test = startDistributed(queue, shop, [
        ...['--workers', '3', '-r', '300', '-d', '8s', '--require-valid', ...ALL_AT_ONCE, shop.file],
      ]);
      await target.until(800);
      second?.send('SIGKILL');
      const ended = await test.ended;
      expect(ended.code).toBe(1);
      const result = resultOf(ended);
      const [first, lost, third] = result.workers ?? [];
      expect([first?.totalRequests, third?.totalRequests]).toEqual([800, 800]);
      expect(lost?.lostAt).toBeGreaterThan(1);
      const missing = result.missingCount ?? 0;
      const started = 2400 - result.droppedCount - missing;
      const arrived = target.seen.length - 2;
      expect(result.validity.reasons.join('\n')).toMatch(
        /worker w-2 was lost after \d+\.\d s; \d+ of 2400 planned iterations are missing/,
      );
      expect(ended.stderr).toContain('requests of worker w-2 were sent but not reported');
      expect(new Set(target.seen).size).toBe(target.seen.length);
      return () => {
        // Some of its last second were in flight, or not reported; who has no processor reports later.
        expect(started - result.totalRequests).toBeLessThanOrEqual(100);
        expect(Math.abs(missing - (2400 - arrived))).toBeLessThanOrEqual(100);
      };
    }),
  );

  it('loses and doubles nothing when Redis is killed and comes back empty', async () => {
    const redis = await startRedis();
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, 1600);
    await startWorkers(redis.url, NAMES);
    const test = startDistributed(redis.url, shop, [
      ...['--workers', '3', '-r', '200', '-d', '8s', ...ALL_AT_ONCE, shop.file],
    ]);
    await target.until(400);
    await loseEverything(redis);
    const ended = await test.ended;
    expect(ended.code).toBe(0);
    expect(target.seen).toHaveLength(1602);
    expect(new Set(target.seen).size).toBe(1602);
    const result = resultOf(ended);
    expect(result).toMatchObject({ totalRequests: 1600, missingCount: 0, error: '' });
    expect(sum(result.timeSeries, ({ total }) => total)).toBe(1600);
    expect(result.workers?.map(({ lostAt }) => lostAt)).toEqual([null, null, null]);
  });

  it('can be collected when its coordinator is killed, once', async () => {
    const queue = await newQueue();
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, 9000);
    const [worker] = await startWorkers(queue, NAMES.slice(0, 2));
    const test = startDistributed(queue, shop, ['--workers', '2', '-r', '200', '-d', '60s', shop.file]);
    await target.until(400);
    test.send('SIGKILL');
    await worker?.until(() => worker.stderr().includes('the run is over'));
    const run = /run=(\w+)/.exec(worker?.stderr() ?? '')?.[1] ?? '';
    const arrived = await target.settled();
    expect(target.seen).not.toContain('DELETE /bye');
    const first = await startDistributed(queue, shop, ['--collect', run]).ended;
    expect(first.code).toBe(1);
    const result = resultOf(first);
    expect(result).toMatchObject({ stopped: true, runId: run });
    expect(result.error).toMatch(/^the coordinator was lost after \d+\.\d s$/);
    expect(result.totalRequests).toBe(arrived - 1);
    expect(target.seen.slice(arrived)).toEqual(['DELETE /bye']);
    const second = await startDistributed(queue, shop, ['--collect', run]).ended;
    expect(second).toMatchObject({
      code: 3,
      stderr: `Error: no run ${run} is kept in the queue; results are kept for 1 hour\n`,
    });
    // The workers take the next run at once.
    const next = await startDistributed(queue, shop, [
      ...['--workers', '2', '-r', '50', '-d', '1s', shop.file],
    ]).ended;
    expect(next.code).toBe(0);
  });

  it('ends in order when it is interrupted, and when a worker is asked to end', async () => {
    const queue = await newQueue();
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, 9000);
    const [leaving] = await startWorkers(queue, NAMES.slice(0, 2));
    const test = startDistributed(queue, shop, ['--workers', '2', '-r', '200', '-d', '60s', shop.file]);
    await target.until(200);
    leaving?.send('SIGTERM');
    expect((await leaving?.ended)?.code).toBe(0);
    await target.until(400);
    test.send('SIGINT');
    const ended = await test.ended;
    expect(ended.code).toBe(130);
    const result = resultOf(ended);
    expect(target.seen.at(-1)).toBe('DELETE /bye');
    const arrived = target.seen.length - 2;
    expect(result.totalRequests + result.abortedCount).toBe(arrived);
    expect(result.stopped).toBe(true);
    expect(result.missingCount).toBeGreaterThan(0);
    expect(ended.stderr).not.toContain('up to');
    expect(await target.settled()).toBe(arrived + 2);
  });
});

it('two coordinators that want more than half of the workers run one after the other', async () => {
  const queue = await newQueue();
  const target = await countingTarget();
  const shop = await shopWorkspace(target.url, 100);
  await startWorkers(queue, [...NAMES, 'w-4']);
  const run = (): Promise<{ code: number | null; stdout: string }> =>
    startDistributed(queue, shop, ['--workers', '3', '-r', '50', '-d', '2s', ...ALL_AT_ONCE, shop.file])
      .ended;
  const both = await Promise.all([run(), run()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.map((each) => resultOf(each).totalRequests)).toEqual([100, 100]);
  // Each sends every order once, the later one after all of the earlier one.
  const orders = target.seen.filter((line) => line.startsWith('POST /order/'));
  expect(orders).toHaveLength(200);
  expect([new Set(orders.slice(0, 100)).size, new Set(orders.slice(100)).size]).toEqual([100, 100]);
});
