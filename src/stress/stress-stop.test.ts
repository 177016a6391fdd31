import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { TurnedTime } from '../../test/support/runs/load-time.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun, stressTest } from '../../test/support/runs/stress-run.js';

const never = new Promise<never>(() => undefined);

describe('a stop', () => {
  const phases = (url: string): string =>
    dedent`
      ### s
      # @stress.setup
      GET ${url}/setup
      ### a
      GET ${url}/load
      ### t
      # @stress.teardown
      GET ${url}/teardown
    `;

  it('during setup gives a zero result after the teardown', async () => {
    const stop = new AbortController();
    const { url, seen } = await loopback(({ path }) => {
      if (path !== '/setup') return 200;
      stop.abort();
      return never;
    });
    const result = await stressRun({ 'a.http': phases(url) }, { signal: stop.signal });
    expect(result).toMatchObject({ stopped: true, error: '', totalRequests: 0 });
    expect(seen).toEqual(['GET /setup', 'GET /teardown']);
  });

  it('during the load keeps what was measured', async () => {
    const stop = new AbortController();
    let count = 0;
    const { url, seen } = await loopback(({ path }) => {
      if (path === '/load' && ++count === 5) stop.abort();
      return 200;
    });
    const result = await stressRun(
      { 'a.http': phases(url) },
      { signal: stop.signal, stress: { duration: 60_000, rate: 50 } },
    );
    // The fifth request is sent after 80 ms.
    expect(result).toMatchObject({ stopped: true, totalRequests: 5, droppedCount: 0, duration: 0.08 });
    expect(seen.at(-1)).toBe('GET /teardown');
  });

  it.each(['quick', 'ordinary'] as const)(
    'gives up what is in flight after a second (%s path)',
    async (path) => {
      const time = new TurnedTime();
      const stop = new AbortController();
      const { url, seen } = await loopback(async ({ path: asked }, response) => {
        if (asked !== '/load') return 200;
        stop.abort();
        await time.hold(Infinity, response);
        return 200;
      });
      const result = await stressRun(
        { 'a.http': phases(url) },
        { time, path, signal: stop.signal, stress: { duration: 60_000, rate: 2 } },
      );
      expect(result).toMatchObject({ stopped: true, totalRequests: 0, abortedCount: 1, errorCount: 0 });
      expect(time.passed).toBe(1000);
      expect(seen.at(-1)).toBe('GET /teardown');
    },
  );

  it('during the drain is quicker than the drain', async () => {
    const time = new TurnedTime();
    const stop = new AbortController();
    const { url } = await loopback(async (_request, response) => {
      await time.hold(Infinity, response);
      return 200;
    });
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { time, signal: stop.signal, stress: { duration: 100, rate: 10 } },
    );
    const phases: string[] = [];
    for (const milliseconds of [90, 110]) time.at(milliseconds, () => phases.push(test.update.phase));
    time.at(2000, () => stop.abort());
    const result = await test.run();
    expect(phases).toEqual(['load', 'drain']);
    expect(result).toMatchObject({ stopped: true, abortedCount: 1, errorCount: 0, duration: 0.1 });
    expect(time.passed).toBe(3000);
  });

  it('during the teardown changes nothing', async () => {
    const stop = new AbortController();
    const { url, seen } = await loopback(({ path }) => {
      if (path === '/teardown') stop.abort();
      return 200;
    });
    const result = await stressRun({ 'a.http': phases(url) }, { signal: stop.signal });
    expect(result).toMatchObject({ stopped: false, warnings: [] });
    expect(seen.at(-1)).toBe('GET /teardown');
  });

  it('is not needed: after 5 s what is in flight is an error', async () => {
    for (const path of ['quick', 'ordinary'] as const) {
      const time = new TurnedTime();
      const { url } = await loopback(async (_request, response) => {
        await time.hold(Infinity, response);
        return 200;
      });
      const files = { 'a.http': `GET ${url}/a\n` };
      const result = await stressRun(files, { time, path, stress: { duration: 100, rate: 10 } });
      expect(result).toMatchObject({ stopped: false, abortedCount: 0, errorKinds: { timeout: 1 } });
      expect([path, result.latency.max, result.duration]).toEqual([path, 5100, 5.1]);
    }
  });
});
