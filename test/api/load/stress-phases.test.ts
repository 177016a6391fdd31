import { describe, expect, it } from 'vitest';
import { startSlowApi } from '../../support/servers/slow-api.js';
import { startTarget } from '../../stress/target.js';
import { beginTest, loadText, POLL, setupText, stopTest, teardownText, untilPhase } from './started-test.js';

const BUSY = { error: 'Conflict', message: 'a stress test is already running' };

describe('a stop', () => {
  it('during the setup ends it at once and runs the teardown', async () => {
    const slow = await startSlowApi();
    const { url, seen } = await startTarget();
    const test = await beginTest([setupText(slow.url), loadText(url), teardownText(url)], { duration: '1m' });
    await expect.poll(() => slow.waiting(), POLL).toBe(1);
    expect((await test.get('/stress/status')).json).toMatchObject({
      running: true,
      elapsed: 0,
      phase: 'setup',
      stats: { total: 0, activeVUs: 0 },
    });
    await stopTest(test);
    expect(await test.result()).toMatchObject({ stopped: true, totalRequests: 0, error: '' });
    expect(seen).toEqual(['GET /t']);
    expect(slow.abandoned()).toBe(1);
  });

  it('during the load gives a partial result and runs the teardown', async () => {
    const { url, seen } = await startTarget();
    const test = await beginTest([loadText(url), teardownText(url)], { duration: '10m', rate: 50 });
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(5);
    expect((await test.get('/stress/status')).json).toMatchObject({ running: true, phase: 'load' });
    await stopTest(test);
    const result = await test.result();
    expect(result).toMatchObject({ stopped: true, error: '', warnings: [] });
    expect(result['totalRequests']).toBeGreaterThan(5);
    expect(result['totalRequests']).toBe(seen.length - 1 - Number(result['abortedCount']));
    expect(seen.at(-1)).toBe('GET /t');
  });

  it('during the teardown changes nothing', async () => {
    let finish: () => void = () => undefined;
    const { url } = await startTarget((path, response) => {
      if (path === '/t') finish = () => void response.end();
      else response.end();
    });
    const test = await beginTest([loadText(url), teardownText(url)], { duration: '200ms', rate: 10 });
    await untilPhase(test, 'teardown');
    await stopTest(test);
    const json = { files: ['a.http'], duration: '1s' };
    expect((await test.call('POST', '/stress/start', { json })).json).toEqual(BUSY);
    expect((await test.get('/stress/status')).json).toMatchObject({ running: true, phase: 'teardown' });
    finish();
    expect(await test.result()).toMatchObject({ stopped: false, totalRequests: 2, warnings: [] });
  });
});

describe('a server with a load test', () => {
  it('runs the teardown and sends the last event when it shuts down', async () => {
    const { url, seen } = await startTarget();
    const test = await beginTest([loadText(url), teardownText(url)], { duration: '10m', rate: 50 });
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(5);
    test.svc.send('SIGTERM');
    expect(await test.client.closed).toBe(1001);
    expect(test.client.events.at(-1)).toMatchObject({
      type: 'stress_update',
      payload: { running: false, completed: true },
    });
    const { code, stderr } = await test.svc.ended;
    expect(code).toBe(0);
    // The ids of requests may have any letters.
    expect(stderr.replaceAll(/ id=\w+/g, '')).not.toMatch(/error/i);
    expect(seen.at(-1)).toBe('GET /t');
    expect(seen.filter((each) => each === 'GET /t')).toHaveLength(1);
  });
});
