import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun, stressTest } from '../../test/support/runs/stress-run.js';

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

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
    const { url, seen } = await loopback(async ({ path }) => {
      if (path !== '/setup') return 200;
      stop.abort();
      await pause(5000);
      return 200;
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
    expect(result.stopped).toBe(true);
    expect(result.totalRequests).toBeGreaterThanOrEqual(5);
    expect(result.totalRequests).toBeLessThan(500);
    expect(result.droppedCount).toBe(0);
    expect(seen.at(-1)).toBe('GET /teardown');
  });

  it.each(['quick', 'ordinary'] as const)(
    'gives up what is in flight after a second (%s path)',
    async (path) => {
      const stop = new AbortController();
      let hasPassed = false;
      const { url, seen } = await loopback(async ({ path: asked }) => {
        if (asked !== '/load') return 200;
        stop.abort();
        // A timer that is due before the second is over comes first.
        setTimeout(() => (hasPassed = true), 900);
        await pause(20_000);
        return 200;
      });
      const result = await stressRun(
        { 'a.http': phases(url) },
        { path, signal: stop.signal, stress: { duration: 60_000, rate: 2 } },
      );
      expect(result).toMatchObject({ stopped: true, totalRequests: 0, abortedCount: 1, errorCount: 0 });
      expect(hasPassed).toBe(true);
      expect(seen.at(-1)).toBe('GET /teardown');
    },
  );

  it('during the drain is quicker than the drain', async () => {
    const stop = new AbortController();
    const { url } = await loopback(async () => {
      await pause(20_000);
      return 200;
    });
    const test = await stressTest(
      { 'a.http': `GET ${url}/a\n` },
      { signal: stop.signal, stress: { duration: 100, rate: 10 } },
    );
    const running = test.run();
    await expect.poll(() => test.update.phase, { interval: 10 }).toBe('drain');
    stop.abort();
    const result = await running;
    expect(result).toMatchObject({ stopped: true, abortedCount: 1, errorCount: 0 });
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
    const { url } = await loopback(async () => {
      await pause(20_000);
      return 200;
    });
    const files = { 'a.http': `GET ${url}/a\n` };
    const stress = { duration: 100, rate: 10 };
    const results = await Promise.all([
      stressRun(files, { path: 'quick', stress }),
      stressRun(files, { path: 'ordinary', stress }),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ stopped: false, abortedCount: 0, errorKinds: { timeout: 1 } });
      expect(result.latency.max).toBeGreaterThan(4900);
      expect(result.duration).toBeGreaterThan(4.9);
    }
  });
});
