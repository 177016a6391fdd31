/** Units that mean nothing, handed to workers in this process over a queue in memory. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import type { Queue } from '../open-queue.js';
import { QueueKeys } from '../sealing/queue-keys.js';
import { QUEUE_TIMES, type QueueTimes } from '../settings/limits.js';
import { MemoryConnection } from '../transport/memory-connection.js';
import { MemoryServer } from '../transport/memory-server.js';
import { WorkerHost } from '../worker-host.js';
import { jobName, UNIT_ORDER } from './unit-messages.js';
import { UnitQueue, type UnitQueueOptions } from './unit-queue.js';
import { takeUnits } from './unit-taker.js';

const VERSION = '1.2.3';
const STEP_MS = 50;
const ALL: Pick<UnitQueueOptions, 'wanted' | 'least' | 'waitMs' | 'labels' | 'most' | 'version'> = {
  wanted: 'all',
  least: 1,
  waitMs: 2000,
  labels: [],
  most: undefined,
  version: VERSION,
};

class Suite {
  readonly clock = new ManualClock();
  readonly server = new MemoryServer(this.clock.now);
  /** `worker text` of each unit that was started. */
  readonly started: string[] = [];
  /** What the coordinator was given. */
  readonly events: string[] = [];
  readonly connections = new Map<string, MemoryConnection>();
  /** Units that were started end when this is called. */
  release: () => void = () => undefined;
  #released: Promise<void> = Promise.resolve();
  readonly #times: QueueTimes;

  constructor(times: Partial<QueueTimes> = {}) {
    this.#times = { ...QUEUE_TIMES, ...times };
  }

  hold(): void {
    this.#released = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  async worker(name: string, threads = 1): Promise<void> {
    const queue = this.#queue(name);
    const onFault = (error: unknown): void => void this.events.push(`fault ${String(error)}`);
    const host = new WorkerHost(queue, {
      traits: { name, threads, cores: 2, version: VERSION, nodeVersion: '20', labels: [] },
      handlers: {
        [UNIT_ORDER]: (order, link, leaving) =>
          takeUnits(link, {
            most: order.threads,
            leaving,
            onFault,
            perform: async (unit, report) => {
              this.started.push(`${name} ${String(unit)}`);
              report(`${String(unit)} began`);
              await this.#released;
              report(`${String(unit)} ended`);
            },
          }),
      },
      onFault,
    });
    await host.start();
    onTestFinished(() => this.clock.during(host.leave(), STEP_MS));
  }

  async open(options: Partial<UnitQueueOptions> = {}): Promise<UnitQueue> {
    const onFault = (error: unknown): void => void this.events.push(`fault ${String(error)}`);
    const units = new UnitQueue(this.#queue('coordinator'), { ...ALL, onFault, ...options });
    onTestFinished(() => this.clock.during(units.end(), STEP_MS));
    units.listen({
      onReport: (_unit, worker, body) => void this.events.push(`${worker} ${String(body)}`),
      onDone: (unit) => void this.events.push(`done ${unit}`),
      onLost: (unit, worker) => void this.events.push(`lost ${unit} ${worker}`),
      onClosed: (message) => void this.events.push(`closed ${message}`),
      onFailed: (error) => void this.events.push(`failed ${String(error)}`),
    });
    await this.clock.during(units.open(), STEP_MS);
    return units;
  }

  /** Turns the clock until this holds. */
  until(holds: () => boolean): Promise<void> {
    return this.clock.until(holds, STEP_MS);
  }

  done(): readonly string[] {
    return this.events.filter((line) => line.startsWith('done'));
  }

  cutOff(name: string): void {
    this.connections.get(name)?.cutOff(true);
  }

  #queue(name: string): Queue {
    const transport = new MemoryConnection(this.server);
    this.connections.set(name, transport);
    const keys = new QueueKeys('k'.repeat(32), 'svc');
    return { name: 'svc', transport, keys, times: this.#times, clock: this.clock };
  }
}

