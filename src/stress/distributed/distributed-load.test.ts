import { describe, expect, it, vi } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { checkOnTime, ON_TIME } from '../../../test/support/on-time.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { seedWithShortEnd, stressRun, stressTest } from '../../../test/support/runs/stress-run.js';
import { MemoryCrew, MemoryWorker, type TestWorker } from '../../../test/support/runs/worker-crew.js';
import type { LoadReport } from './load-messages.js';
import { DistributedLoad, type DistributedSettings } from './distributed-load.js';

interface Distributed {
  readonly generator: DistributedLoad;
  readonly members: readonly MemoryWorker[];
  /** Of the newest run. */
  readonly crew: () => MemoryCrew;
}

const TIMES = { leadMs: 50, tickMs: 50, readyMs: 5000 };

/** Each claim takes the workers that are connected. */
function distributed(
  workers: readonly TestWorker[],
  settings: Partial<DistributedSettings> = {},
): Distributed {
  const members = workers.map((worker) => new MemoryWorker(worker));
  let crew: MemoryCrew | undefined;
  const generator = new DistributedLoad({
    claim: (listener) => {
      crew = new MemoryCrew(
        members.filter(({ isConnected }) => isConnected),
        listener,
      );
      return Promise.resolve(crew);
    },
    onLoss: 'continue',
    times: TIMES,
    ...settings,
  });
  return {
    generator,
    members,
    crew: () => {
      if (!crew) throw new Error('nothing was claimed');
      return crew;
    },
  };
}

const named = (count: number): TestWorker[] =>
  Array.from({ length: count }, (_, index) => ({ name: `w${index}` }));

const rows = (count: number): string => `id\n${Array.from({ length: count }, (_, n) => `r${n}\n`).join('')}`;

const WAIT = { timeout: 60_000, interval: 10 };

