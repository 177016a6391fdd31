import { describe, expect, it, vi } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { checkOnTime, ON_TIME } from '../../../test/support/on-time.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { seedWithShortEnd, stressRun, stressTest } from '../../../test/support/runs/stress-run.js';
import { distributed, named } from '../../../test/support/runs/distributed-run.js';

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
        expect(result.validity.startSpreadMs).toBe(result.startSpreadMs);
      };
    });
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
    expect([result.totalRequests, result.abortedCount, result.errorCount]).toEqual([seen.length, 0, 0]);
    expect(result.totalRequests).toBeLessThan(1500);
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

  it('sends several loads, one after the other', async () => {
    const { url, seen } = await loopback();
    const { generator } = distributed(named(2));
    const files = { 'a.http': `GET ${url}/a\n` };
    const [first, second] = [
      await stressTest(files, { stress: { duration: 200, rate: 50 }, generator }),
      await stressTest(files, { stress: { duration: 200, rate: 100 }, generator }),
    ];
    await first.reserve();
    const frame = first.openFrame();
    for (const test of [first, second]) await test.load(frame);
    frame.run.close();
    await first.release();
    expect([first.result().totalRequests, second.result().totalRequests]).toEqual([10, 20]);
    expect(first.result().runId).not.toBe(second.result().runId);
    expect(seen).toHaveLength(30);
  });

  it('needs a slot for each worker', async () => {
    const { generator } = distributed(named(3), { slots: { count: 2, shownName: 'max-vus' } });
    const failed = stressRun({ 'a.http': 'GET http://127.0.0.1:1/\n' }, { generator });
    await expect(failed).rejects.toThrow('max-vus must be at least the number of workers, which is 3');
  });
});
