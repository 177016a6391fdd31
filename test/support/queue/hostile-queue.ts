/** Somebody who can write to Redis: a worker neither does anything nor breaks, and takes the next real order. */
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { randomId } from '../../../src/primitives/random-id.js';
import { openQueue } from '../../../src/queue/open-queue.js';
import { orderPlace, type OrderMessage } from '../../../src/queue/run-messages.js';
import { QueueKeys } from '../../../src/queue/sealing/queue-keys.js';
import { MAX_ORDER_BYTES } from '../../../src/queue/settings/limits.js';
import { readQueueAddress } from '../../../src/queue/settings/queue-address.js';
import { listWorkers } from '../../../src/queue/worker-listing.js';
import { startRedis } from '../servers/redis-server.js';
import { coordinator } from './run-contract.js';
import { KEY, startWorker } from './worker-process.js';

const { version } = manifest;
const own = new QueueKeys(KEY, 'svc');
const REAL = ['w refused: orders of the kind probe are not supported'];

/** `bits`: how many single bits of an order are changed; `randomLength`: bytes that are put into every key. */
export async function testHostileQueue(size: {
  readonly bits: number;
  readonly randomLength: number;
}): Promise<void> {
  const redis = await startRedis();
  const client = new Redis(redis.port, '127.0.0.1');
  const queue = await openQueue({ address: readQueueAddress(redis.url, '--queue'), name: 'svc', key: KEY });
  afterAll(async () => {
    client.disconnect();
    await queue.transport.close();
  });

  async function workerId(): Promise<string> {
    const { workers } = await listWorkers(queue, version);
    return workers[0]?.id ?? '';
  }

  /** Takes the worker and gives it an order that it can only refuse, which it does by a sealed report. */
  async function realRun(): Promise<string[]> {
    const run = coordinator(queue, { version });
    const [claimed] = await run.coordinator.claim({ wanted: 1, least: 1, waitMs: 20_000, labels: [] });
    await run.coordinator.sendOrder(claimed?.id ?? '', { kind: 'probe', threads: 1, body: null });
    await expect.poll(() => run.events.length).toBe(1);
    await run.coordinator.end();
    return run.events;
  }

  async function order(sealed: (run: string, worker: string) => Promise<Buffer> | Buffer): Promise<string> {
    const [run, worker] = [randomId(), await workerId()];
    await client.set(`svc:{svc}:run:${run}:order:${worker}`, await sealed(run, worker), 'PX', 60_000);
    await queue.transport.sendOrder(worker, run);
    return run;
  }

  const message = async (changes: Partial<OrderMessage> = {}): Promise<OrderMessage> => ({
    at: await queue.transport.time(),
    version,
    kind: 'probe',
    threads: 1,
    expiryMs: 60_000,
    body: null,
    ...changes,
  });

  const seal = async (run: string, worker: string, changes: Partial<OrderMessage> = {}): Promise<Buffer> =>
    own.seal(orderPlace(run, worker), await message(changes), MAX_ORDER_BYTES);

  describe('whoever can write to the queue', () => {
    it('cannot make a worker do anything, or keep it from its work', async () => {
      const worker = await startWorker(redis.url, ['--name', 'w', '--log-format', 'json']);
      const refused = async (run: string): Promise<string> => {
        const line = (): string | undefined =>
          worker
            .stderr()
            .split('\n')
            .find((each) => each.includes('refused an order') && each.includes(run));
        await worker.until(() => line() !== undefined);
        return (JSON.parse(line() ?? '{}') as { message: string }).message.replace('refused an order: ', '');
      };
      const reports = (run: string): Promise<number> => client.exists(`svc:{svc}:run:${run}:reports`);

      // Orders with another key, for another worker, of another run, changed, or written by hand.
      const other = new QueueKeys('x'.repeat(32), 'svc');
      const unsealed = [
        await order(async (run, id) => other.seal(orderPlace(run, id), await message(), MAX_ORDER_BYTES)),
        await order((run) => seal(run, randomId())),
        await order((_, id) => seal(randomId(), id)),
        await order(() => randomBytes(200)),
        await order(() => Buffer.from(JSON.stringify({ kind: 'load', threads: 1 }))),
      ];
      for (const run of unsealed) {
        expect(await refused(run)).toBe('not sealed with this key');
        expect(await reports(run)).toBe(0);
      }
      for (let bit = 0; bit < size.bits; bit += 1) {
        const run = await order(async (id, to) => {
          const bytes = await seal(id, to);
          const at = Math.floor((bit / size.bits) * bytes.length);
          bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
          return bytes;
        });
        expect(await refused(run)).toBe('not sealed with this key');
      }

      // Orders that are sealed, but must not be carried out.
      const now = await queue.transport.time();
      const reasons: [Partial<OrderMessage>, string][] = [
        [{ at: now - 61_000 }, 'too old'],
        [{ version: '9.9.9' }, `svc 9.9.9 wanted, this is ${version}`],
        [{ threads: 3 }, 'more threads than offered'],
        [{ body: Buffer.alloc(MAX_ORDER_BYTES - 1000) }, 'orders of the kind probe are not supported'],
      ];
      for (const [changes, reason] of reasons) {
        const run = await order((id, to) => seal(id, to, changes));
        expect(await refused(run)).toBe(reason);
        expect(await reports(run)).toBe(1);
      }
      const run = await order((id, to) =>
        own.seal(orderPlace(id, to), Buffer.alloc(70 * 1024 * 1024), 80 * 1024 * 1024),
      );
      expect(await refused(run)).toBe('larger than 64 MiB');

      // The same order again.
      const again = await order((id, to) => seal(id, to));
      await refused(again);
      await queue.transport.sendOrder(await workerId(), again);
      await worker.until(() => worker.stderr().includes('seen before'));

      expect(await realRun()).toEqual(REAL);
      worker.send('SIGTERM');
      expect(await worker.ended).toMatchObject({ code: 0, signal: null });
    });

    it('cannot break it by random bytes in every key and channel, or by jobs that are none', async () => {
      await client.flushall();
      const worker = await startWorker(redis.url, ['--name', 'w']);
      expect(await realRun()).toEqual(REAL);
      const id = await workerId();
      const bull = `svc:{svc}:bull:${id}`;
      const junk = randomBytes(size.randomLength);
      const keys = [
        ...(await client.keys('svc:*')),
        `svc:{svc}:claim:${id}`,
        ...['wait', 'active', 'marker', 'id', 'meta', 'events', 'stalled', 'failed'].map(
          (name) => `${bull}:${name}`,
        ),
      ];
      for (const key of keys) await client.set(key, junk);
      for (const channel of ['svc:{svc}:run:aaaaaaaaaaaa:control', 'svc:{svc}:x'])
        await client.publish(channel, junk);
      expect(await realRun()).toEqual(REAL);

      await client.hset(`${bull}:job1`, { name: 'x', data: 'no JSON', opts: '{}', timestamp: '1' });
      await client.hset(`${bull}:job2`, {
        name: 'x',
        data: '{"run":"../../etc"}',
        opts: '{}',
        timestamp: '1',
      });
      await client.lpush(`${bull}:wait`, 'job1', 'job2', 'job3');
      await client.zadd(`${bull}:marker`, 0, '0');
      expect(await realRun()).toEqual(REAL);
      worker.send('SIGTERM');
      expect(await worker.ended).toMatchObject({ code: 0, signal: null });
      expect(worker.stderr()).not.toContain('internal fault');
    });
  });
}
