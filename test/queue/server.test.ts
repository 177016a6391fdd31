/** `svc serve --queue`. */
import { expect, it } from 'vitest';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { runSvc } from '../support/program/run-svc.js';
import { temporaryDirectory } from '../support/files/workspace.js';
import { KEY, startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();
const cwd = await temporaryDirectory();

async function serve(
  url: string,
): Promise<{ svc: LiveSvc; get: (path: string) => Promise<[number, unknown]> }> {
  const svc = startSvc(['serve', '--port', '0', '--no-history', '--queue', url], {
    cwd,
    env: { SVC_WORKER_KEY: KEY },
  });
  await svc.until(() => svc.stdout().includes('Listening on'));
  const [address = ''] = /http:\S+/.exec(svc.stdout()) ?? [];
  return {
    svc,
    get: async (path) => {
      const response = await fetch(`${address}/api/v1${path}`);
      return [response.status, await response.json()];
    },
  };
}

it('lists workers, and says so when the queue is away and back', async () => {
  const worker = await startWorker(redis.url, ['--name', 'here']);
  const { svc, get } = await serve(redis.url);
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

it('starts without a working queue, and ends only for what cannot get better', async () => {
  const { svc, get } = await serve('redis://127.0.0.1:1');
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
