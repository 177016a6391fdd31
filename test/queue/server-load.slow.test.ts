/** Load tests of `svc serve --queue` by real workers. */
import { expect, it, onTestFinished } from 'vitest';
import type { StressResult } from '../../src/server/api-types.js';
import { startSvc } from '../support/program/live-svc.js';
import { startDistributed } from '../support/queue/distributed-run.js';
import { startLoadServer, type LoadServer, type LoadServerOptions } from '../support/queue/load-server.js';
import { newQueue, queueVariables, startWorker, type QueuePlace } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const serve = (queue: QueuePlace, respond?: LoadServerOptions['respond']): Promise<LoadServer> =>
  startLoadServer(queue, respond && { respond });

/** The runs that can be collected. */
async function collectable(queue: QueuePlace, cwd: string): Promise<readonly string[]> {
  const { stdout } = await startSvc(['workers', '--json'], { cwd, env: queueVariables(queue) }).ended;
  const { collect } = JSON.parse(stdout) as { collect: readonly { run: string }[] };
  return collect.map(({ run }) => run);
}

async function twoWorkers(queue: QueuePlace): Promise<void> {
  const workers = await Promise.all(['w-1', 'w-2'].map((name) => startWorker(queue, ['--name', name])));
  onTestFinished(async () => {
    for (const worker of workers) worker.send('SIGTERM');
    await Promise.all(workers.map(({ ended }) => ended));
  });
}

it('sends by workers: progress, result and history say so', async () => {
  const queue = await newQueue();
  await twoWorkers(queue);
  const { call, status, ended, seen } = await serve(queue);
  const start = { files: ['a.http'], duration: '2s', rate: 20, workers: 2 };
  expect(await call('POST', '/stress/start', start)).toEqual([200, { status: 'started' }]);
  expect(['setup', 'handout', 'load']).toContain((await status()).phase);
  await expect
    .poll(async () => (await status()).workers, { timeout: 30_000 })
    .toMatchObject([
      { name: 'w-1', state: 'load' },
      { name: 'w-2', state: 'load' },
    ]);
  const result = await ended();
  expect(result).toMatchObject({ error: '', totalRequests: 40, missingCount: 0, adoptedCount: 0 });
  expect(result.runId).toMatch(/^[a-z0-9]{12}$/);
  expect(result.workers?.map(({ name, totalRequests }) => [name, totalRequests])).toEqual([
    ['w-1', 20],
    ['w-2', 20],
  ]);
  expect(seen.filter((line) => line === 'GET /a')).toHaveLength(40);
  expect([seen[0], seen.at(-1)]).toEqual(['GET /in', 'GET /out']);
  expect((await call('GET', '/stress/runs'))[1]).toMatchObject({
    runs: [{ id: result.stressId, workers: 2 }],
  });

  // A profile supplies what is left out.
  expect((await call('POST', '/stress/start', { files: ['a.http'], profile: 'two' }))[0]).toBe(200);
  expect(await ended()).toMatchObject({ totalRequests: 20, workers: [{ name: 'w-1' }, { name: 'w-2' }] });
});

it('is refused when too few are free after the wait, which the status shows', async () => {
  const queue = await newQueue();
  await twoWorkers(queue);
  // While it waits, it is looked at and asked once more.
  const { call, status, seen } = await startLoadServer(queue, { workerWait: '5s' });
  const starting = call('POST', '/stress/start', { files: ['a.http'], duration: '1s', workers: 3 });
  await expect.poll(status).toMatchObject({ running: true, phase: 'workers', stats: { total: 0 } });
  expect((await call('POST', '/stress/start', { files: ['a.http'], duration: '1s' }))[0]).toBe(409);
  expect(await starting).toEqual([
    503,
    { error: 'Service Unavailable', message: 'only 2 of 3 workers are free after 5s' },
  ]);
  expect([await status(), seen]).toMatchObject([{ running: false, phase: '' }, []]);
  const refusals: readonly (readonly [object, number, string])[] = [
    [{ workers: 2, maxVUs: 1 }, 400, 'maxVUs must be at least the number of workers, which is 2'],
    [{ workers: 2, rate: 10_000_000 }, 503, 'rate needs at least 100 threads; 4 are offered'],
    [{ workers: 2, rate: 10_000_001 }, 400, 'rate must be a number above 0 and at most 10000000'],
    [{ workers: 2, vus: 1_000_001 }, 400, 'vus must be a whole number from 1 to 1000000'],
    [{ workers: 2, minWorkers: 3 }, 400, 'minWorkers must be at most workers, which is 2'],
    [{ onLoss: 'stop' }, 400, 'onLoss must be left out without workers'],
    [{ rate: 100_001 }, 400, 'rate must be a number above 0 and at most 100000'],
  ];
  for (const [fields, code, message] of refusals) {
    const start = { files: ['a.http'], duration: '1s', ...fields };
    expect(await call('POST', '/stress/start', start), message).toMatchObject([code, { message }]);
  }
});

