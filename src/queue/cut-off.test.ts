/** One side that is cut off from the queue while the other is not. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { coordinator, VERSION } from '../../test/support/queue/run-contract.js';
import type { Queue } from './open-queue.js';
import type { RunLink } from './run-link.js';
import { QueueKeys } from './sealing/queue-keys.js';
import { QUEUE_TIMES } from './settings/limits.js';
import { MemoryConnection } from './transport/memory-connection.js';
import { MemoryServer } from './transport/memory-server.js';
import { WorkerHost } from './worker-host.js';

/** The real times, on a clock that the test turns. */
async function startRun() {
  const clock = new ManualClock();
  const server = new MemoryServer(clock.now);
  const side = (): { connection: MemoryConnection; queue: Queue } => {
    const connection = new MemoryConnection(server);
    const keys = new QueueKeys('k'.repeat(32), 'svc');
    return { connection, queue: { name: 'svc', transport: connection, keys, times: QUEUE_TIMES, clock } };
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
  onTestFinished(() => clock.during(host.leave(), 100));
  const run = coordinator(mine.queue);
  const [claimed] = await clock.during(
    run.coordinator.claim({ wanted: 1, least: 1, waitMs: 60_000, labels: [] }),
    100,
  );
  await run.coordinator.sendOrder(claimed?.id ?? '', { kind: 'wait', threads: 1, body: null });
  await clock.until(() => run.events.length > 0, 100);
  expect(run.events).toEqual(['w one']);
  onTestFinished(() => clock.during(run.coordinator.end(), 100));
  return {
    clock,
    run,
    host,
    outcomes,
    mine: mine.connection,
    theirs: theirs.connection,
    link: () => links[0],
  };
}

describe('a side that is cut off', () => {
  it('as a worker counts as lost, sees that it was not received, and counts again afterwards', async () => {
    const { clock, run, theirs, link } = await startRun();
    await clock.turn(1000);
    theirs.cutOff(true);
    // Its last report is at most one beat old.
    await clock.turn(1900);
    expect(run.events).toEqual(['w one']);
    await clock.turn(1200);
    expect(run.events).toEqual(['w one', 'w lost']);
    link()?.report('two');
    theirs.cutOff(false);
    await clock.until(() => run.events.length === 4, 100);
    expect(run.events).toEqual(['w one', 'w lost', 'w back', 'w two']);
    await clock.until(() => link()?.control?.silentMs === 0, 100);
    expect(link()?.ending).toBeUndefined();
  });

  it('as a worker stops when that lasts too long', async () => {
    const { clock, outcomes, theirs, link } = await startRun();
    await clock.turn(1000);
    theirs.cutOff(true);
    await clock.turn(59_000);
    expect(link()?.ending).toBeUndefined();
    await clock.turn(2000);
    expect(link()?.ending).toBe('queue lost');
    theirs.cutOff(false);
    await clock.until(() => outcomes.length > 0, 100);
    expect(outcomes).toEqual(['failed']);
  });

  it('as a coordinator is lost to its workers, but loses none of them by that', async () => {
    const { clock, run, mine, outcomes, link } = await startRun();
    await clock.turn(1000);
    mine.cutOff(true);
    let awayMs = 0;
    for (let beat = 0; beat < 9; beat += 1) {
      await clock.turn(1000);
      awayMs = run.coordinator.queueAwayMs;
    }
    expect(link()?.ending).toBeUndefined();
    expect(awayMs).toBe(9000);
    await clock.turn(2000);
    expect(link()?.ending).toBe('coordinator lost');
    expect(run.events).toEqual(['w one']);
    await clock.until(() => outcomes.length > 0, 100);
    expect(outcomes).toEqual(['failed']);
    mine.cutOff(false);
  });

  it('is noticed by the age of the last beat as well', async () => {
    const { clock, mine, link } = await startRun();
    await clock.until(() => link()?.control !== undefined, 100);
    mine.cutOff(true);
    const age = link()?.beatAgeMs() ?? NaN;
    await clock.turn(3000);
    expect(link()?.beatAgeMs()).toBe(age + 3000);
  });
});
