/** What whoever reads Redis, its files or its replication stream can see of a run, and for how long it stays. */
import { Redis } from 'ioredis';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openQueue } from '../../src/queue/open-queue.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import { UNIT_ORDER } from '../../src/queue/units/unit-messages.js';
import { UnitQueue } from '../../src/queue/units/unit-queue.js';
import { takeUnits } from '../../src/queue/units/unit-taker.js';
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
  unit: 'token-in-the-unit',
  outcome: 'token-in-the-outcome',
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
      [UNIT_ORDER]: (order, link, leaving) =>
        takeUnits(link, {
          most: order.threads,
          leaving,
          onFault: fail,
          perform: (unit, report) => Promise.resolve(report({ text: SECRETS.outcome, unit })),
        }),
    },
    onFault: fail,
  });
  await host.start();
  onTestFinished(() => host.leave());
  expect(await runUnit()).toEqual([{ text: SECRETS.outcome, unit: { text: SECRETS.unit } }]);
  await expect.poll(() => host.isBusy).toBe(false);
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

/** Returns what was reported of it. */
async function runUnit(): Promise<readonly unknown[]> {
  const wanted = { wanted: 1, least: 1, waitMs: 5000, labels: [], most: undefined } as const;
  const units = new UnitQueue(queue, { ...wanted, version: VERSION, onFault: fail });
  const reports: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    units.listen({
      onReport: (_unit, _worker, body) => void reports.push(body),
      onDone: () => resolve(),
      onLost: () => reject(new Error('the unit was lost')),
      onClosed: (message) => reject(new Error(message)),
      onFailed: reject,
    });
    void units.open().then(() => units.add(0, () => Promise.resolve({ text: SECRETS.unit })), reject);
  });
  await units.end();
  return reports;
}

function fail(error: unknown): never {
  throw error;
}

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
