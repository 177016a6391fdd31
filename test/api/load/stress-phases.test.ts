import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen, type EventClient } from '../../support/clients/event-client.js';
import { startServer, startServerProcess, type RunningServer } from '../../support/servers/running-server.js';
import { startSlowApi } from '../../support/servers/slow-api.js';
import { startTarget } from '../../stress/target.js';

const STOPPING = { status: 'stopping' };
const BUSY = { error: 'Conflict', message: 'a stress test is already running' };

describe('a stop', () => {
  it('during the setup ends it at once and runs the teardown', async () => {
    const slow = await startSlowApi();
    const { url, seen } = await startTarget();
    const test = await begin([setup(slow.url), load(url), teardown(url)], { duration: '1m' });
    await expect.poll(() => slow.waiting(), POLL).toBe(1);
    expect((await test.get('/stress/status')).json).toMatchObject({
      running: true,
      elapsed: 0,
      phase: 'setup',
      stats: { total: 0, activeVUs: 0 },
    });
    await stop(test);
    expect(await test.result()).toMatchObject({ stopped: true, totalRequests: 0, error: '' });
    expect(seen).toEqual(['GET /t']);
    expect(slow.abandoned()).toBe(1);
  });

  it('during the load gives a partial result and runs the teardown', async () => {
    const { url, seen } = await startTarget();
    const test = await begin([load(url), teardown(url)], { duration: '10m', rate: 50 });
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(5);
    expect((await test.get('/stress/status')).json).toMatchObject({ running: true, phase: 'load' });
    await stop(test);
    const result = await test.result();
    expect(result).toMatchObject({ stopped: true, error: '', warnings: [] });
    expect(result['totalRequests']).toBeGreaterThan(5);
    expect(result['totalRequests']).toBe(seen.length - 1 - Number(result['abortedCount']));
    expect(seen.at(-1)).toBe('GET /t');
  });

  it('during the drain leaves requests a moment to finish, and aborts the others', async () => {
    const held: ServerResponse[] = [];
    const { url } = await startTarget((_path, response) => void held.push(response));
    const test = await begin([load(url)], { duration: '200ms', rate: 10 });
    await untilPhase(test, 'drain');
    await stop(test);
    held[0]?.end();
    const result = await test.result();
    expect(result).toMatchObject({ stopped: true, totalRequests: 1, abortedCount: 1 });
    expect(held.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it('during the teardown changes nothing', async () => {
    let finish: () => void = () => undefined;
    const { url } = await startTarget((path, response) => {
      if (path === '/t') finish = () => void response.end();
      else response.end();
    });
    const test = await begin([load(url), teardown(url)], { duration: '200ms', rate: 10 });
    await untilPhase(test, 'teardown');
    await stop(test);
    const json = { files: ['a.http'], duration: '1s' };
    expect((await test.call('POST', '/stress/start', { json })).json).toEqual(BUSY);
    expect((await test.get('/stress/status')).json).toMatchObject({ running: true, phase: 'teardown' });
    finish();
    expect(await test.result()).toMatchObject({ stopped: false, totalRequests: 2, warnings: [] });
  });

  it('without a running test is no error, and the last result stays until the next one', async () => {
    const { url } = await startTarget();
    const test = await begin([load(url)], { duration: '100ms', rate: 10 });
    const before = await test.result();
    const { status, text } = await test.call('POST', '/stress/stop');
    expect([status, text]).toEqual([200, '{"status":"already_stopped"}\n']);
    const json = { files: ['a.http'], duration: '1m', rate: 10 };
    expect((await test.call('POST', '/stress/start', { json })).json).toEqual({ status: 'started' });
    expect((await test.get('/stress/result')).json).toEqual(before);
    await stop(test);
    await expect
      .poll(async () => ((await test.get('/stress/result')).json as { stopped: boolean }).stopped, POLL)
      .toBe(true);
  });
});

describe('a server with a load test', () => {
  it('runs the teardown and sends the last event when it shuts down', async () => {
    const { url, seen } = await startTarget();
    const test = await begin([load(url), teardown(url)], { duration: '10m', rate: 50 });
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(5);
    test.svc.send('SIGTERM');
    expect(await test.client.closed).toBe(1001);
    expect(test.client.events.at(-1)).toMatchObject({
      type: 'stress_update',
      payload: { running: false, completed: true },
    });
    const { code, stderr } = await test.svc.ended;
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/error/i);
    expect(seen.at(-1)).toBe('GET /t');
    expect(seen.filter((each) => each === 'GET /t')).toHaveLength(1);
  });

  it('aborts a teardown that takes longer than the shutdown may', async () => {
    const slow = await startSlowApi();
    const { url, seen } = await startTarget();
    const test = await begin([load(url), teardown(slow.url)], { duration: '10m', rate: 20 });
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(1);
    test.svc.send('SIGINT');
    expect(await test.client.closed).toBe(1001);
    expect(test.client.events.at(-1)?.payload).toMatchObject({ completed: true });
    expect((await test.svc.ended).code).toBe(0);
    expect(slow.abandoned()).toBe(1);
  });

  it('answers other requests meanwhile', async () => {
    const { url, seen } = await startTarget();
    const test = await begin([checkedLoad(url)], { duration: '1m', vus: 8 }, startServerProcess);
    await expect.poll(() => seen.length, POLL).toBeGreaterThan(500);
    const before = seen.length;
    for (let count = 0; count < 40; count += 1) {
      expect((await test.get('/system/info')).status).toBe(200);
    }
    // A server whose event loop is busy with the load would respond only after it.
    expect((await test.get('/stress/status')).json).toMatchObject({ running: true, phase: 'load' });
    expect(seen.length - before).toBeGreaterThan(40);
    await stop(test);
    expect(await test.result()).toMatchObject({ error: '', mode: 'vus' });
  });
});

const POLL = { timeout: 60_000, interval: 20 };

interface StartedTest extends RunningServer {
  readonly client: EventClient;
  /** The result, as soon as the last event was received. */
  readonly result: () => Promise<Record<string, unknown>>;
}

async function begin(requests: readonly string[], fields: object, start = startServer): Promise<StartedTest> {
  const server = await start({ files: { 'a.http': requests.join('\n') } });
  const client = await listen(server);
  const json = { files: ['a.http'], ...fields };
  expect((await server.call('POST', '/stress/start', { json })).json).toEqual({ status: 'started' });
  const result = async (): Promise<Record<string, unknown>> => {
    await expect.poll(() => client.events.at(-1)?.payload['completed'], POLL).toBe(true);
    expect(client.events.filter(({ payload }) => payload['completed'] === true)).toHaveLength(1);
    return (await server.get('/stress/result')).json as Record<string, unknown>;
  };
  return { ...server, client, result };
}

const setup = (url: string): string => dedent`
  ### s
  # @stress.setup
  GET ${url}/
`;

const load = (url: string): string => dedent`
  ### a
  GET ${url}/a
`;

const checkedLoad = (url: string): string => dedent`
  ### a
  GET ${url}/a

  >>>
  expect status 200
  <<<
`;

const teardown = (url: string): string => dedent`
  ### t
  # @stress.teardown
  GET ${url}/t
`;

async function stop({ call }: StartedTest): Promise<void> {
  expect((await call('POST', '/stress/stop')).json).toEqual(STOPPING);
}

async function untilPhase({ get }: StartedTest, phase: string): Promise<void> {
  const current = async (): Promise<unknown> =>
    ((await get('/stress/status')).json as { phase: string }).phase;
  await expect.poll(current, POLL).toBe(phase);
}
