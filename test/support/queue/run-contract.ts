/** Runs of coordinators and workers with contents that mean nothing, over either implementation of the queue. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Queue } from '../../../src/queue/open-queue.js';
import { listCollectable, listWorkers, type ListedWorker } from '../../../src/queue/worker-listing.js';
import { readKept } from '../../../src/queue/kept-results.js';
import { RunCoordinator, type CoordinatorOptions } from '../../../src/queue/run-coordinator.js';
import type { RunLink } from '../../../src/queue/run-link.js';
import {
  OrderRefusal,
  WorkerHost,
  type HostOptions,
  type OrderHandler,
} from '../../../src/queue/worker-host.js';

export interface QueueUnderTest {
  readonly open: (key?: string) => Queue | Promise<Queue>;
  /** The server is away and comes back without anything. */
  readonly loseEverything: () => Promise<void>;
  /** Names of all keys that hold something. */
  readonly keys: () => Promise<readonly string[]>;
}

export const VERSION = '1.2.3';
const COUNT_TO = 5;

export function testRuns(kind: string, { open, loseEverything, keys }: QueueUnderTest): void {
  describe(`a run over the queue (${kind})`, () => {
    it('claims, orders, follows, reports, and leaves nothing behind', async () => {
      const queue = await open();
      const hosts = [await worker(queue, 'b-2'), await worker(queue, 'b-10'), await worker(queue, 'a')];
      const before = await keys();
      const run = coordinator(queue);
      const claimed = await run.coordinator.claim({ wanted: 3, least: 3, waitMs: 5000, labels: [] });
      expect(claimed.map(({ name }) => name)).toEqual(['a', 'b-2', 'b-10']);
      expect(await states(queue)).toEqual(['a busy', 'b-2 busy', 'b-10 busy']);
      for (const { id } of claimed) {
        await run.coordinator.sendOrder(id, { kind: 'count', threads: 1, body: { bytes: Buffer.from([7]) } });
      }
      await expect.poll(() => run.countOf('ready 7')).toBe(3);
      run.coordinator.setControl({ to: COUNT_TO });
      await expect.poll(() => run.countOf(`counted ${COUNT_TO}`)).toBe(3);
      await run.coordinator.end();
      await expect.poll(() => hosts.every(({ host }) => !host.isBusy)).toBe(true);
      await expect.poll(() => hosts.map(({ outcomes }) => outcomes)).toEqual([['ok'], ['ok'], ['ok']]);
      await expect.poll(() => states(queue)).toEqual(['a free', 'b-2 free', 'b-10 free']);
      // Beside registrations only the empty queues of the workers remain.
      const after = (await keys()).filter((key) => !key.includes(':bull:'));
      expect(after.filter((key) => !before.includes(key))).toEqual([]);
    });

    it('follows another run on the same workers, which nobody else gets meanwhile', async () => {
      const queue = await open();
      const hosts = [await worker(queue, 'f-1'), await worker(queue, 'f-2')];
      const owner = 'a'.repeat(12);
      const first = coordinator(queue, { owner });
      const claimed = await first.coordinator.claim({ wanted: 2, least: 2, waitMs: 5000, labels: [] });
      const work = async ({ coordinator: each, countOf }: ReturnType<typeof coordinator>): Promise<void> => {
        for (const { id } of claimed) {
          await each.sendOrder(id, { kind: 'count', threads: 1, body: { bytes: Buffer.from([3]) } });
        }
        await expect.poll(() => countOf('ready 3')).toBe(2);
        each.setControl({ to: COUNT_TO });
        await expect.poll(() => countOf(`counted ${COUNT_TO}`)).toBe(2);
      };
      await work(first);
      await expect.poll(() => hosts.every(({ host }) => !host.isBusy)).toBe(true);
      // They have nothing more to say.
      await expect.poll(() => first.countOf('lost')).toBe(2);
      const other = coordinator(queue).coordinator;
      const refusal = 'only 0 of 1 workers are free after 0s (2 busy)';
      const claimOther = { wanted: 1, least: 1, waitMs: 0, labels: [] };
      await expect(other.claim(claimOther)).rejects.toThrow(refusal);
      const second = coordinator(queue, { owner });
      expect(await second.coordinator.succeed(first.coordinator, 3)).toBe(false);
      expect(await second.coordinator.succeed(first.coordinator, 2)).toBe(true);
      await first.coordinator.end();
      await expect(other.claim(claimOther)).rejects.toThrow(refusal);
      await work(second);
      await second.coordinator.end();
      await expect.poll(() => states(queue)).toEqual(['f-1 free', 'f-2 free']);
      await expect
        .poll(() => hosts.map(({ outcomes }) => outcomes))
        .toEqual([
          ['ok', 'ok'],
          ['ok', 'ok'],
        ]);
    });

    it('refuses what must not be done, and says why', async () => {
      const queue = await open();
      const { host } = await worker(queue, 'r');
      const refused = async (order: { kind: string; threads: number }): Promise<string> => {
        const run = coordinator(queue);
        const [claimed] = await claimOne(run.coordinator);
        await run.coordinator.sendOrder(claimed, { ...order, body: null });
        await expect.poll(() => run.events.length).toBe(1);
        await run.coordinator.end();
        await expect.poll(() => host.isBusy).toBe(false);
        return run.events[0] ?? '';
      };
      expect(await refused({ kind: 'unit', threads: 1 })).toBe(
        'r refused: orders of the kind unit are not supported',
      );
      expect(await refused({ kind: 'count', threads: 3 })).toBe('r refused: more threads than offered');
      expect(await refused({ kind: 'refuse', threads: 1 })).toBe('r refused: host not allowed: a.test');
      expect(await refused({ kind: 'break', threads: 1 })).toBe(
        'r failed: it has a defect; its own log says more',
      );
    });

    it('goes on when the server lost everything: nothing is lost or told twice', async () => {
      const queue = await open();
      await worker(queue, 'l-1');
      await worker(queue, 'l-2');
      const run = coordinator(queue);
      const claimed = await run.coordinator.claim({ wanted: 2, least: 2, waitMs: 5000, labels: [] });
      for (const { id } of claimed) {
        await run.coordinator.sendOrder(id, { kind: 'count', threads: 1, body: { bytes: Buffer.from([1]) } });
      }
      await expect.poll(() => run.countOf('ready 1')).toBe(2);
      run.coordinator.setControl({ to: COUNT_TO });
      await loseEverything();
      await expect.poll(() => run.countOf(`counted ${COUNT_TO}`)).toBe(2);
      // Whoever has counted to the end says nothing more, and is lost some time later.
      const untilCounted = (name: string): string[] => {
        const own = run.events.filter((event) => event.startsWith(name));
        return own.slice(0, own.indexOf(`${name} counted ${COUNT_TO}`));
      };
      for (const name of ['l-1', 'l-2']) expect(untilCounted(name)).not.toContain(`${name} lost`);
      await expect.poll(() => states(queue)).toEqual(['l-1 busy', 'l-2 busy']);
      await run.coordinator.end();
    });

    it('notices a worker that is silent', async () => {
      const queue = await open();
      let link: RunLink | undefined;
      const { host } = await worker(queue, 's', {
        handlers: {
          count: (_, opened) => {
            link = opened;
            opened.report('here');
            return opened.ended.then(() => ({ ok: true }));
          },
        },
      });
      const run = coordinator(queue);
      const [id] = await claimOne(run.coordinator);
      await run.coordinator.sendOrder(id, { kind: 'count', threads: 1, body: null });
      await expect.poll(() => run.events).toEqual(['s here']);
      await link?.close();
      await expect.poll(() => run.events).toEqual(['s here', 's lost']);
      await run.coordinator.end();
      await expect.poll(() => host.isBusy).toBe(false);
    });

    it('keeps the results when the coordinator is gone, and is free again', async () => {
      const queue = await open();
      const { host, outcomes } = await worker(queue, 'k');
      const run = coordinator(queue);
      const [id] = await claimOne(run.coordinator);
      await run.coordinator.keep({ plan: 1 });
      const workersOf = (): string[] => [id];
      await expect(readKept(queue, run.coordinator.run, workersOf)).rejects.toThrow(
        `run ${run.coordinator.run} is still running`,
      );
      await run.coordinator.sendOrder(id, { kind: 'count', threads: 1, body: { bytes: Buffer.from([1]) } });
      await expect.poll(() => run.countOf('ready 1')).toBe(1);
      await run.coordinator.abandon();
      await expect.poll(() => host.isBusy, { timeout: 30_000 }).toBe(false);
      await expect.poll(() => outcomes).toEqual(['failed']);
      expect((await listCollectable(queue)).map((each) => each.run)).toContain(run.coordinator.run);
      const kept = await readKept(queue, run.coordinator.run, workersOf);
      expect([kept.coordinator, [...kept.workers]]).toEqual([{ plan: 1 }, [[id, { count: 0 }]]]);
      expect(await states(queue)).toEqual(['k free']);
    });
  });

  async function worker(
    queue: Queue,
    name: string,
    { version = VERSION, handlers = HANDLERS }: { version?: string; handlers?: HostOptions['handlers'] } = {},
  ): Promise<{ host: WorkerHost; outcomes: string[] }> {
    const outcomes: string[] = [];
    const host = new WorkerHost(queue, {
      traits: { name, threads: 2, cores: 4, version, nodeVersion: 'v20', labels: [] },
      handlers,
      onEnded: (_, outcome) => outcomes.push(outcome),
      onFault: () => undefined,
    });
    onTestFinished(() => host.leave());
    await host.start();
    return { host, outcomes };
  }
}

