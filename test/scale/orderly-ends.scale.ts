/** Workers that leave, coordinators that are interrupted, and two of them that want the same workers. */
import { afterEach, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openQueue } from '../../src/queue/open-queue.js';
import { Registration } from '../../src/queue/registration.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import type { LiveSvc } from '../support/program/live-svc.js';
import {
  countingTarget,
  endWorkers,
  nameWorkers,
  resultOf,
  shopWorkspace,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { checkOnTime } from '../support/on-time.js';
import { KEY, startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const { version } = manifest;
const redis = await startRedis();
let workers: readonly LiveSvc[] = [];
afterEach(() => endWorkers(workers));

it('a worker that is asked to end leaves exact counts, 5 times', async () => {
  for (let round = 0; round < 5; round += 1) await checkOnTime(() => leaving(round));
});

async function leaving(round: number): Promise<() => void> {
  const target = await countingTarget();
  const shop = await shopWorkspace(target.url, 2400);
  workers = await startWorkers(redis.url, nameWorkers(3));
  const test = startDistributed(redis.url, shop, ['--workers', '3', '-r', '300', '-d', '8s', shop.file]);
  await target.until(300 + 200 * round);
  const [first] = workers;
  const asked = performance.now();
  first?.send('SIGTERM');
  expect(await first?.ended).toMatchObject({ code: 0, signal: null });
  const seconds = (performance.now() - asked) / 1000;
  const ended = await test.ended;
  const result = resultOf(ended);
  const arrived = target.seen.length - 2;
  const { totalRequests, abortedCount, droppedCount, missingCount = 0 } = result;
  console.log(
    `round ${round}: ended after ${seconds.toFixed(2)} s, ${arrived} arrived,`,
    `${totalRequests} counted, ${missingCount} missing`,
  );
  expect(totalRequests + abortedCount).toBe(arrived);
  expect(arrived + droppedCount + missingCount).toBe(2400);
  expect(missingCount).toBeGreaterThan(0);
  expect(ended.stderr).not.toContain('up to');
  await endWorkers(workers);
  return () => expect(seconds).toBeLessThan(5);
}

it('a coordinator that is interrupted ends everything in order, 5 times', async () => {
  workers = await startWorkers(redis.url, nameWorkers(3));
  for (let round = 0; round < 5; round += 1) {
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, 9000);
    const test = startDistributed(redis.url, shop, ['--workers', '3', '-r', '300', '-d', '60s', shop.file]);
    await target.until(300 + 200 * round);
    test.send('SIGINT');
    const ended = await test.ended;
    expect(ended.code).toBe(130);
    const result = resultOf(ended);
    expect(target.seen.at(-1)).toBe('DELETE /bye');
    expect(result.stopped).toBe(true);
    expect(result.totalRequests + result.abortedCount).toBe(target.seen.length - 2);
    const arrived = target.seen.length;
    expect(await target.settled()).toBe(arrived);
  }
});

it('two coordinators run one after the other, 5 times; strangers are named and not used', async () => {
  workers = [
    ...(await startWorkers(redis.url, nameWorkers(4))),
    await startWorker(redis.url, ['--name', 'stranger'], { SVC_WORKER_KEY: 'x'.repeat(32) }),
  ];
  const queue = await openQueue({ address: readQueueAddress(redis.url, '--queue'), name: 'svc', key: KEY });
  const old = new Registration(queue, {
    ...{ name: 'old', threads: 1, cores: 1, version: '0.0.1', nodeVersion: 'v20', labels: [] },
  });
  await old.start();
  for (let round = 0; round < 5; round += 1) {
    const target = await countingTarget();
    const shop = await shopWorkspace(target.url, 100);
    const args = ['--workers', '3', '-r', '100', '-d', '1s', '--worker-wait', '60s', shop.file];
    const both = await Promise.all([0, 1].map(() => startDistributed(redis.url, shop, args).ended));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const results = both.map(resultOf);
    expect(results.map(({ totalRequests }) => totalRequests)).toEqual([100, 100]);
    expect(target.seen).toHaveLength(204);
    for (const [index, result] of results.entries()) {
      expect(result.workers?.every(({ name }) => /^w-[1-4]$/.test(name))).toBe(true);
      expect(both[index]?.stderr).toContain(
        `Warning: worker old is svc 0.0.1, this is svc ${version}; it is not used`,
      );
    }
    const spans = results.map(({ startedAt, finishedAt }) => [Date.parse(startedAt), Date.parse(finishedAt)]);
    const [early = [], late = []] = spans.toSorted((one, other) => (one[1] ?? 0) - (other[1] ?? 0));
    // The later one had its load after the earlier one had ended.
    expect((late[1] ?? 0) - 1000).toBeGreaterThanOrEqual(early[1] ?? Infinity);
  }
  await old.stop();
  await queue.transport.close();
});