it('is refused while the queue is away, and stopped when the server ends', async () => {
  const redis = await startRedis();
  await twoWorkers(redis.url);
  const { svc, call, status, seen } = await serve(redis.url);
  const start = { files: ['a.http'], duration: '60s', rate: 20, workers: 'all', minWorkers: 2 };
  await redis.kill();
  expect(await call('POST', '/stress/start', start)).toMatchObject([
    503,
    { message: `the queue cannot be reached: 127.0.0.1:${redis.port} refused the connection` },
  ]);
  await redis.restart();
  await expect
    .poll(async () => (await call('GET', '/workers'))[1], { timeout: 30_000 })
    .toMatchObject({ workers: [{ state: 'free' }, { state: 'free' }] });
  expect((await call('POST', '/stress/start', start))[0]).toBe(200);
  await expect.poll(async () => (await status()).stats?.total ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  svc.send('SIGTERM');
  expect((await svc.ended).code).toBe(0);
  expect(seen.at(-1)).toBe('GET /out');
});

it('leaves what its teardown could not finish to whoever collects the test', async () => {
  const queue = await newQueue();
  await twoWorkers(queue);
  let hangs = true;
  const never = new Promise<never>(() => undefined);
  const server = await serve(queue, ({ path }) => (hangs && path === '/out' ? never : 200));
  const { svc, call, status, seen, directory } = server;
  const start = { files: ['a.http'], duration: '60s', rate: 20, workers: 2 };
  expect((await call('POST', '/stress/start', start))[0]).toBe(200);
  await expect.poll(async () => (await status()).stats?.total ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  svc.send('SIGTERM');
  expect((await svc.ended).code).toBe(0);
  // The teardown alone would have had 30 seconds.
  let run = '';
  await expect
    .poll(async () => (run = (await collectable(queue, directory))[0] ?? ''), { timeout: 60_000 })
    .not.toBe('');
  hangs = false;
  const sent = seen.filter((line) => line === 'GET /a').length;
  const shop = { directory, file: 'a.http' };
  const collected = await startDistributed(queue, shop, ['--collect', run]).ended;
  expect(collected.code, collected.stderr).toBe(1);
  const result = JSON.parse(collected.stdout) as StressResult;
  expect(result).toMatchObject({ stopped: true, runId: run });
  expect(result.error).toMatch(/^the coordinator was lost after \d+\.\d s$/);
  expect(result.totalRequests + result.abortedCount).toBe(sent);
  expect(seen.filter((line) => line === 'GET /out')).toHaveLength(2);
  expect((await startDistributed(queue, shop, ['--collect', run]).ended).code).toBe(3);
});

it('searches a rate by workers, and says where it is', async () => {
  const queue = await newQueue();
  await twoWorkers(queue);
  let goOn = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (goOn = resolve));
  let count = 0;
  // The first step lasts until this response, so that it cannot be over before it is looked at.
  const { call, status, ended, seen } = await serve(queue, async ({ path }) => {
    if (path === '/a' && ++count === 1) await isShown;
    return 200;
  });
  const find = { find: { errors: '<1%' }, findTo: 60, findBudget: '40s' };
  const start = { files: ['a.http'], duration: '1s', ...find, workers: 2 };
  expect(await call('POST', '/stress/start', start)).toEqual([200, { status: 'started' }]);
  await expect
    .poll(status, { timeout: 60_000 })
    .toMatchObject({ find: { step: 1, rate: 50 }, workers: [{ name: 'w-1' }, { name: 'w-2' }] });
  goOn();
  const result = await ended();
  expect(result.find?.steps.length).toBeGreaterThan(1);
  expect(result.workers?.map(({ name }) => name)).toEqual(['w-1', 'w-2']);
  expect(seen.filter((line) => line !== 'GET /a')).toEqual(['GET /in', 'GET /out']);
  const [, { runs }] = (await call('GET', '/stress/runs')) as [number, { runs: readonly { rate: number }[] }];
  expect(runs).toHaveLength(1);
  const { rate = 0, steps = [] } = result.find ?? {};
  expect(runs[0]?.rate).toBe(rate > 0 ? rate : steps.at(-1)?.rate);
});
