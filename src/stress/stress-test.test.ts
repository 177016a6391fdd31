import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { checkOnTime, ON_TIME } from '../../test/support/on-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun, stressTest } from '../../test/support/runs/stress-run.js';

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe('a load test', () => {
  it('counts everything, and numbers agree with each other', async () => {
    const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
    const result = await stressRun(
      {
        'a.http': dedent`
          ### good
          # @stress.weight 3
          GET ${url}/good
          ### bad
          GET ${url}/bad
        `,
      },
      { stress: { duration: 500, rate: 80, seed: 3 } },
    );
    expect(result.totalRequests).toBe(40);
    expect(result.successCount + result.errorCount).toBe(40);
    expect(result.errorKinds).toEqual({ assertion: result.errorCount });
    expect(result.statusCodes).toEqual({ 200: result.successCount, 500: result.errorCount });
    expect(result.errorCount).toBeGreaterThan(2);
    expect(result.perRequest.map(({ name, count }) => [name, count])).toEqual([
      ['good', result.successCount],
      ['bad', result.errorCount],
    ]);
    expect(result.timeSeries.reduce((sum, { total }) => sum + total, 0)).toBe(40);
    expect(result.timeSeries.reduce((sum, { errors }) => sum + errors, 0)).toBe(result.errorCount);
    expect(result).toMatchObject({ error: '', stopped: false, mode: 'rate', seed: 3, droppedCount: 0 });
    expect(result.duration).toBeGreaterThanOrEqual(0.5);
    expect(result.latency.min).toBeLessThanOrEqual(result.latency.p50);
    expect(result.latency.p99).toBeLessThanOrEqual(result.latency.max);
  });

  it('drops what found no slot: planned is sent and dropped', ON_TIME, async () => {
    const { url } = await loopback(async () => {
      await pause(100);
      return 200;
    });
    await checkOnTime(async () => {
      const result = await stressRun(
        { 'a.http': `GET ${url}/slow\n` },
        { stress: { duration: 600, rate: 100, maxVUs: 2 } },
      );
      expect(result.totalRequests + result.droppedCount).toBe(60);
      expect(result.droppedCount).toBeGreaterThan(30);
      expect(result.validity.valid).toBe(false);
      return () => {
        expect(result.validity.reasons).toContainEqual(
          expect.stringMatching(/never begun; all 2 slots were busy waiting for responses$/),
        );
        // Those that waited keep their planned time.
        expect(result.latency.max).toBeGreaterThan(result.serviceTime.max + 100);
      };
    });
  });

  it('lets users wait for their responses, and think', async () => {
    const { url, seen } = await loopback();
    const text = dedent`
      ### a
      # @stress.think 200
      GET ${url}/a
    `;
    const result = await stressRun(
      { 'a.http': text },
      { stress: { duration: 500, vus: 3, thinkTime: 1, rampUp: 100 } },
    );
    expect(result.mode).toBe('vus');
    expect(result.totalRequests).toBe(seen.length);
    // Three users, at 0, 200 and 400 ms at the soonest.
    expect(result.totalRequests).toBeGreaterThanOrEqual(3);
    expect(result.totalRequests).toBeLessThanOrEqual(9);
    expect(result.timeSeries.at(-1)?.activeVUs).toBe(0);
  });

  it('lets a user whose requests cannot be sent wait a little', async () => {
    const result = await stressRun(
      { 'a.http': 'GET http://{{nowhere}}/\n' },
      { stress: { duration: 300, vus: 2 } },
    );
    expect(result.errorKinds).toEqual({ variable: result.totalRequests });
    expect(result.totalRequests).toBeLessThanOrEqual(8);
    expect(result.latency.max).toBe(0);
    expect(result.validity.reasons).toContain('nothing was sent, because no request could be built');
    expect(result.error).toMatch(/^none of \d+ requests could be sent; most often: variable "nowhere"/);
    expect(result.errorKind).toBe('variable');
    expect(result.warnings).toEqual([expect.stringMatching(/^request .* was not sent: .*nowhere/)]);
  });

  it('ends an iteration with a failed dependency', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/first' ? 404 : 200));
    const result = await stressRun({
      'a.http': dedent`
        ### first
        # @stress.weight 0
        GET ${url}/first
        ### second
        # @depends first
        GET ${url}/second
      `,
    });
    expect(new Set(seen)).toEqual(new Set(['GET /first']));
    expect(result.perRequest.map(({ count }) => count)).toEqual([result.totalRequests, 0]);
  });

  it('leaves out requests whose condition does not hold', async () => {
    const { url, seen } = await loopback();
    await stressRun({
      'a.http': dedent`
        ### a
        # @if no
        GET ${url}/a
        ### b
        # @unless no
        GET ${url}/b
      `,
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set(['GET /b']));
  });

  it('gives each iteration its own values of variables that call functions', async () => {
    const { url, requests } = await loopback();
    const text = dedent`
      @id = {{$uuid()}}
      ### a
      # @stress.weight 0
      GET ${url}/{{id}}
      ### b
      # @depends a
      GET ${url}/{{id}}
    `;
    await stressRun({ 'a.http': text }, { stress: { duration: 600, rate: 10, maxVUs: 10 } });
    const paths = requests.map(({ path }) => path);
    expect(paths).toHaveLength(6);
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) expect(paths.filter((other) => other === path)).toHaveLength(2);
  });
});