const texts = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `u${index}`);

function addAll(units: UnitQueue, count: number): void {
  for (const [rank, text] of texts(count).entries()) units.add(rank, () => Promise.resolve(text));
}

const startedUnits = ({ started }: Suite): readonly string[] =>
  started.map((line) => line.split(' ')[1] ?? '').toSorted();

describe('the units of a suite', () => {
  it('are taken by rank, each worker having as many as it offers, and leave nothing behind', async () => {
    const suite = new Suite();
    suite.hold();
    await suite.worker('a', 2);
    const units = await suite.open();
    const before = suite.server.keys();
    const add = (text: string, rank: number): void => {
      units.add(rank, () => Promise.resolve(text));
    };
    add('first', 5);
    add('second', 6);
    await suite.until(() => suite.started.length === 2);
    expect(suite.started).toEqual(['a first', 'a second']);
    add('late', 9);
    add('early', 1);
    await suite.until(() => suite.server.keys().filter((key) => key.includes(':unit:')).length === 4);
    suite.release();
    suite.hold();
    await suite.until(() => suite.started.length === 4);
    expect(suite.started).toEqual(['a first', 'a second', 'a early', 'a late']);
    suite.release();
    await suite.until(() => suite.done().length === 4);
    expect(suite.events.filter((line) => line.endsWith('began') || line.endsWith('ended'))).toHaveLength(8);
    await suite.clock.during(units.end(), STEP_MS);
    const own = suite.server.keys().filter((key) => key.startsWith('run:'));
    expect([before.some((key) => key.startsWith('run:')), own]).toEqual([true, []]);
  });

  it('are started once each when the server loses everything, again and again', async () => {
    const suite = new Suite();
    await suite.worker('a');
    await suite.worker('b', 2);
    const units = await suite.open();
    suite.hold();
    addAll(units, 12);
    await suite.until(() => suite.started.length === 3);
    for (let time = 0; time < 3; time += 1) {
      suite.server.goAway();
      suite.server.empty();
      suite.server.comeBack();
      suite.release();
      suite.hold();
      const count = suite.started.length;
      await suite.until(() => suite.started.length > count);
    }
    suite.release();
    suite.hold();
    suite.release();
    await suite.until(() => suite.done().length === 12);
    expect(startedUnits(suite)).toEqual(texts(12).toSorted());
    expect(suite.events.filter((line) => line.endsWith('ended'))).toHaveLength(12);
  });

  it('of a worker that is lost are lost, the others go on', async () => {
    const suite = new Suite();
    suite.hold();
    await suite.worker('a');
    await suite.worker('b');
    const units = await suite.open();
    addAll(units, 4);
    await suite.until(() => suite.started.length === 2);
    suite.cutOff('a');
    await suite.clock.turn(2500);
    expect(suite.events.filter((line) => line.startsWith('lost'))).toEqual([]);
    await suite.clock.turn(1000);
    expect(suite.events.filter((line) => line.startsWith('lost'))).toHaveLength(1);
    suite.release();
    await suite.until(() => suite.done().length === 3);
    expect(suite.events.find((line) => line.startsWith('lost'))).toMatch(/^lost [12] a$/);
    expect(startedUnits(suite)).toEqual(texts(4));
  });

  it('go to the same workers when more are added after the last one has ended', async () => {
    const suite = new Suite();
    await suite.worker('a');
    const units = await suite.open({ wanted: 1 });
    const done = (): number => suite.events.filter((line) => line.startsWith('done')).length;
    addAll(units, 2);
    await expect.poll(done).toBe(2);
    expect(units.isUsable).toBe(true);
    addAll(units, 2);
    await expect.poll(done).toBe(4);
    expect(suite.started).toEqual(['a u0', 'a u1', 'a u0', 'a u1']);
    suite.cutOff('a');
    await suite.until(() => !units.isUsable);
  });

  it('end when all workers are lost and no other may join', async () => {
    const suite = new Suite();
    suite.hold();
    await suite.worker('a');
    const units = await suite.open({ wanted: 1 });
    addAll(units, 2);
    await suite.until(() => suite.started.length === 1);
    suite.cutOff('a');
    await suite.clock.turn(2500);
    expect(suite.events.filter((line) => line.startsWith('closed'))).toEqual([]);
    await suite.clock.turn(1500);
    expect(suite.events).toContain('closed all workers were lost');
    expect(suite.events).toContain('lost 1 a');
  });

  it.each([
    ['wait for a queue that goes away before the first of them', { queueWaitMs: 60_000 }, 'opened'],
    ['are refused when the queue stays away', {}, 'the queue cannot be reached: '],
  ])('%s', async (_name, times, outcome) => {
    const suite = new Suite(times);
    await suite.worker('a');
    const opening = suite.open({ waitMs: 60_000 }).then(
      () => 'opened',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    const coordinator = suite.connections.get('coordinator');
    if (coordinator === undefined) throw new Error('there is no coordinator');
    vi.spyOn(coordinator, 'mark').mockImplementationOnce(async (...marked) => {
      suite.server.goAway();
      if (outcome === 'opened') suite.clock.at(suite.clock.now() + 300, () => suite.server.comeBack());
      return coordinator.mark(...marked);
    });
    expect(await opening).toContain(outcome);
    suite.server.comeBack();
  });

  it('end when the queue is away for too long', async () => {
    const suite = new Suite();
    suite.hold();
    await suite.worker('a');
    const units = await suite.open();
    addAll(units, 2);
    await suite.until(() => suite.started.length === 1);
    suite.server.goAway();
    await suite.clock.turn(59_000);
    expect(suite.events.filter((line) => line.startsWith('closed'))).toEqual([]);
    await suite.clock.turn(2000);
    expect(suite.events).toContain('closed the queue was lost');
    suite.server.comeBack();
    suite.release();
  });

  it('that nobody runs can be taken back, those at work end', async () => {
    const suite = new Suite();
    suite.hold();
    await suite.worker('a');
    const units = await suite.open();
    addAll(units, 3);
    await suite.until(() => suite.started.length === 1);
    expect(units.withdraw()).toEqual([2, 3]);
    suite.release();
    await suite.until(() => suite.events.includes('done 1'));
    expect(suite.started).toEqual(['a u0']);
  });

  it('reach a worker that appears later, if all were wanted', async () => {
    const suite = new Suite();
    suite.hold();
    await suite.worker('a');
    const units = await suite.open();
    addAll(units, 2);
    await suite.until(() => suite.started.length === 1);
    expect(suite.started).toEqual(['a u0']);
    await suite.worker('b');
    await suite.until(() => suite.started.length === 2);
    expect(suite.started).toEqual(['a u0', 'b u1']);
    suite.release();
    await suite.until(() => suite.done().length === 2);
  });

  it('are not started again by whoever puts them into the queue again', async () => {
    const suite = new Suite();
    suite.hold();
    await suite.worker('a');
    await suite.worker('b');
    const units = await suite.open();
    addAll(units, 1);
    await suite.until(() => suite.started.length === 1);
    const stranger = new MemoryConnection(suite.server);
    const run = suite.server.keys().flatMap((key) => /^run:(\w+):unit:1$/.exec(key)?.[1] ?? []);
    for (const name of [jobName(1, 7), jobName(1, 8), jobName(9, 1), 'other']) {
      await stranger.sendOrder(run[0] ?? '', name);
    }
    await suite.clock.turn(1000);
    expect(await stranger.waitingOrders(run[0] ?? '')).toEqual([]);
    suite.release();
    await suite.until(() => suite.events.includes('done 1'));
    expect(suite.started).toHaveLength(1);
  });
});
