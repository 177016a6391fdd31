/** A queue that is lost before the load of a test began. */
import { expect, it } from 'vitest';
import { runSvc } from '../support/program/run-svc.js';
import {
  countingTarget,
  loseEverything,
  shopWorkspace,
  startDistributed,
  startWorkers,
} from '../support/queue/distributed-run.js';
import { startLoadServer } from '../support/queue/load-server.js';
import { KEY } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis();

interface Gate {
  readonly open: () => void;
  /** Waits with the setup until it is open. */
  readonly respond: (request: { readonly path: string }) => Promise<number>;
}

function gate(setup: string): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    open: () => open(),
    respond: async ({ path }) => {
      if (path === setup) await opened;
      return 200;
    },
  };
}

it('ends the test after some time, or goes on when it comes back in time, even empty', async () => {
  const [login, first] = [gate('/login'), gate('/in')];
  const target = await countingTarget(login.respond);
  const shop = await shopWorkspace(target.url, 20);
  await startWorkers(redis.url, ['w-1', 'w-2']);
  const server = await startLoadServer(redis.url, first);
  const args = ['--workers', '1', '-r', '20', '-d', '1s', shop.file];
  const test = startDistributed(redis.url, shop, args);
  const start = { files: ['a.http'], duration: '1s', rate: 20, workers: 1 };
  expect((await server.call('POST', '/stress/start', start))[0]).toBe(200);
  await target.until(1);
  await expect.poll(() => server.seen).toEqual(['GET /in']);
  await redis.kill();
  for (const each of [login, first]) each.open();
  const message = `the queue cannot be reached: 127.0.0.1:${redis.port} refused the connection`;
  expect(await test.ended).toMatchObject({ code: 4, stdout: '', stderr: `Error: ${message}\n` });
  expect(await server.ended()).toMatchObject({ error: message, totalRequests: 0 });
  expect(target.seen).toEqual(['GET /login', 'DELETE /bye']);
  expect(server.seen).toEqual(['GET /in', 'GET /out']);
  await redis.restart();
  const free = await runSvc(['workers', '--require', '2', '--wait', '60s'], {
    cwd: shop.directory,
    env: { SVC_QUEUE: redis.url, SVC_WORKER_KEY: KEY },
  });
  expect(free.code).toBe(0);

  const again = gate('/login');
  const other = await countingTarget(again.respond);
  const { directory, file } = await shopWorkspace(other.url, 20);
  const late = startDistributed(redis.url, { directory }, [...args.slice(0, -1), file]);
  await other.until(1);
  await loseEverything(redis);
  again.open();
  expect((await late.ended).code).toBe(0);
  expect(new Set(other.seen).size).toBe(22);
  expect(other.seen).toHaveLength(22);
});