describe('failures of the target', () => {
  it('are grouped by what went wrong', async () => {
    let count = 0;
    const { url } = await loopback(({ path }) => {
      if (path === '/plain') return 503;
      if (path === '/status') return 404;
      return { json: { total: ++count } };
    });
    const text = dedent`
      @wanted = 42
      ### plain
      GET ${url}/plain
      ### status
      GET ${url}/status
      >>>
      expect status in [200, 201]
      <<<
      ### body
      GET ${url}/body
      >>>
      expect status 200
      expect body.total == {{wanted}}
      <<<
    `;
    for (const path of ['quick', 'ordinary'] as const) {
      const result = await stressRun({ 'a.http': text }, { path, stress: { duration: 400, rate: 60 } });
      const found = new Map(result.errorGroups.map((group) => [group.name, group]));
      expect([...found.keys()].sort()).toEqual(['body', 'plain', 'status']);
      expect(found.get('plain')).toMatchObject({ kind: 'assertion', message: 'status 503' });
      expect(found.get('status')?.message).toBe('status 404, expected in [200, 201]');
      expect(found.get('body')?.message).toBe('expect body.total == {{wanted}} (line 13)');
      const counts = result.errorGroups.map((group) => group.count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(result.errorCount);
      expect(result).toMatchObject({ error: '', errorKind: '' });
    }
  });

  it('that leave no response fail the test, unless it was stopped', async () => {
    const files = { 'a.http': '### a\nGET http://127.0.0.1:1/a\n### b\nGET http://127.0.0.1:1/b\n' };
    const result = await stressRun(files, { stress: { duration: 200, rate: 50 } });
    expect(result.errorGroups).toEqual([
      { count: 10, name: '', kind: 'connect', message: '127.0.0.1:1 refused the connection' },
    ]);
    expect(result.error).toBe(
      'none of 10 requests got a complete response; most often: connect: 127.0.0.1:1 refused the connection',
    );
    expect(result.errorKind).toBe('connect');
    const stopped = await stressRun(files, {
      signal: AbortSignal.timeout(150),
      stress: { duration: 60_000 },
    });
    expect(stopped).toMatchObject({ stopped: true, error: '' });
  });

  it('show while the test runs', async () => {
    const { url } = await loopback(() => 500);
    const test = await stressTest(
      { 'a.http': `### a\nGET ${url}/a\n` },
      { stress: { duration: 700, rate: 40 } },
    );
    expect(test.update.errorGroups).toEqual([]);
    const result = await test.run();
    expect(test.update.errorGroups).toEqual(result.errorGroups);
    expect(result.errorGroups).toEqual([{ count: 28, name: 'a', kind: 'assertion', message: 'status 500' }]);
  });

  it('are no longer hidden by a condition that never holds', async () => {
    const result = await stressRun({ 'a.http': '### a\n# @if no\nGET http://127.0.0.1:1/a\n' });
    expect(result.error).toBe(
      'nothing was sent, because no request met its conditions or had a row or an element',
    );
  });
});
