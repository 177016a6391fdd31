import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loopback } from '../../../test/support/runs/run-requests.js';
import { seedWithShortEnd, stressRun, stressTest } from '../../../test/support/runs/stress-run.js';
import { distributed, LOAD_START_MS, named } from '../../../test/support/runs/distributed-run.js';

const rows = (count: number): string => `id\n${Array.from({ length: count }, (_, n) => `r${n}\n`).join('')}`;

describe('a load that workers send', () => {
  it('is the one that this process would send', async () => {
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
    const runs: { requests: readonly string[]; result: Awaited<ReturnType<typeof stressRun>> }[] = [];
    for (const count of [0, 1, 7]) {
      seen.length = 0;
      const { generator, time } = distributed(named(count));
      const result = await stressRun(files, { stress, time, ...(count > 0 && { generator }) });
      runs.push({ requests: seen.toSorted(), result });
    }
    const [here, one, seven] = runs;
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
    expect(seven?.result.startSpreadMs).toBe(2);
    expect(seven?.result.perRequest.map(({ name, count }) => [name, count])).toEqual(
      here?.result.perRequest.map(({ name, count }) => [name, count]),
    );
  });

  it('starts on all workers together', async () => {
    const { url, seen } = await loopback();
    const { generator, time } = distributed(named(2));
    const result = await stressRun(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 300, rate: 100 }, generator, time },
    );
    expect(result.totalRequests).toBe(30);
    expect(seen).toHaveLength(30);
    // Twice the error of the clocks, since both started on time.
    expect(result.startSpreadMs).toBe(2);
    expect(result.validity.startSpreadMs).toBe(2);
  });

  it('stops when it is stopped', async () => {
    const { url, seen } = await loopback();
    const stop = new AbortController();
    const { generator, time } = distributed(named(2));
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { stress: { duration: 20_000, rate: 100, maxVUs: 100 }, generator, time, signal: stop.signal },
    );
    time.at(LOAD_START_MS + 505, () => stop.abort());
    const result = await test.run();
    expect(result).toMatchObject({ stopped: true, error: '', missingCount: 0, duration: 0.505 });
    expect([result.totalRequests, result.abortedCount, result.errorCount]).toEqual([seen.length, 0, 0]);
    expect(result.totalRequests).toBe(51);
  });

  it('fails when a worker refuses, after the teardown', async () => {
    const { url, seen } = await loopback();
    const refusing = { name: 'w1', settings: { allowedHosts: ['other.test'] } };
    const { generator, time } = distributed([{ name: 'w0' }, refusing]);
    const text = `### a\nGET ${url}/a\n### b\n# @stress.teardown\nGET ${url}/end\n`;
    const failed = stressRun({ 'a.http': text }, { stress: { duration: 200, rate: 100 }, generator, time });
    await expect(failed).rejects.toThrow('worker w1 refused the order: host not allowed: 127.0.0.1');
    expect(seen).toEqual(['GET /end']);
  });

  it('sends several loads, one after the other', async () => {
    const { url, seen } = await loopback();
    const { generator, time } = distributed(named(2));
    const files = { 'a.http': `GET ${url}/a\n` };
    const [first, second] = [
      await stressTest(files, { stress: { duration: 200, rate: 50 }, generator, time }),
      await stressTest(files, { stress: { duration: 200, rate: 100 }, generator, time }),
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
