/** Searches and limits that abort, by real workers over a real Redis. */
import { expect, it } from 'vitest';
import type { StressResult } from '../../src/stress/measure/stress-result.js';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import type { LiveSvc } from '../support/program/live-svc.js';
import { startDistributed, startWorkers } from '../support/queue/distributed-run.js';
import { newQueue, type TestQueue } from '../support/queue/worker-process.js';
import { sharedRedis } from '../support/servers/redis-server.js';
import { startTarget } from '../stress/target.js';

const NAMES = ['w-1', 'w-2'];

function framed(url: string): string {
  return dedent`
    ### in
    # @stress.setup
    GET ${url}/in
    ### a
    GET ${url}/a
    ### out
    # @stress.teardown
    GET ${url}/out
  `;
}

async function runOnWorkers(
  queue: TestQueue,
  workers: readonly LiveSvc[],
  url: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly stderr: string; readonly result: StressResult }> {
  const directory = await temporaryWorkspace({ 'a.http': framed(url) });
  const shop = { directory, file: 'a.http' };
  const { code, stderr, stdout } = await startDistributed(queue, shop, [
    ...['--workers', '2', 'a.http', ...args],
  ]).ended;
  expect(stdout, [stderr, ...workers.map((worker) => worker.stderr())].join('\n')).toMatch(/^\{/);
  return { code, stderr, result: JSON.parse(stdout) as StressResult };
}

it('searches a rate on the same two workers', async () => {
  const queue = await newQueue();
  const workers = await startWorkers(queue, NAMES);
  const target = await startTarget();
  const bounds = ['--find-to', '100', '--find-precision', '50%', '--find-budget', '30s'];
  const args = ['--find', 'errors<1%', '-d', '1s', ...bounds];
  const { code, result } = await runOnWorkers(queue, workers, target.url, args);
  const { find } = result;
  // A machine that stands still may not keep up, and has no time to try again.
  expect(['range', 'generator', 'budget']).toContain(find?.limitedBy);
  expect(code).toBe(find?.rate === 0 ? 1 : 0);
  const steps = find?.steps ?? [];
  expect(steps.map(({ totalRequests }) => totalRequests > 0)).not.toContain(false);
  expect([target.seen[0], target.seen.at(-1)]).toEqual(['GET /in', 'GET /out']);
  expect(target.seen.filter((line) => line !== 'GET /a')).toHaveLength(2);
  expect(result.workers?.map(({ name }) => name)).toEqual(NAMES);
  // Each step is a run of its own, and both workers took every one.
  const runs = workers.map((worker) => [...worker.stderr().matchAll(/run=(\w+)/g)].map(([, run]) => run));
  for (const own of runs) expect(new Set(own).size).toBe(steps.length);
  expect(new Set(runs[0])).toEqual(new Set(runs[1]));
});

it('aborts a test of two workers whose target froze', async () => {
  const queue = await newQueue();
  const workers = await startWorkers(queue, NAMES);
  let isFrozen = false;
  const frozen = await startTarget((path, response, count) => {
    isFrozen ||= count > 60;
    if (path !== '/a' || !isFrozen) response.end();
  });
  const ended = await runOnWorkers(queue, workers, frozen.url, [
    ...['-r', '40', '-d', '3m', '--abort', 'p95<30s', '--abort-window', '1s'],
  ]);
  expect(ended.code).toBe(1);
  expect(frozen.seen.at(-1)).toBe('GET /out');
  expect(ended.result).toMatchObject({ stopped: true, aborted: { metric: 'p95', actual: 0, window: 1 } });
  expect(ended.result.aborted?.at).toBeLessThan(ended.result.duration);
  const redis = await sharedRedis();
  const keys = (await redis.command('KEYS', `svc:{${queue.name}}:*`)).split('\r\n');
  expect(keys.filter((key) => key.includes(':run:') || key.includes(':claim:'))).toEqual([]);
});
