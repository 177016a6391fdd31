/** Two coordinators that want three of four workers at the same moment, with a stranger and an old worker among them. */
import { expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { openQueue, type OpenedQueue } from '../../src/queue/open-queue.js';
import { Registration } from '../../src/queue/registration.js';
import { readQueueAddress } from '../../src/queue/settings/queue-address.js';
import { coordinator } from '../support/queue/run-contract.js';
import { KEY, startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const { version } = manifest;
const redis = await startRedis();

async function open(): Promise<OpenedQueue> {
  const queue = await openQueue({ address: readQueueAddress(redis.url, '--queue'), name: 'svc', key: KEY });
  onTestFinished(() => queue.transport.close());
  return queue;
}

it('both run, one after the other, 20 times, and no worker is in two runs', async () => {
  for (const name of ['1', '2', '3', '4']) await startWorker(redis.url, ['--name', name]);
  await startWorker(redis.url, ['--name', 'stranger'], { SVC_WORKER_KEY: 'x'.repeat(32) });
  const sides = [await open(), await open()];
  const old = new Registration(sides[0] as OpenedQueue, {
    name: 'old',
    threads: 1,
    cores: 1,
    version: '0.0.1',
    nodeVersion: 'v20',
    labels: [],
  });
  await old.start();
  onTestFinished(() => old.stop());
  const working = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      sides.map(async (queue) => {
        const run = coordinator(queue, { version });
        const warnings: string[] = [];
        const claimed = await run.coordinator.claim({
          wanted: 3,
          least: 3,
          waitMs: 60_000,
          labels: [],
          onWarning: (text) => warnings.push(text),
        });
        expect(warnings).toEqual([`worker old is svc 0.0.1, this is svc ${version}; it is not used`]);
        expect(claimed.every(({ name }) => /^[1-4]$/.test(name))).toBe(true);
        for (const { id } of claimed) {
          expect(working.has(id)).toBe(false);
          working.add(id);
          await run.coordinator.sendOrder(id, { kind: 'probe', threads: 1, body: null });
        }
        await expect.poll(() => run.events.length).toBe(3);
        for (const { id } of claimed) working.delete(id);
        await run.coordinator.end();
      }),
    );
  }
});
