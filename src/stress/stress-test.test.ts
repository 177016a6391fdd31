import { describe, expect, it } from 'vitest';
import { loopback } from '../../test/support/run-requests.js';
import { stressRun, stressTest } from '../../test/support/stress-run.js';

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe('a load test', () => {
  it('counts everything, and numbers agree with each other', async () => {
    const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
    const result = await stressRun(
      { 'a.http': `### good\n# @stress.weight 3\nGET ${url}/good\n### bad\nGET ${url}/bad\n` },
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

  it('drops what found no slot: planned is sent and dropped', async () => {
    const { url } = await loopback(async () => {
      await pause(100);
      return 200;
    });
    const result = await stressRun(
      { 'a.http': `GET ${url}/slow\n` },
      { stress: { duration: 600, rate: 100, maxVUs: 2 } },
    );
    expect(result.totalRequests + result.droppedCount).toBe(60);
    expect(result.droppedCount).toBeGreaterThan(30);
    expect(result.validity.valid).toBe(false);
    expect(result.validity.reasons.join()).toContain('never begun');
    // Those that waited keep their planned time.
    expect(result.latency.max).toBeGreaterThan(result.serviceTime.max + 100);
  });

  it('lets users wait for their answers, and think', async () => {
    const { url, seen } = await loopback();
    const text = `### a\n# @stress.think 200\nGET ${url}/a\n`;
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
    expect(result.validity.reasons).toContain('nothing was sent');
    expect(result.warnings).toEqual([expect.stringMatching(/^request .* was not sent: .*nowhere/)]);
  });

  it('ends an iteration with a failed dependency', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/first' ? 404 : 200));
    const result = await stressRun({
      'a.http': `### first\n# @stress.weight 0\nGET ${url}/first\n### second\n# @depends first\nGET ${url}/second\n`,
    });
    expect(new Set(seen)).toEqual(new Set(['GET /first']));
    expect(result.perRequest.map(({ count }) => count)).toEqual([result.totalRequests, 0]);
  });

  it('leaves out requests whose condition does not hold', async () => {
    const { url, seen } = await loopback();
    await stressRun({ 'a.http': `### a\n# @if no\nGET ${url}/a\n### b\n# @unless no\nGET ${url}/b\n` });
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set(['GET /b']));
  });

  it('gives each iteration its own values of variables that call functions', async () => {
    const { url, requests } = await loopback();
    const text = `@id = {{$uuid()}}\n### a\n# @stress.weight 0\nGET ${url}/{{id}}\n### b\n# @depends a\nGET ${url}/{{id}}\n`;
    await stressRun({ 'a.http': text }, { stress: { duration: 600, rate: 10, maxVUs: 1 } });
    const paths = requests.map(({ path }) => path);
    expect(paths.length).toBeGreaterThanOrEqual(4);
    expect(paths[0]).toBe(paths[1]);
    expect(paths[2]).toBe(paths[3]);
    expect(paths[0]).not.toBe(paths[2]);
  });
});

describe('setup and teardown', () => {
  const framed = (url: string): string => `### login
# @stress.setup
POST ${url}/login
>>>capture
token from body.token
<<<
### use
# @depends login
# @auth bearer {{login.token}}
GET ${url}/use
>>>
expect status 200
<<<
### logout
# @stress.teardown
# @depends login
DELETE ${url}/session/{{token}}
`;

  it('run once, uncounted, and captures are seen everywhere', async () => {
    const { url, seen, requests } = await loopback(({ path }) =>
      path === '/login' ? { json: { token: 'abc' }, headers: { 'set-cookie': 'sid=1' } } : 200,
    );
    const result = await stressRun({ 'a.http': framed(url) });
    expect(result.errorCount).toBe(0);
    expect(result.perRequest.map(({ name }) => name)).toEqual(['use']);
    expect(seen.filter((line) => line !== 'GET /use')).toEqual(['POST /login', 'DELETE /session/abc']);
    expect(seen.at(-1)).toBe('DELETE /session/abc');
    const used = requests.filter(({ path }) => path === '/use');
    expect(used).toHaveLength(result.totalRequests);
    for (const { headers } of used)
      expect(headers).toMatchObject({ authorization: 'Bearer abc', cookie: 'sid=1' });
  });

  it('a failed setup ends the test; teardown runs all the same', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/login' ? 503 : 200));
    const result = await stressRun({
      'a.http': `${framed(url)}### tidy\n# @stress.teardown\nGET ${url}/tidy\n`,
    });
    expect(result.error).toBe('setup request login failed: status 503');
    expect(result).toMatchObject({
      totalRequests: 0,
      duration: 0,
      avgRps: 0,
      droppedCount: 0,
      timeSeries: [],
    });
    expect(seen).toEqual(['POST /login', 'GET /tidy']);
    expect(result.warnings).toEqual([
      'teardown request logout failed: it depends on login, which did not pass',
    ]);
  });

  it('a failed teardown is a warning', async () => {
    const { url } = await loopback(({ path }) =>
      path.startsWith('/session') ? 500 : { json: { token: 'x' } },
    );
    const result = await stressRun({ 'a.http': framed(url) });
    expect(result.error).toBe('');
    expect(result.warnings).toEqual(['teardown request logout failed: status 500']);
  });

  it('weights may come from the setup', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/w' ? { json: { weight: 0 } } : 200));
    const text = `### w\n# @stress.setup\nGET ${url}/w\n>>>capture\nweight from body.weight\n<<<
### a\n# @stress.weight {{weight}}\nGET ${url}/a\n### b\nGET ${url}/b\n`;
    await stressRun({ 'a.http': text });
    expect(new Set(seen)).toEqual(new Set(['GET /w', 'GET /b']));
  });
});

describe('a stop', () => {
  const phases = (url: string): string =>
    `### s\n# @stress.setup\nGET ${url}/setup\n### a\nGET ${url}/load\n### t\n# @stress.teardown\nGET ${url}/teardown\n`;

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

  it('is not needed: after 5 s what is in flight is an error', { timeout: 20_000 }, async () => {
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
