import { describe, expect, it, vi } from 'vitest';
import { distributed, named } from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';
import type { LoadReport } from './load-messages.js';

const WAIT = { timeout: 60_000, interval: 10 };

describe('a load that workers send', () => {
  it('counts what a lost worker left undone', async () => {
    const { url } = await loopback();
    const { generator, members, crew } = distributed(named(3));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 5000, rate: 30, maxVUs: 150 }, generator },
    );
    const running = test.run();
    const [, lost] = members;
    await vi.waitUntil(() => test.update.stats.total >= 15, WAIT);
    // Cut off for good: what it still sends is never heard of.
    if (lost) lost.isConnected = false;
    const reported = lost?.reports.at(-1) as LoadReport;
    crew().listener.onLost('id-w1');
    expect(test.update.workers?.map(({ state }) => state)).toContain('lost');
    const result = await running;
    const [first, second, third] = result.workers ?? [];
    // A machine that stands still may drop some, but loses none.
    for (const worker of [first, third])
      expect((worker?.totalRequests ?? 0) + (worker?.droppedCount ?? 0)).toBe(50);
    expect(second?.missingCount).toBe(result.missingCount);
    const { started = 0, dropped = { count: 0 } } = reported.sums ?? {};
    expect(second?.missingCount).toBe(50 - started - dropped.count);
    expect(second?.lostAt).toBeGreaterThan(0);
    expect(second?.backAt).toBeNull();
    const lostAfter = `worker w1 was lost after ${second?.lostAt?.toFixed(1)} s`;
    expect(result.validity).toMatchObject({ valid: false, missingSends: result.missingCount });
    expect(result.validity.reasons).toContain(
      `${lostAfter}; ${result.missingCount} of 150 planned iterations are missing`,
    );
    expect(result.warnings).toEqual(['up to 10 requests of worker w1 were sent but not reported']);
    expect(result.error).toBe('');
  });

  it('counts all that a worker sent which was heard of again', async () => {
    const { url } = await loopback();
    const { generator, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 4000, rate: 30, maxVUs: 120 }, generator },
    );
    const running = test.run();
    const [first] = members;
    await vi.waitUntil(() => test.update.stats.total >= 15, WAIT);
    if (first) first.isConnected = false;
    crew().listener.onLost('id-w0');
    const reported = first?.reports.length ?? 0;
    // A machine that stood still has nothing but the last report left to send.
    const { reports = [] } = first ?? {};
    const hasEnded = (): boolean => (reports.at(-1) as LoadReport).state === 'done';
    await vi.waitUntil(() => reports.length > reported + 2 || hasEnded(), WAIT);
    if (first) first.isConnected = true;
    crew().listener.onBack('id-w0');
    const result = await running;
    expect(result).toMatchObject({ totalRequests: 120, missingCount: 0, warnings: [] });
    expect(result.workers?.[0]?.lostAt).toBeGreaterThan(0);
    expect(result.workers?.[0]?.backAt).toBeGreaterThan(result.workers?.[0]?.lostAt ?? 0);
    expect(result.timeSeries.reduce((sum, { total }) => sum + total, 0)).toBe(120);
  });

  it('ends when a worker is lost, if asked to', async () => {
    const { url } = await loopback();
    const { generator, members, crew } = distributed(named(2), { onLoss: 'stop' });
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 20, WAIT);
    if (members[0]) members[0].isConnected = false;
    crew().listener.onLost('id-w0');
    members[0]?.end('coordinator lost');
    const result = await running;
    expect(result.error).toMatch(/^worker w0 was lost after \d+\.\d s$/);
    expect(result.duration).toBeLessThan(15);
  });

  it('fails when all workers are lost', async () => {
    const { url } = await loopback();
    const { generator, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 20, WAIT);
    for (const member of members) {
      member.isConnected = false;
      crew().listener.onLost(member.info.id);
      member.end('coordinator lost');
    }
    expect((await running).error).toMatch(/^all workers were lost after \d+\.\d s$/);
    // What they measured is kept for whoever collects it.
    for (const { kept } of members) expect(kept).toMatchObject({ state: 'done' });
  });

  it('has exact counts of a worker that leaves', async () => {
    const { url, seen } = await loopback();
    const { generator, members } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 5000, rate: 40, maxVUs: 200 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 10, WAIT);
    members[0]?.leaving.abort();
    expect(await members[0]?.result).toEqual({ ok: true });
    const result = await running;
    expect(result.totalRequests).toBe(seen.length);
    expect(result.totalRequests + result.droppedCount + (result.missingCount ?? 0)).toBe(200);
    expect(result.missingCount).toBeGreaterThan(0);
    expect(result.warnings).toEqual([]);
    expect(result.validity.reasons.join('\n')).toMatch(
      /^worker w0 left after \d\.\d s; \d+ of 200 planned iterations are missing$/m,
    );
  });

  it('takes other workers when one is lost before the load', async () => {
    const { url, seen } = await loopback();
    const { generator, members, crew } = distributed(named(3));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 200, rate: 100 }, generator },
    );
    const runs: string[] = [];
    const [, , last] = members;
    if (last)
      last.onOrder = ({ run, listener }) => {
        runs.push(run);
        last.isConnected = false;
        listener.onLost('id-w2');
      };
    const result = await test.run();
    expect(runs).toHaveLength(1);
    expect(result.runId).toBe(crew().run);
    expect(runs).not.toContain(result.runId);
    expect(result.workers?.map(({ name }) => name)).toEqual(['w0', 'w1']);
    expect(seen).toHaveLength(20);
  });
});
