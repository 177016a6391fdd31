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
import { countingTarget, shopWorkspace, startDistributed, type Shop } from './distributed-run.js';
import { coordinator } from './run-contract.js';
import { KEY, startWorker } from './worker-process.js';
import type { LiveSvc } from '../program/live-svc.js';

const { version } = manifest;
const own = new QueueKeys(KEY, 'svc');
/** With its setup and teardown. */
const REQUESTS_OF_A_LOAD = 22;
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

  const startLoad = ({ directory, file }: Shop): LiveSvc =>
    startDistributed(redis.url, { directory }, ['-r', '20', '-d', '1s', file]);

  /** The order of a real load, which stays in the queue as long as the worker stands still. */
  async function takeOrder(
    worker: LiveSvc,
    shop: Shop,
  ): Promise<{ readonly key: string; readonly sealed: Buffer }> {
    const id = await workerId();
    worker.send('SIGSTOP');
    const load = startLoad(shop);
    const orders = (): Promise<string[]> => client.keys(`svc:{svc}:run:*:order:${id}`);
    await expect.poll(orders, { interval: 10 }).toHaveLength(1);
    const [key = ''] = await orders();
    const sealed = (await client.getBuffer(key)) ?? Buffer.alloc(0);
    worker.send('SIGCONT');
    expect(await load.ended).toMatchObject({ code: 0 });
    return { key, sealed };
  }

  /** What hostile orders are made of: accepted, it would send requests to the target. */
  let loadMessage: OrderMessage | undefined;

  const message = async (changes: Partial<OrderMessage> = {}): Promise<OrderMessage> => ({
    ...(loadMessage ?? { version, kind: 'probe', threads: 1, expiryMs: 60_000, body: null }),
    at: await queue.transport.time(),
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
      const target = await countingTarget();
      const shop = await shopWorkspace(target.url, 20);
      const taken = await takeOrder(worker, shop);
      expect(target.seen).toHaveLength(REQUESTS_OF_A_LOAD);
      const [, realRunId = '', realWorker = ''] = /run:(\w+):order:(\w+)$/.exec(taken.key) ?? [];
      const opened = own.open(orderPlace(realRunId, realWorker), taken.sealed, MAX_ORDER_BYTES);
      loadMessage = 'value' in opened ? (opened.value as OrderMessage) : undefined;
      expect(loadMessage).toMatchObject({ version, threads: 1 });
      const reports = (run: string): Promise<number> => client.exists(`svc:{svc}:run:${run}:reports`);

      // Orders with another key, for another worker, of another run, changed, or written by hand.
      const other = new QueueKeys('x'.repeat(32), 'svc');
      const unsealed = [
        await order(async (run, id) => other.seal(orderPlace(run, id), await message(), MAX_ORDER_BYTES)),
        await order((run) => seal(run, randomId())),
        await order((_, id) => seal(randomId(), id)),
        await order(() => randomBytes(200)),
        await order(() => Buffer.from(JSON.stringify(loadMessage))),
        await order(() => taken.sealed),
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
        [
          { kind: 'probe', body: Buffer.alloc(MAX_ORDER_BYTES - 1000) },
          'orders of the kind probe are not supported',
        ],
      ];
      for (const [changes, reason] of reasons) {
        const run = await order((id, to) => seal(id, to, changes));
        expect(await refused(run)).toBe(reason);
        // The worker says so before it reports.
        await expect.poll(() => reports(run)).toBe(1);
      }
      const run = await order((id, to) =>
        own.seal(orderPlace(id, to), Buffer.alloc(70 * 1024 * 1024), 80 * 1024 * 1024),
      );
      expect(await refused(run)).toBe('larger than 64 MiB');

      // The real order again.
      await client.set(taken.key, taken.sealed, 'PX', 60_000);
      await queue.transport.sendOrder(realWorker, realRunId);
      expect(await refused(realRunId)).toBe('seen before');

      expect(await realRun()).toEqual(REAL);
      expect(target.seen).toHaveLength(REQUESTS_OF_A_LOAD);
      expect(await startLoad(shop).ended).toMatchObject({ code: 0 });
      expect(target.seen).toHaveLength(2 * REQUESTS_OF_A_LOAD);
      worker.send('SIGTERM');
      expect(await worker.ended).toMatchObject({ code: 0, signal: null });
    });

    it('cannot break it by random bytes in every key and channel, or by jobs that are none', async () => {
      await client.flushall();
      const target = await countingTarget();
      const shop = await shopWorkspace(target.url, 20);
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
      expect(target.seen).toEqual([]);
      expect(await startLoad(shop).ended).toMatchObject({ code: 0 });
      expect(target.seen).toHaveLength(REQUESTS_OF_A_LOAD);
      worker.send('SIGTERM');
      expect(await worker.ended).toMatchObject({ code: 0, signal: null });
      expect(worker.stderr()).not.toContain('internal fault');
    });
  });
}
