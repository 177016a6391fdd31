import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { claimWorkers, type WantedWorkers } from './claim-workers.js';
import { dropDeadQueues, type Queue } from './open-queue.js';
import { Registration } from './registration.js';
import { QueueKeys } from './sealing/queue-keys.js';
import { DEAD_QUEUE_MS, QUEUE_TIMES } from './settings/limits.js';
import { MemoryConnection } from './transport/memory-connection.js';
import { MemoryServer } from './transport/memory-server.js';
import { listWorkers } from './worker-listing.js';

let now = Date.UTC(2030, 0, 1);

function openServer(clock = new ManualClock()): (key?: string) => Queue {
  const server = new MemoryServer(() => now);
  return (key = 'a') => ({
    name: 'svc',
    transport: new MemoryConnection(server),
    keys: new QueueKeys(key.repeat(32), 'svc'),
    times: QUEUE_TIMES,
    clock,
  });
}

async function register(queue: Queue, name: string, traits: { version?: string; labels?: string[] } = {}) {
  const worker = new Registration(queue, {
    name,
    threads: 2,
    cores: 4,
    version: '1.0.0',
    nodeVersion: 'v20.0.0',
    labels: [],
    ...traits,
  });
  await worker.start();
  onTestFinished(() => worker.stop());
  return worker;
}

const wanted = (request: Partial<WantedWorkers> = {}): WantedWorkers => ({
  run: 'run100000000',
  version: '1.0.0',
  wanted: 1,
  least: 1,
  waitMs: 0,
  labels: [],
  ...request,
});

const names = (workers: readonly { readonly name: string }[]): string[] => workers.map(({ name }) => name);

describe('claiming workers', () => {
  it('takes as many as are wanted, in the order of their names, and each once', async () => {
    const queue = openServer()();
    for (const name of ['w-10', 'w-9', 'v']) await register(queue, name);
    expect(names(await claimWorkers(queue, wanted({ wanted: 2, least: 2 })))).toEqual(['v', 'w-9']);
    const rest = await claimWorkers(queue, wanted({ run: 'run200000000', wanted: 'all' }));
    expect(names(rest)).toEqual(['w-10']);
    const { workers } = await listWorkers(queue, '1.0.0');
    expect(workers.map(({ name, state, run }) => [name, state, run])).toEqual([
      ['v', 'busy', 'run100000000'],
      ['w-9', 'busy', 'run100000000'],
      ['w-10', 'busy', 'run200000000'],
    ]);
  });

  it('takes fewer only after the wait, and not fewer than the least', async () => {
    const clock = new ManualClock();
    const queue = openServer(clock)();
    await register(queue, 'a');
    const messages: string[] = [];
    const request = wanted({ wanted: 4, least: 1, waitMs: 500, onWaiting: (text) => messages.push(text) });
    const looks = vi.spyOn(queue.transport, 'claim');
    const claiming = claimWorkers(queue, request);
    // It looks every 200 ms, and once more at the end.
    for (const ms of [200, 200, 100]) await clock.pass(ms);
    expect(names(await claiming)).toEqual(['a']);
    expect(looks.mock.calls.map(([{ least }]) => least)).toEqual([4, 4, 4, 1]);
    expect(messages).toEqual(['Waiting for 4 workers (1 is free)']);
  });

  it('says why there are too few', async () => {
    const clock = new ManualClock();
    const queue = openServer(clock)();
    await register(queue, 'busy', { labels: ['eu'] });
    await claimWorkers(queue, wanted({ run: 'other0000000' }));
    await register(queue, 'old', { version: '0.9.0' });
    await register(queue, 'free');
    const claim = (request: Partial<WantedWorkers>): Promise<unknown> =>
      clock.during(claimWorkers(queue, wanted(request)));
    await expect(claim({ wanted: 3, least: 3 })).rejects.toThrow(
      /^only 1 of 3 workers are free after 0s \(1 busy, 1 of another version\)$/,
    );
    await expect(claim({ wanted: 2, least: 2, waitMs: 1, labels: ['eu'] })).rejects.toThrow(
      /^only 0 of 2 workers are free after 1ms \(1 busy, 1 of another version, 1 without the label eu\)$/,
    );
    await expect(claimWorkers(openServer()(), wanted())).rejects.toThrow(
      /^only 0 of 1 workers are free after 0s$/,
    );
  });

  it('tells a wrong key from no workers, and names other versions once', async () => {
    const clock = new ManualClock();
    const open = openServer(clock);
    const own = open('b');
    for (const name of ['x', 'y']) await register(open('a'), name);
    await expect(claimWorkers(own, wanted())).rejects.toThrow(
      '2 workers are there, but none has this key; is SVC_WORKER_KEY the same everywhere?',
    );
    await register(own, 'old', { version: '0.9.0' });
    const warnings: string[] = [];
    await expect(
      clock.during(claimWorkers(own, wanted({ waitMs: 20, onWarning: (text) => warnings.push(text) }))),
    ).rejects.toThrow('only 0 of 1 workers are free after 20ms (1 of another version)');
    expect(warnings).toEqual(['worker old is svc 0.9.0, this is svc 1.0.0; it is not used']);
    expect((await listWorkers(own, '1.0.0')).otherKeyCount).toBe(2);
  });

  it('never gives a worker to two that claim at once, and lets the second wait for the first', async () => {
    const clock = new ManualClock();
    const open = openServer(clock);
    const queue = open();
    for (const name of ['1', '2', '3', '4']) await register(queue, name);
    const run = async (id: string): Promise<string[]> => {
      const side = open();
      const claimed = await claimWorkers(side, wanted({ run: id, wanted: 3, least: 3, waitMs: 60_000 }));
      const others = (await listWorkers(side, '1.0.0')).workers.filter((worker) => worker.run === id);
      expect(others.map(({ id: worker }) => worker).sort()).toEqual(
        claimed.map(({ id: worker }) => worker).sort(),
      );
      await side.transport.release(
        claimed.map(({ id: worker }) => `claim:${worker}`),
        id,
      );
      return names(claimed);
    };
    for (let count = 0; count < 20; count += 1) {
      const both = await clock.during(Promise.all([run('run100000000'), run('run200000000')]), 200);
      expect(both.map(({ length }) => length)).toEqual([3, 3]);
    }
  });

  it('a second worker of the same name gets a number', async () => {
    const queue = openServer()();
    const workers = [await register(queue, 'a'), await register(queue, 'a'), await register(queue, 'a')];
    expect(names(workers)).toEqual(['a', 'a-2', 'a-3']);
    await workers[1]?.stop();
    expect((await register(queue, 'a')).name).toBe('a-2');
  });

  it('a worker that ended without a word is gone after its expiry, and its queue later', async () => {
    const queue = openServer()();
    const transport = queue.transport;
    await transport.mark('queues', 'deadworker00');
    await transport.mark('workers', 'deadworker00');
    await transport.sendOrder('deadworker00', 'run100000000');
    now += DEAD_QUEUE_MS - 1;
    await dropDeadQueues(transport);
    expect(await transport.marked('queues')).toHaveLength(1);
    now += 2;
    await dropDeadQueues(transport);
    expect([...(await transport.marked('queues')), ...(await transport.marked('workers'))]).toEqual([]);
    const taken: string[] = [];
    await transport.takeOrders('deadworker00', (id) => Promise.resolve(void taken.push(id)));
    await transport.time();
    expect(taken).toEqual([]);
  });
});