/** `events`: what came, in words; `countOf`: how many workers reported something. */
export function coordinator(
  queue: Queue,
  options: Partial<CoordinatorOptions> = {},
): { coordinator: RunCoordinator; events: string[]; countOf: (text: string) => number } {
  const events: string[] = [];
  const record = (what: string) => (worker: ListedWorker, reason?: unknown) => {
    events.push(`${worker.name} ${what}${typeof reason === 'string' ? `: ${reason}` : ''}`);
  };
  const run = new RunCoordinator(queue, {
    version: VERSION,
    plannedMs: 1000,
    onReport: (worker, body) => {
      const event = `${worker.name} ${String(body)}`;
      if (!events.includes(event)) events.push(event);
    },
    onRefused: record('refused'),
    onFailed: record('failed'),
    onLost: record('lost'),
    onBack: record('back'),
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
  return {
    coordinator: run,
    events,
    countOf: (text) => events.filter((event) => event.endsWith(` ${text}`)).length,
  };
}

export async function states(queue: Queue): Promise<string[]> {
  return (await listWorkers(queue, VERSION)).workers.map(({ name, state }) => `${name} ${state}`);
}

async function claimOne(run: RunCoordinator): Promise<[string]> {
  const [claimed] = await run.claim({ wanted: 1, least: 1, waitMs: 5000, labels: [] });
  return [claimed?.id ?? ''];
}

/** Counts to the number that the control names, one per message, and keeps its number if nobody asks for it. */
const count: OrderHandler = async ({ body }, link) => {
  const [byte] = (body as { bytes: Uint8Array }).bytes;
  link.report(`ready ${byte}`);
  let counted = 0;
  const finished = new Promise<void>((resolve) => {
    link.onControl(({ body: control }) => {
      const to = (control as { to?: number } | null)?.to;
      if (to === undefined || counted === to) return;
      counted = Math.min(counted + 1, to);
      link.report(`counted ${counted}`);
      if (counted === to) resolve();
    });
  });
  await Promise.race([finished, link.ended]);
  if (link.ending !== 'coordinator lost') return { ok: true };
  await link.keep({ count: counted });
  return { ok: false };
};

const HANDLERS: HostOptions['handlers'] = {
  count,
  refuse: () => Promise.reject(new OrderRefusal('host not allowed: a.test')),
  break: () => Promise.reject(new Error('a defect')),
};