describe('a load that workers send', () => {
  it('is the one that this process would send', ON_TIME, async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/token' ? { json: { token: 't' } } : 200));
    const files = {
      'a.http': dedent`
        ### login
        # @stress.setup
        GET ${url}/token
        >>>capture
        token from body.token
        <<<
        ### first
        GET ${url}/first
        ### order
        # @depends first
        # @data orders.csv
        POST ${url}/order/{{row.id}}?token={{login.token}}
        ### look
        GET ${url}/look
        ### end
        # @stress.teardown
        DELETE ${url}/end
      `,
      'orders.csv': rows(7),
    };
    const seed = seedWithShortEnd([1, 2, 1], [1, 1, 1], 68);
    const stress = { duration: 600, rate: 150, seed, maxVUs: 100 };
    await checkOnTime(async () => {
      const runs: { requests: readonly string[]; result: Awaited<ReturnType<typeof stressRun>> }[] = [];
      for (const generator of [undefined, distributed(named(1)).generator, distributed(named(7)).generator]) {
        seen.length = 0;
        const result = await stressRun(files, { stress, ...(generator && { generator }) });
        runs.push({ requests: seen.toSorted(), result });
      }
      const [here, one, seven] = runs;
      return () => {
        expect(one?.requests).toEqual(here?.requests);
        expect(seven?.requests).toEqual(here?.requests);
        expect(here?.result.workers).toBeUndefined();
        const total = here?.result.totalRequests ?? 0;
        expect(here?.requests).toHaveLength(total + 2);
        expect(seven?.result).toMatchObject({
          totalRequests: total,
          errorCount: 0,
          missingCount: 0,
          adoptedCount: 0,
          error: '',
          warnings: [],
        });
        const workers = seven?.result.workers ?? [];
        expect(workers.map(({ name }) => name)).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6']);
        expect(workers.reduce((sum, { totalRequests }) => sum + totalRequests, 0)).toBe(total);
        expect(workers.every(({ lostAt, threads }) => lostAt === null && threads === 1)).toBe(true);
        const points = seven?.result.timeSeries ?? [];
        expect(points.reduce((sum, point) => sum + point.total, 0)).toBe(total);
        expect(seven?.result.startSpreadMs).toBeGreaterThanOrEqual(2);
        expect(seven?.result.perRequest.map(({ name, count }) => [name, count])).toEqual(
          here?.result.perRequest.map(({ name, count }) => [name, count]),
        );
      };
    });
  });

  it('starts on all workers together', ON_TIME, async () => {
    const { url, seen } = await loopback();
    const { generator } = distributed(named(2));
    await checkOnTime(async () => {
      seen.length = 0;
      const result = await stressRun(
        { 'a.http': `GET ${url}/a\n` },
        { stress: { duration: 300, rate: 100 }, generator },
      );
      return () => {
        expect(result.totalRequests).toBe(30);
        expect(result.startSpreadMs).toBeLessThan(50);
        expect(result.validity.valid).toBe(true);
      };
    });
  });

  it('counts what a lost worker left undone', async () => {
    const { url, seen } = await loopback();
    const { generator, members, crew } = distributed(named(3));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 1500, rate: 300, maxVUs: 300 }, generator },
    );
    const running = test.run();
    const [, lost] = members;
    await vi.waitUntil(() => test.update.stats.total >= 120, WAIT);
    // Cut off for good: what it still sends is never heard of.
    if (lost) lost.isConnected = false;
    const reported = lost?.reports.at(-1) as LoadReport;
    crew().listener.onLost('id-w1');
    expect(test.update.workers?.map(({ state }) => state)).toContain('lost');
    const result = await running;
    const [first, second, third] = result.workers ?? [];
    expect([first?.totalRequests, third?.totalRequests]).toEqual([150, 150]);
    expect(second?.missingCount).toBe(result.missingCount);
    expect(second?.missingCount).toBe(150 - (reported.sums?.started ?? 0));
    expect(second?.lostAt).toBeGreaterThan(0);
    expect(second?.backAt).toBeNull();
    expect(seen).toHaveLength(450);
    const lostAfter = `worker w1 was lost after ${second?.lostAt?.toFixed(1)} s`;
    expect(result.validity).toMatchObject({ valid: false, missingSends: result.missingCount });
    expect(result.validity.reasons).toContain(
      `${lostAfter}; ${result.missingCount} of 450 planned iterations are missing`,
    );
    expect(result.warnings).toEqual(['up to 100 requests of worker w1 were sent but not reported']);
    expect(result.error).toBe('');
  });

  it('counts all that a worker sent which was heard of again', async () => {
    const { url } = await loopback();
    const { generator, members, crew } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 1200, rate: 100, maxVUs: 100 }, generator },
    );
    const running = test.run();
    const [first] = members;
    await vi.waitUntil(() => test.update.stats.total >= 30, WAIT);
    if (first) first.isConnected = false;
    crew().listener.onLost('id-w0');
    const reported = first?.reports.length ?? 0;
    await vi.waitUntil(() => (first?.reports.length ?? 0) > reported + 2, WAIT);
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
      { stress: { duration: 1000, rate: 200, maxVUs: 100 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 60, WAIT);
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

  it('stops when it is stopped', async () => {
    const { url, seen } = await loopback();
    const stop = new AbortController();
    const { generator } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator, signal: stop.signal },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.stats.total >= 20, WAIT);
    stop.abort();
    const result = await running;
    expect(result).toMatchObject({ stopped: true, error: '', missingCount: 0 });
    expect(result.totalRequests).toBe(seen.length);
    expect(result.totalRequests).toBeLessThan(1500);
  });

  it('takes other workers when one is lost before the load', async () => {
    const { url, seen } = await loopback();
    const { generator, members, crew } = distributed(named(3));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 200, rate: 100 }, generator },
    );
    const running = test.run();
    await vi.waitUntil(() => test.update.phase === 'handout', { ...WAIT, interval: 1 });
    const first = crew();
    if (members[2]) members[2].isConnected = false;
    first.listener.onLost('id-w2');
    const result = await running;
    expect(result.runId).toBe(crew().run);
    expect(result.runId).not.toBe(first.run);
    expect(result.workers?.map(({ name }) => name)).toEqual(['w0', 'w1']);
    expect(seen).toHaveLength(20);
  });

  it('fails when a worker refuses, after the teardown', async () => {
    const { url, seen } = await loopback();
    const refusing = { name: 'w1', settings: { allowedHosts: ['other.test'] } };
    const { generator } = distributed([{ name: 'w0' }, refusing]);
    const text = `### a\nGET ${url}/a\n### b\n# @stress.teardown\nGET ${url}/end\n`;
    const failed = stressRun({ 'a.http': text }, { stress: { duration: 200, rate: 100 }, generator });
    await expect(failed).rejects.toThrow('worker w1 refused the order: host not allowed: 127.0.0.1');
    expect(seen).toEqual(['GET /end']);
  });

  it('needs a slot for each worker', async () => {
    const { generator } = distributed(named(3), { slots: { count: 2, shownName: 'max-vus' } });
    const failed = stressRun({ 'a.http': 'GET http://127.0.0.1:1/\n' }, { generator });
    await expect(failed).rejects.toThrow('max-vus must be at least the number of workers, which is 3');
  });
});
