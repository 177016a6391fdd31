import { describe, expect, it } from 'vitest';
import { distributed, LOAD_START_MS, named } from '../../../test/support/runs/distributed-run.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { stressTest } from '../../../test/support/runs/stress-run.js';

/** Workers report every 100 ms, the last time 444 ms after the start of the load. */
const LOST_AT = LOAD_START_MS + 500;

describe('a load that workers send', () => {
  it('counts what a lost worker left undone', async () => {
    const { url } = await loopback();
    const { generator, time, members, crew } = distributed(named(3));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 5000, rate: 30, maxVUs: 150 }, generator, time },
    );
    const [, lost] = members;
    const states: unknown[] = [];
    time.at(LOST_AT, () => {
      // Cut off for good: what it still sends is never heard of.
      if (lost) lost.isConnected = false;
      crew().listener.onLost('id-w1');
      states.push(...(test.update.workers ?? []).map(({ state }) => state));
    });
    const result = await test.run();
    expect(states).toEqual(['load', 'lost', 'load']);
    const [first, second, third] = result.workers ?? [];
    for (const worker of [first, third])
      expect([worker?.totalRequests, worker?.droppedCount]).toEqual([50, 0]);
    // It reported what it sent after 33, 133, 233, 333 and 433 ms.
    expect(second).toMatchObject({ totalRequests: 5, missingCount: 45, lostAt: 0.444, backAt: null });
    expect(result.missingCount).toBe(45);
    expect(result.validity).toMatchObject({ valid: false, missingSends: 45 });
    expect(result.validity.reasons).toContain(
      'worker w1 was lost after 0.4 s; 45 of 150 planned iterations are missing',
    );
    expect(result.warnings).toEqual(['up to 10 requests of worker w1 were sent but not reported']);
    expect(result.error).toBe('');
  });

  it('counts all that a worker sent which was heard of again', async () => {
    const { url } = await loopback();
    const { generator, time, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 4000, rate: 30, maxVUs: 120 }, generator, time },
    );
    const [first] = members;
    time.at(LOST_AT, () => {
      if (first) first.isConnected = false;
      crew().listener.onLost('id-w0');
    });
    time.at(LOST_AT + 300, () => {
      if (first) first.isConnected = true;
      crew().listener.onBack('id-w0');
    });
    const result = await test.run();
    expect(result).toMatchObject({ totalRequests: 120, missingCount: 0, warnings: [] });
    expect(result.workers?.[0]).toMatchObject({ lostAt: 0.444, backAt: 0.8 });
    expect(result.timeSeries.reduce((sum, { total }) => sum + total, 0)).toBe(120);
  });

  it('ends when a worker is lost, if asked to', async () => {
    const { url } = await loopback();
    const { generator, time, members, crew } = distributed(named(2), { onLoss: 'stop' });
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator, time },
    );
    time.at(LOST_AT, () => {
      if (members[0]) members[0].isConnected = false;
      crew().listener.onLost('id-w0');
      members[0]?.end('coordinator lost');
    });
    const result = await test.run();
    expect(result).toMatchObject({ error: 'worker w0 was lost after 0.4 s', duration: 0.5 });
  });

  it('fails when all workers are lost', async () => {
    const { url } = await loopback();
    const { generator, time, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator, time },
    );
    time.at(LOST_AT, () => {
      for (const member of members) {
        member.isConnected = false;
        crew().listener.onLost(member.info.id);
        member.end('coordinator lost');
      }
    });
    expect((await test.run()).error).toBe('all workers were lost after 0.4 s');
    // What they measured is kept for whoever collects it.
    for (const { kept } of members) expect(kept).toMatchObject({ state: 'done' });
  });

  it('has exact counts of a worker that leaves', async () => {
    const { url, seen } = await loopback();
    const { generator, time, members } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 5000, rate: 40, maxVUs: 200 }, generator, time },
    );
    time.at(LOAD_START_MS + 520, () => members[0]?.leaving.abort());
    const result = await test.run();
    expect(await members[0]?.result).toEqual({ ok: true });
    expect([result.totalRequests, result.droppedCount]).toEqual([seen.length, 0]);
    // It had sent every 50 ms, from the first moment on.
    expect([result.totalRequests, result.missingCount]).toEqual([111, 89]);
    expect(result.warnings).toEqual([]);
    expect(result.validity.reasons).toContain(
      'worker w0 left after 0.5 s; 89 of 200 planned iterations are missing',
    );
  });

  it('takes other workers when one is lost before the load', async () => {
    const { url, seen } = await loopback();
    const { generator, time, members, crew } = distributed(named(3));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 200, rate: 100 }, generator, time },
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
