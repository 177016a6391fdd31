import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startSlowApi } from '../../support/servers/slow-api.js';
import { startTarget } from '../../stress/target.js';
import { startServerProcess } from '../../support/servers/running-server.js';
import {
  beginTest,
  checkedLoadText,
  loadText,
  POLL,
  stopTest,
  teardownText,
  untilPhase,
} from './started-test.js';

describe('a stop', () => {
  it('during the drain leaves requests a moment to finish, and aborts the others', async () => {
    const held: ServerResponse[] = [];
    const { url } = await startTarget((_path, response) => void held.push(response));
    const test = await beginTest([loadText(url)], { duration: '200ms', rate: 10 });
    await untilPhase(test, 'drain');
    await stopTest(test);
    held[0]?.end();
    const result = await test.result();
    expect(result).toMatchObject({ stopped: true, totalRequests: 1, abortedCount: 1 });
    expect(held.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it('without a running test is no error, and the last result stays until the next one', async () => {
    const { url } = await startTarget();
    const test = await beginTest([loadText(url)], { duration: '100ms', rate: 10 });
    const before = await test.result();
    const { status, text } = await test.call('POST', '/stress/stop');
    expect([status, text]).toEqual([200, '{"status":"already_stopped"}\n']);
    const json = { files: ['a.http'], duration: '1m', rate: 10 };
    expect((await test.call('POST', '/stress/start', { json })).json).toEqual({ status: 'started' });
    expect((await test.get('/stress/result')).json).toEqual(before);
    await stopTest(test);
    await expect
      .poll(async () => ((await test.get('/stress/result')).json as { stopped: boolean }).stopped, POLL)
      .toBe(true);
  });
});

describe('a server with a load test', () => {
  it('aborts a teardown that takes longer than the shutdown may', async () => {
    const slow = await startSlowApi();
    const { url, seen } = await startTarget();
    const test = await beginTest([loadText(url), teardownText(slow.url)], { duration: '10m', rate: 20 });
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(1);
    test.svc.send('SIGINT');
    expect(await test.client.closed).toBe(1001);
    expect(test.client.events.at(-1)?.payload).toMatchObject({ completed: true });
    expect((await test.svc.ended).code).toBe(0);
    expect(slow.abandoned()).toBe(1);
  });

  it('answers other requests meanwhile', async () => {
    const { url, seen } = await startTarget();
    const test = await beginTest([checkedLoadText(url)], { duration: '1m', vus: 8 }, startServerProcess);
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(500);
    const before = seen.length;
    for (let count = 0; count < 40; count += 1) {
      expect((await test.get('/system/info')).status).toBe(200);
    }
    // A server whose event loop is busy with the load would respond only after it.
    expect((await test.get('/stress/status')).json).toMatchObject({ running: true, phase: 'load' });
    expect(seen.length - before).toBeGreaterThan(40);
    await stopTest(test);
    expect(await test.result()).toMatchObject({ error: '', mode: 'vus' });
  });
});
