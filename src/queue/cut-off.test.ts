/** One side that is cut off from the queue while the other is not. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { coordinator, VERSION } from '../../test/support/queue/run-contract.js';
import type { Queue } from './open-queue.js';
import type { RunLink } from './run-link.js';
import { QueueKeys } from './sealing/queue-keys.js';
import { MemoryConnection } from './transport/memory-connection.js';
import { MemoryServer } from './transport/memory-server.js';
import { WorkerHost } from './worker-host.js';

const TIMES = {
  beatMs: 20,
  pollMs: 4,
  workerLostMs: 60,
  coordinatorLostMs: 200,
  queueLostMs: 400,
  queueWaitMs: 200,
};

/** `times` differ where a machine that stands still must not decide. */
async function startRun(times: Partial<typeof TIMES> = {}) {
  const server = new MemoryServer(() => Date.now());
  const side = (): { connection: MemoryConnection; queue: Queue } => {
    const connection = new MemoryConnection(server);
    const keys = new QueueKeys('k'.repeat(32), 'svc');
    return { connection, queue: { name: 'svc', transport: connection, keys, times: { ...TIMES, ...times } } };
  };
  const [mine, theirs] = [side(), side()];
  const links: RunLink[] = [];
  const outcomes: string[] = [];
  const host = new WorkerHost(theirs.queue, {
    traits: { name: 'w', threads: 1, cores: 1, version: VERSION, nodeVersion: 'v20', labels: [] },
    handlers: {
      wait: async (_, link) => {
        links.push(link);
        link.report('one');
        return { ok: (await link.ended) === 'over' };
      },
    },
    onEnded: (_, outcome) => outcomes.push(outcome),
    onFault: (error) => {
      throw error;
    },
  });
  await host.start();
  onTestFinished(() => host.leave());
  const run = coordinator(mine.queue);
  const [claimed] = await run.coordinator.claim({ wanted: 1, least: 1, waitMs: 60_000, labels: [] });
  await run.coordinator.sendOrder(claimed?.id ?? '', { kind: 'wait', threads: 1, body: null });
  await expect.poll(() => run.events).toEqual(['w one']);
  onTestFinished(() => run.coordinator.end());
  return { run, host, outcomes, mine: mine.connection, theirs: theirs.connection, link: () => links[0] };
}

describe('a side that is cut off', () => {
  it('as a worker counts as lost, sees that it was not received, and counts again afterwards', async () => {
    const { run, theirs, link } = await startRun({
      workerLostMs: 1500,
      coordinatorLostMs: 60_000,
      queueLostMs: 60_000,
    });
    theirs.cutOff(true);
    await expect.poll(() => run.events).toEqual(['w one', 'w lost']);
    link()?.report('two');
    theirs.cutOff(false);
    await expect.poll(() => run.events).toEqual(['w one', 'w lost', 'w back', 'w two']);
    await expect.poll(() => link()?.control?.silentMs).toBe(0);
    expect(link()?.ending).toBeUndefined();
  });

  it('as a worker stops when that lasts too long', async () => {
    const { outcomes, theirs, link } = await startRun();
    theirs.cutOff(true);
    await expect.poll(() => link()?.ending).toBe('queue lost');
    theirs.cutOff(false);
    await expect.poll(() => outcomes).toEqual(['failed']);
  });

  it('as a coordinator is lost to its workers, but loses none of them by that', async () => {
    const { run, mine, outcomes, link } = await startRun();
    mine.cutOff(true);
    await expect.poll(() => run.coordinator.queueAwayMs).toBeGreaterThan(TIMES.beatMs);
    await expect.poll(() => link()?.ending).toBe('coordinator lost');
    expect(run.events).toEqual(['w one']);
    await expect.poll(() => outcomes).toEqual(['failed']);
    mine.cutOff(false);
  });

  it('is noticed by the age of the last beat as well', async () => {
    const { mine, link } = await startRun();
    await expect.poll(() => link()?.control).toBeDefined();
    mine.cutOff(true);
    await expect.poll(() => link()?.beatAgeMs()).toBeGreaterThan(TIMES.beatMs * 3);
  });
});
