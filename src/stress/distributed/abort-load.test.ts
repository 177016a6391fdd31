import { describe, expect, it, vi } from 'vitest';
import { distributed, named } from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';
import type { MemoryWorker } from '../../../test/support/runs/worker-crew.js';
import type { LoadReport } from './load-messages.js';
import { parseThresholdList, type Threshold } from '../../primitives/threshold.js';

const WAIT = { timeout: 60_000, interval: 10 };
const LONG = 600_000;

function limits(text: string): readonly Threshold[] {
  const parsed = parseThresholdList(text);
  if ('reason' in parsed) throw new Error(parsed.reason);
  return parsed;
}

/** How far the load of a worker was when it reported the last time, whether that was received or not. */
function measuredMs(member: MemoryWorker | undefined): number {
  return (member?.reports.at(-1) as LoadReport | undefined)?.atMs ?? 0;
}

describe('the limits that abort a load of workers', () => {
  it('are not judged by what has not been reported', async () => {
    const { url } = await loopback();
    const { generator, members } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      // Errors alone, since a machine that stands still is slow.
      { stress: { duration: 5000, rate: 40, abort: limits('errors<1%'), abortWindow: 1000 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 10, WAIT);
    for (const member of members) member.isConnected = false;
    // Longer than the window, and nothing of any response is reported.
    await vi.waitUntil(() => measuredMs(members[0]) >= 3000, WAIT);
    for (const member of members) member.isConnected = true;
    expect(await running).toMatchObject({ stopped: false, aborted: null, errorCount: 0 });
  });

  it('hold for the others when a worker is lost', async () => {
    let isFrozen = false;
    const { url } = await loopback(() => (isFrozen ? new Promise<never>(() => undefined) : 200));
    const { generator, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: LONG, rate: 40, abort: limits('p95<10m'), abortWindow: 1000 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 10, WAIT);
    if (members[0]) members[0].isConnected = false;
    const cutAt = measuredMs(members[1]);
    isFrozen = true;
    // As long as it may still report, nothing is decided.
    await vi.waitUntil(() => measuredMs(members[1]) >= cutAt + 3000, WAIT);
    expect(test.update.phase).toBe('load');
    crew().listener.onLost('id-w0');
    const result = await running;
    members[0]?.end('coordinator lost');
    expect(result).toMatchObject({ stopped: true, aborted: { metric: 'p95', actual: 0, window: 1 } });
    // What is in flight gets a second, however often the stop is repeated.
    expect(result.abortedCount).toBeGreaterThan(0);
    expect(result.errorCount).toBe(0);
  });
});
