/** `svc serve --queue`. */
import { rm } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { runSvc } from '../support/program/run-svc.js';
import { temporaryDirectory } from '../support/files/workspace.js';
import { startQueueServer } from '../support/queue/queue-server.js';
import { startRedis } from '../support/servers/redis-server.js';
import { startWorker } from '../support/queue/worker-process.js';

const redis = await startRedis();
const cwd = await temporaryDirectory();
afterAll(() => rm(cwd, { recursive: true, force: true }));

it('starts without a working queue, and ends only for what cannot get better', async () => {
  const { svc, get } = await startQueueServer('redis://127.0.0.1:1', cwd);
  await svc.until(() =>
    svc.stderr().includes('the queue cannot be reached: 127.0.0.1:1 refused the connection'),
  );
  expect((await get('/health'))[1]).toMatchObject({ status: 'ok', queue: 'unavailable' });
  expect((await get('/workers'))[0]).toBe(503);
  svc.send('SIGTERM');
  expect((await svc.ended).code).toBe(0);

  const failed = async (
    args: string[],
    env: Record<string, string> = {},
  ): Promise<[number | null, string]> => {
    const { code, stderr } = await runSvc(['serve', '--port', '0', ...args], { cwd, env });
    return [code, stderr.split('\n')[0] ?? ''];
  };
  expect(await failed(['--queue', 'a'])).toEqual([64, expect.stringContaining('--queue must be redis://')]);
  expect(await failed(['--queue', redis.url])).toEqual([64, expect.stringContaining('a queue needs a key')]);
  expect(await failed(['--queue', redis.url], { SVC_WORKER_KEY: 'x' })).toEqual([
    64,
    'Error: the key has 1 characters; at least 32 are needed',
  ]);
});

it('lists workers, and says so when the queue is away and back', async () => {
  const worker = await startWorker(redis.url, ['--name', 'here']);
  const { svc, get } = await startQueueServer(redis.url, cwd);
  await expect.poll(async () => (await get('/health'))[1]).toMatchObject({ queue: 'ok' });
  expect(await get('/workers')).toMatchObject([
    200,
    { queue: redis.url, workers: [{ name: 'here', state: 'free', threads: 2 }], collect: [] },
  ]);
  await redis.kill();
  await expect.poll(async () => (await get('/health'))[1]).toMatchObject({ queue: 'unavailable' });
  expect(await get('/workers')).toEqual([
    503,
    {
      error: 'Service Unavailable',
      message: `the queue cannot be reached: 127.0.0.1:${redis.port} refused the connection`,
    },
  ]);
  await redis.restart();
  await expect.poll(async () => (await get('/workers'))[1]).toMatchObject({ workers: [{ name: 'here' }] });
  for (const each of [svc, worker]) each.send('SIGTERM');
  expect((await Promise.all([svc.ended, worker.ended])).map(({ code }) => code)).toEqual([0, 0]);
});
