import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { startTarget } from '../../stress/target.js';
import type { StoreUnderTest } from '../store-under-test.js';

const SECRET = 'hunter2-hunter2';

interface TestResult {
  readonly stressId: number;
  readonly totalRequests: number;
  readonly timeSeries: readonly Record<string, unknown>[];
}

export async function runTest(server: RunningServer, json: object): Promise<TestResult> {
  const { events } = await listen(server);
  expect((await server.call('POST', '/stress/start', { json })).status).toBe(200);
  await expect
    .poll(() => events.some(({ payload }) => payload['completed'] === true), { timeout: 60_000 })
    .toBe(true);
  return (await server.get('/stress/result')).json as TestResult;
}

export async function serveShop(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<RunningServer> {
  const { url } = await startTarget((path, response) => {
    response.writeHead(path === '/order' ? 503 : 200).end();
  });
  const shop = dedent`
    @secret key = ${SECRET}
    ### browse
    GET ${url}/browse

    ### order
    GET ${url}/order

    >>>
    expect header X-Key == ${SECRET}
    <<<
  `;
  return startServer({
    files: {
      'shop.http': shop,
      'setup.http': `### a\n# @stress.setup\nGET ${url}/order\n\n### b\nGET ${url}/b\n`,
    },
    history: true,
    env,
    args,
  });
}

export function describeStoredTests(store: StoreUnderTest): void {
  describe('load tests in the history of a server', () => {
    it('are kept, listed, shown, compared, saved as a page and removed', async () => {
      const server = await serveShop(await store.env());
      const order = {
        files: ['shop.http'],
        duration: '1s',
        rate: 40,
        seed: 3,
        thresholds: { errors: '<1%' },
      };
      const first = await runTest(server, { ...order, label: 'before' });
      expect(first.stressId).toBe(1);
      expect(first.timeSeries[0]).toMatchObject({
        p50Ms: expect.any(Number),
        p99Ms: expect.any(Number),
        meanMs: expect.any(Number),
        errorKinds: { assertion: expect.any(Number) },
      });
      const { stressId } = await runTest(server, { ...order, label: 'after', rate: 50 });
      expect(stressId).toBe(2);

      const { runs, ...page } = (await server.get('/stress/runs?workspace=current')).json as {
        readonly runs: readonly Record<string, unknown>[];
      };
      expect(page).toEqual({ total: 2, limit: 20, offset: 0 });
      expect(runs.map(({ id, label }) => [id, label])).toEqual([
        [2, 'after'],
        [1, 'before'],
      ]);
      expect(runs[1]).toMatchObject({
        files: ['shop.http'],
        mode: 'rate',
        rate: 40,
        totalRequests: 40,
        thresholdsPassed: false,
        workspace: server.root,
      });
      expect((await server.get('/stress/runs?label=before')).json).toMatchObject({
        total: 1,
        runs: [{ id: 1 }],
      });

      const whole = (await server.get('/stress/runs/1?histogram=true')).json as Record<string, unknown>;
      expect(whole).toMatchObject({
        id: 1,
        label: 'before',
        options: {
          mode: 'rate',
          rate: 40,
          duration: '1s',
          rampUp: '0',
          seed: 3,
          thresholds: { errors: '<1%' },
        },
        result: { ...first },
        histogram: {
          unit: 'us',
          latency: { count: 40 },
          perRequest: [{ name: 'browse' }, { name: 'order' }],
        },
      });
      expect((await server.get('/stress/runs/1')).json).not.toHaveProperty('histogram');

      expect((await server.get('/stress/compare?baseline=1&current=2')).json).toMatchObject({
        kind: 'stress',
        file1: 'stress:1',
        file2: 'stress:2',
        comparable: false,
        metric: 'p95',
        thresholdPercent: null,
        rows: [{ name: '' }, { name: 'browse' }, { name: 'order' }],
      });

      for (const path of ['/stress/runs/2/report', '/stress/result/report']) {
        const report = await server.get(path);
        expect(report.status).toBe(200);
        expect(report.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'content-disposition': expect.stringMatching(/^attachment; filename="load-test(?:-2)?\.html"$/),
        });
        expect(report.text).toContain('<h1>Load test 2: after</h1>');
        expect(report.text).toContain('Errors of each interval by kind');
        expect(report.text).not.toContain(SECRET);
      }

      expect((await server.call('DELETE', '/history/runs')).status).toBe(204);
      expect((await server.call('DELETE', '/stress/runs/1')).status).toBe(204);
      expect((await server.get('/stress/runs')).json).toMatchObject({ total: 1 });
      expect((await server.call('DELETE', '/stress/runs')).status).toBe(204);
      expect((await server.get('/stress/runs')).json).toEqual({ runs: [], total: 0, limit: 20, offset: 0 });
    });

    it('are kept without secrets, also when stopped, but not when their load never began', async () => {
      const server = await serveShop(await store.env());
      const failed = await runTest(server, { files: ['setup.http'], duration: '1s' });
      expect(failed).toMatchObject({ stressId: 0, totalRequests: 0 });
      const { events } = await listen(server);
      await server.call('POST', '/stress/start', {
        json: { files: ['shop.http'], duration: '5m', rate: 50 },
      });
      const errors = async (): Promise<unknown> =>
        ((await server.get('/stress/status')).json as { errorKinds: object }).errorKinds;
      await expect.poll(errors, { timeout: 60_000 }).toEqual({ assertion: expect.any(Number) });
      expect((await server.get('/stress/status')).json).toMatchObject({
        interval: { p95Ms: expect.any(Number) },
        test: { files: ['shop.http'], label: '', options: { duration: '5m' } },
      });
      await server.call('POST', '/stress/stop');
      await expect
        .poll(() => events.some(({ payload }) => payload['completed'] === true), { timeout: 60_000 })
        .toBe(true);
      expect((await server.get('/stress/runs')).json).toMatchObject({
        total: 1,
        runs: [{ id: 1, stopped: true }],
      });
      const { text } = await server.get('/stress/runs/1');
      expect(text).toContain('expect header X-Key == [REDACTED]');
      expect(await store.contents(server.home)).not.toContain(SECRET);
    });
  });
}
