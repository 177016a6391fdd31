/** What whoever reads Redis, its files or its replication stream can see of a run, and for how long it stays. */
import { Redis } from 'ioredis';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openQueue } from '../../src/queue/open-queue.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import { WorkerHost } from '../../src/queue/worker-host.js';
import { findSecrets, monitor, readRedisFiles, STORES_EVERYTHING } from '../support/queue/planted-secrets.js';
import { coordinator, VERSION } from '../support/queue/run-contract.js';
import { KEY } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const SECRETS = {
  workerName: 'build-host-of-ada',
  label: 'label-of-the-team',
  order: 'token-in-the-order',
  control: 'token-in-the-control',
  report: 'token-in-the-report',
  kept: 'token-that-is-kept',
  bytes: 'bytes-of-a-file',
  key: KEY,
};

const redis = await startRedis({ args: STORES_EVERYTHING });
const client = new Redis(redis.port, '127.0.0.1');
const queue = await openQueue({ address: readQueueAddress(redis.url, '--queue'), name: 'svc', key: KEY });
afterAll(async () => {
  client.disconnect();
  await queue.transport.close();
});

it('no payload is readable, and every one of them has an expiry at any time', async () => {
  const seen = await monitor(redis);
  const lasting = await sampleExpiries();
  const host = new WorkerHost(queue, {
    traits: {
      name: SECRETS.workerName,
      threads: 1,
      cores: 1,
      version: VERSION,
      nodeVersion: 'v20',
      labels: [SECRETS.label],
    },
    handlers: {
      secret: async (order, link) => {
        link.report({ text: SECRETS.report, order });
        return { ok: (await link.ended) === 'over' };
      },
    },
    onFault: (error) => {
      throw error;
    },
  });
  await host.start();
  onTestFinished(() => host.leave());
  const run = coordinator(queue);
  const [claimed] = await run.coordinator.claim({
    wanted: 1,
    least: 1,
    waitMs: 5000,
    labels: [SECRETS.label],
  });
  await run.coordinator.keep({ text: SECRETS.kept });
  run.coordinator.setControl({ text: SECRETS.control });
  const body = { text: SECRETS.order, file: Buffer.from(SECRETS.bytes) };
  await run.coordinator.sendOrder(claimed?.id ?? '', { kind: 'secret', threads: 1, body });
  await expect.poll(() => run.events.length).toBe(1);
  await client.save();
  await run.coordinator.end();
  await expect.poll(() => host.isBusy).toBe(false);

  expect(lasting.stop()).toEqual([]);
  const texts = [seen(), ...(await readRedisFiles(redis))];
  // The commands, the dump and the append-only file.
  expect(texts.filter((text) => text.includes('svc:{svc}:worker:')).length).toBe(3);
  expect(findSecrets(SECRETS, texts)).toEqual([]);
});

/** Sets of ids and the empty queues of workers hold no payload. */
const WITHOUT_PAYLOAD = /^svc:\{svc\}:(?:workers|queues|kept|bull:.*)$/;

/** Names of keys that had no expiry when they were looked at. */
async function sampleExpiries(): Promise<{ stop: () => string[] }> {
  const found = new Set<string>();
  let looked = 0;
  const timer = setInterval(() => void look(), 20);
  const look = async (): Promise<void> => {
    const keys = (await client.keys('*')).filter((key) => !WITHOUT_PAYLOAD.test(key));
    const left = await Promise.all(keys.map((key) => client.pttl(key)));
    for (const [index, key] of keys.entries()) if (left[index] === -1) found.add(key);
    looked += keys.length;
  };
  await look();
  return {
    stop: () => {
      clearInterval(timer);
      expect(looked).toBeGreaterThan(0);
      return [...found];
    },
  };
}
