/** Passwords, the access list that the documentation shows, and what else a Redis says about itself. */
import { rm } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openQueue } from '../../src/queue/open-queue.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import { readPages } from '../support/files/markdown.js';
import { temporaryDirectory } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import {
  countingTarget,
  resultOf,
  shopWorkspace,
  startDistributed,
} from '../support/queue/distributed-run.js';
import { coordinator } from '../support/queue/run-contract.js';
import { KEY, startWorker, untilFree } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const PASSWORD = 'p@ss w/rd';
const redis = await startRedis({ password: PASSWORD });
const { version } = manifest;
const cwd = await temporaryDirectory();
afterAll(() => rm(cwd, { recursive: true, force: true }));
const address = (user: string, password: string): string =>
  redis.url.replace('//', `//${user}:${encodeURIComponent(password)}@`);

async function list(url: string): Promise<[number | null, string]> {
  const { code, stdout, stderr } = await runSvc(['workers'], {
    cwd,
    env: { SVC_QUEUE: url, SVC_WORKER_KEY: KEY },
  });
  return [code, code === 0 ? stderr + stdout : stderr];
}

const NOBODY = '0 of 0 workers are free (0 of 0 threads)\n';

it('a password is needed, and a wrong one is refused', async () => {
  expect(await list(address('', PASSWORD))).toEqual([0, NOBODY]);
  for (const url of [redis.url, address('', 'wrong'), address('nobody', PASSWORD)]) {
    expect(await list(url)).toEqual([
      3,
      `Error: the queue refused the user or password (127.0.0.1:${redis.port})\n`,
    ]);
  }
});

it('the user of the documentation is enough for all of it, and one without INFO is named', async () => {
  const page = (await readPages()).find(({ path }) => path === 'docs/scaling.md');
  const rule = page?.examples.find(({ text }) => text.startsWith('ACL SETUSER'))?.text.trim() ?? '';
  expect(await redis.command(...rule.split(' '))).toBe('+OK');
  const url = address('svc', 'password');
  const worker = await startWorker(url, ['--name', 'limited']);
  const queue = await openQueue({ address: readQueueAddress(url, '--queue'), name: 'svc', key: KEY });
  const run = coordinator(queue, { version });
  const [claimed] = await run.coordinator.claim({ wanted: 1, least: 1, waitMs: 5000, labels: [] });
  await run.coordinator.keep({ plan: 1 });
  await run.coordinator.sendOrder(claimed?.id ?? '', { kind: 'probe', threads: 1, body: null });
  await expect
    .poll(() => run.events)
    .toEqual(['limited refused: orders of the kind probe are not supported']);
  await run.coordinator.end();
  await queue.transport.close();
  const target = await countingTarget();
  await untilFree(url, 1);
  const shop = await shopWorkspace(target.url, 10);
  const load = await startDistributed(url, shop, ['--on-loss', 'adopt', '-r', '10', '-d', '1s', shop.file])
    .ended;
  expect([load.code, load.stderr]).toEqual([0, '']);
  expect(resultOf(load)).toMatchObject({ totalRequests: 10, error: '' });
  await untilFree(url, 1);
  const suite = await runSvc(['run', '--queue', url, '--no-history', shop.file], {
    cwd: shop.directory,
    env: { SVC_WORKER_KEY: KEY },
  });
  expect([suite.code, suite.stdout]).toEqual([0, expect.stringContaining('12 passed')]);
  // The setup and the teardown of the load, and each once more as a test.
  expect(target.seen).toHaveLength(24);
  worker.send('SIGTERM');
  expect(await worker.ended).toMatchObject({ code: 0 });
  expect(worker.stderr()).not.toContain('password');

  await redis.command('ACL', 'SETUSER', 'svc', '-info');
  expect(await list(url)).toEqual([3, 'Error: the queue does not allow INFO to this user\n']);
  await redis.command('ACL', 'SETUSER', 'svc', '+info', '-zrange');
  expect(await list(url)).toEqual([3, 'Error: the queue does not allow ZRANGE to this user\n']);
});

it('a server that throws keys away causes one warning', async () => {
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  expect(await list(address('', PASSWORD))).toEqual([
    0,
    `Warning: the queue may throw keys away (maxmemory-policy allkeys-lru); set it to noeviction\n${NOBODY}`,
  ]);
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
});

const open = await startRedis();
const cluster = await startRedis({ args: ['--cluster-enabled', 'yes'] });

it('a password that nobody asks for is no fault, and a cluster is one', async () => {
  expect(await list(open.url.replace('//', '//:unused@'))).toEqual([0, NOBODY]);
  expect(await list(cluster.url)).toEqual([3, 'Error: the queue is a Redis cluster; use a single server\n']);
});
