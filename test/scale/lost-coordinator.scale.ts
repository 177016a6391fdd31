/** The coordinator is killed: its workers stop, and what they measured is collected once. */
import { expect, it } from 'vitest';
import {
  arrivalsUntilQuiet,
  countingTarget,
  nameWorkers,
  pairWorkspace,
  resultOf,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const RATE = 400;

it('stops within 12 s, can be collected once, and leaves the workers free', async () => {
  const target = await countingTarget();
  const shop = await pairWorkspace(target.url, 10_000);
  const [worker] = await startWorkers(redis.url, nameWorkers(3));
  const args = ['--workers', '3', '-r', String(RATE), shop.file];
  const test = startDistributed(redis.url, shop, [...args, '-d', '60s']);
  await target.until(RATE * 5);
  test.send('SIGKILL');
  const before = target.seen.length;
  const { arrived, seconds } = await arrivalsUntilQuiet(target);
  await worker?.until(() => worker.stderr().includes('the run is over'));
  const run = /run=(\w+)/.exec(worker?.stderr() ?? '')?.[1] ?? '';
  expect(target.seen).not.toContain('DELETE /bye');
  const first = await startDistributed(redis.url, shop, ['--collect', run]).ended;
  const result = resultOf(first);
  console.log(
    `the coordinator killed after ${before - 1} arrivals: the last one ${seconds.toFixed(1)} s later,`,
    `${arrived - 1} arrivals, ${result.totalRequests} collected and ${result.abortedCount} in flight`,
  );
  // The planned number of 12 s, whatever the machine's clock does.
  expect(arrived - before).toBeLessThanOrEqual(RATE * 12);
  expect(first.code).toBe(1);
  expect(result).toMatchObject({ stopped: true, runId: run });
  expect(result.error).toMatch(/^the coordinator was lost after \d+\.\d s$/);
  expect(arrived - 1 - result.totalRequests).toBeGreaterThanOrEqual(0);
  expect(arrived - 1 - result.totalRequests).toBeLessThanOrEqual(result.abortedCount);
  expect(target.seen.slice(arrived)).toEqual(['DELETE /bye']);
  const second = await startDistributed(redis.url, shop, ['--collect', run]).ended;
  expect(second).toMatchObject({
    code: 3,
    stderr: `Error: no run ${run} is kept in the queue; results are kept for 1 hour\n`,
  });
  expect(target.seen.slice(arrived)).toEqual(['DELETE /bye']);
  const next = await startDistributed(redis.url, shop, [...args, '-d', '1s', '--worker-wait', '1s']).ended;
  expect(next.code).toBe(0);
  expect(resultOf(next).totalRequests).toBe(RATE);
});
