import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { TurnedTime } from '../../test/support/runs/load-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun, stressTest } from '../../test/support/runs/stress-run.js';
import type { StartThread } from './load-threads.js';
import { LoadRecorder, NONE_DROPPED } from './measure/load-recorder.js';

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
    expect(result.duration).toBe(0.5);
    const { min, p50, p99, max } = result.latency;
    expect([min, p50, p99, max].toSorted((a, b) => a - b)).toEqual([min, p50, p99, max]);
  });

  it('drops what found no slot: planned is sent and dropped', async () => {
    const time = new TurnedTime();
    const { url } = await loopback(async (_request, response) => {
      await time.hold(100, response);
      return 200;
    });
    const result = await stressRun(
      { 'a.http': `GET ${url}/slow\n` },
      { time, stress: { duration: 600, rate: 100, maxVUs: 2 } },
    );
    // Each of two slots takes six requests of 100 ms.
    expect([result.totalRequests, result.droppedCount]).toEqual([12, 48]);
    expect(result.validity).toMatchObject({
      valid: false,
      lagP99Ms: 0,
      reasons: ['48 of 60 planned iterations were never begun; all 2 slots were busy waiting for responses'],
    });
    // Those that waited keep their planned time.
    expect([result.latency.max, result.serviceTime.max]).toEqual([500, 100]);
    expect(result.duration).toBe(0.61);
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
    // Three users, each three times: at once, after 200 ms and after 400 ms.
    expect(result.totalRequests).toBe(9);
    expect(result.timeSeries.at(-1)?.activeVUs).toBe(0);
  });

  it('lets a user whose requests cannot be sent wait a little', async () => {
    const result = await stressRun(
      { 'a.http': 'GET http://{{nowhere}}/\n' },
      { stress: { duration: 300, vus: 2 } },
    );
    expect(result.errorKinds).toEqual({ variable: result.totalRequests });
    // Two users, each at once, after 100 ms and after 200 ms.
    expect(result.totalRequests).toBe(6);
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
      expect(result.error).toMatch(/^none of \d+ requests passed; most often: /);
      expect(result.errorKind).toBe('assertion');
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
    const [time, stop] = [new TurnedTime(), new AbortController()];
    time.at(150, () => stop.abort());
    const stopped = await stressRun(files, { time, signal: stop.signal, stress: { duration: 60_000 } });
    expect(stopped).toMatchObject({ stopped: true, error: '', duration: 0.15, totalRequests: 4 });
  });

  it('show while the test runs', async () => {
    const { url } = await loopback(() => 500);
    const time = new TurnedTime();
    const test = await stressTest(
      { 'a.http': `### a\nGET ${url}/a\n` },
      { time, stress: { duration: 700, rate: 40 } },
    );
    expect(test.update.errorGroups).toEqual([]);
    const counts: unknown[] = [];
    for (const milliseconds of [240, 260, 510])
      time.at(milliseconds, () => counts.push(test.update.errorGroups[0]?.count));
    const result = await test.run();
    // As much as the cells of a quarter of a second that have ended.
    expect(counts).toEqual([undefined, 10, 20]);
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

describe('the duration of a load', () => {
  const ended = new LoadRecorder(1, () => undefined).totals(NONE_DROPPED);

  /** A load of 50 ms whose only thread says so long after its start that it is over, as an early timer does. */
  async function loadThatDrains(
    milliseconds: number,
    { stopsAt }: { readonly stopsAt?: number } = {},
  ): Promise<number> {
    const time = new TurnedTime();
    const stop = new AbortController();
    const startThread = (): StartThread => (_task, onEvent) => {
      let resolve: (totals: typeof ended) => void = () => undefined;
      const totals = new Promise<typeof ended>((end) => (resolve = end));
      const drain = (): void => {
        onEvent({ kind: 'drain' });
        resolve(ended);
      };
      onEvent({ kind: 'ready' });
      return {
        totals,
        send: ({ kind }) => {
          if (kind === 'stop') drain();
          else time.at(milliseconds, drain);
        },
      };
    };
    if (stopsAt !== undefined) time.at(stopsAt, () => stop.abort());
    const test = await stressTest(
      { 'a.http': 'GET http://127.0.0.1:1/a\n' },
      { time, startThread, signal: stop.signal, stress: { duration: 50, rate: 20 } },
    );
    const running = test.run();
    await time.clock.untilWaiting(() => test.update.phase === 'load');
    await time.clock.turn(100);
    const { duration } = await running;
    expect(test.update.elapsed).toBe(duration);
    return duration;
  }

  it('is never below the planned one', async () => {
    expect(await loadThatDrains(49.3)).toBe(0.05);
    expect(await loadThatDrains(50.7)).toBe(0.051);
  });

  it('is shorter when it was stopped', async () => {
    expect(await loadThatDrains(49.3, { stopsAt: 20 })).toBe(0.02);
  });
});
