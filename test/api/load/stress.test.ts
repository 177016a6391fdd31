import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen, type EventClient, type ServerEvent } from '../../support/clients/event-client.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';
import { startTarget } from '../../stress/target.js';

const IDLE = {
  running: false,
  elapsed: 0,
  stats: null,
  phase: '',
  errorGroups: [],
  interval: null,
  errorKinds: {},
  test: null,
  hasResult: false,
};
const SEED_FIELDS = ['running', 'completed', 'stats', 'elapsed'];
const STATISTICS = [
  'total',
  'success',
  'errors',
  'rps',
  'p50Ms',
  'p95Ms',
  'p99Ms',
  'maxMs',
  'errorRate',
  'activeVUs',
  'currentRps',
];

describe('a load test over REST', () => {
  it('runs at a rate, sends updates, and stores its result before the last event', async () => {
    const { url, seen } = await startTarget();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### list
          GET ${url}/list
        `,
      },
    });
    const { call, get } = server;
    expect((await get('/stress/status')).json).toEqual(IDLE);
    expect((await get('/stress/result')).json).toEqual({
      error: 'Not Found',
      message: 'no stress test result is available',
    });
    const client = await listen(server);
    const started = await call('POST', '/stress/start', {
      json: { files: ['a.http'], duration: '2s', rate: 25, seed: 7 },
    });
    expect([started.status, started.text]).toEqual([200, '{"status":"started"}\n']);
    expect((await get('/stress/status')).json).toMatchObject({ running: true });
    await ended(client);
    // The result is available as soon as the last event is sent.
    const [status, result] = await Promise.all([get('/stress/status'), get('/stress/result')]);
    expect(status.json).toEqual({ ...IDLE, hasResult: true });
    expect(result.json).toMatchObject({
      totalRequests: 50,
      successCount: 50,
      errorCount: 0,
      thresholds: [],
      perRequest: [{ name: 'list', count: 50 }],
      error: '',
      stopped: false,
      mode: 'rate',
      seed: 7,
      statusCodes: { 200: 50 },
    });
    expect(seen).toHaveLength(50);
    expectUpdates(client.events);
  });

  it('runs with virtual users and think time in the given environment', async () => {
    const { url, seen } = await startTarget();
    const config = dedent`
      environments:
        dev: {base: 'http://127.0.0.1:9'}
        load: {base: '${url}'}
    `;
    const server = await startServer({
      files: { 'a.http': 'GET {{base}}/x\n', 'service.yaml': config },
    });
    const body = { files: ['a.http'], duration: '600ms', vus: 3, thinkTime: '100ms', environment: 'load' };
    const result = await runTest(server, body);
    expect(result).toMatchObject({ mode: 'vus', errorCount: 0, error: '' });
    expect(result['totalRequests']).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(3);
    // Three users that pause for 100 ms cannot send more.
    expect(seen.length).toBeLessThanOrEqual(21);
  });

  it('takes missing fields from the profile of the current config', async () => {
    const { url } = await startTarget();
    const server = await startServer({ files: { 'a.http': `GET ${url}/\n` } });
    const profile = dedent`
      stress:
        profiles:
          brief: {duration: 200ms, rate: 1000, thresholds: {errors: 0.5, p95: 5m}}
    `;
    await writeFile(join(server.root, 'service.yaml'), profile);
    const result = await runTest(server, { files: ['a.http'], profile: 'brief', rate: 50 });
    expect(result).toMatchObject({
      totalRequests: 10,
      thresholds: [
        { metric: 'p95', threshold: '5m', passed: true },
        { metric: 'errors', threshold: '0.5', actual: 0, passed: true },
      ],
    });
  });

  it('evaluates thresholds in a fixed order, as they are written', async () => {
    const { url } = await startTarget((_path, response, count) => {
      response.writeHead(count % 2 === 0 ? 500 : 200).end();
    });
    const server = await startServer({ files: { 'a.http': `GET ${url}/\n` } });
    const thresholds = { rps: '>= 1', errors: '<10%', p99: '< 0', p50: '1h', max: null };
    const json = { files: ['a.http'], duration: '400ms', rate: 50, thresholds };
    const { thresholds: evaluated, errorKinds, errorGroups } = await runTest(server, json);
    expect(evaluated).toEqual([
      { metric: 'p50', threshold: '1h', actual: expect.any(Number), passed: true, measured: true },
      { metric: 'p99', threshold: '< 0', actual: expect.any(Number), passed: false, measured: true },
      { metric: 'errors', threshold: '<10%', actual: 50, passed: false, measured: true },
      { metric: 'rps', threshold: '>= 1', actual: expect.any(Number), passed: true, measured: true },
    ]);
    expect(errorGroups).toEqual([
      { count: 10, name: expect.any(String), kind: 'assertion', message: 'status 500' },
    ]);
    expect(Object.values(errorKinds as object)).toEqual([10]);
  });

  it('tells while it runs what goes wrong, without secrets', async () => {
    const { url } = await startTarget((_path, response) => {
      response.writeHead(503).end();
    });
    const text = dedent`
      @secret key = hunter2-hunter2
      ### a
      GET ${url}/a

      >>>
      expect header X-Key == hunter2-hunter2
      <<<
    `;
    const server = await startServer({ files: { 'a.http': text } });
    const client = await listen(server);
    await server.call('POST', '/stress/start', { json: { files: ['a.http'], duration: '5s', rate: 50 } });
    const groups = async (): Promise<unknown> =>
      ((await server.get('/stress/status')).json as Record<string, unknown>)['errorGroups'];
    await expect.poll(groups, { timeout: 60_000 }).toEqual([
      {
        count: expect.any(Number),
        name: 'a',
        kind: 'assertion',
        message: 'expect header X-Key == [REDACTED] (line 6)',
      },
    ]);
    await server.call('POST', '/stress/stop');
    await ended(client);
    const { text: result } = await server.get('/stress/result');
    expect(result).toContain('expect header X-Key == [REDACTED] (line 6)');
    expect(result).not.toContain('hunter2');
  });

  it('counts a file that is named twice once, and masks secrets', async () => {
    const { url } = await startTarget((path, response) => {
      response.writeHead(path === '/login' ? 401 : 200).end();
    });
    const secret = 'hunter2-hunter2';
    const text = dedent`
      @secret key = ${secret}
      ### login
      # @stress.setup
      GET ${url}/login

      >>>
      expect header X-Key == ${secret}
      <<<
      ### a
      GET ${url}/a
    `;
    const server = await startServer({ files: { 'd/a.http': text } });
    const files = ['d/a.http', './d//a.http', join(server.root, 'd/a.http')];
    const client = await listen(server);
    const result = await runTest(server, { files, duration: '100ms' });
    expect(result).toMatchObject({ totalRequests: 0, stopped: false });
    expect(result['perRequest']).toMatchObject([{ name: 'a', count: 0 }]);
    expect(result['error']).toMatch(/^setup request login failed: /);
    expect(JSON.stringify(result)).not.toContain(secret);
    const last = (await ended(client)).payload;
    expect(last).toMatchObject({ running: false, completed: true, elapsed: 0, stats: { total: 0 } });
  });
});

function expectUpdates(events: readonly ServerEvent[]): void {
  const updates = events.filter(({ type }) => type === 'stress_update');
  expect(updates.length).toBeGreaterThanOrEqual(4);
  const totals = updates.map(({ payload }) => (payload['stats'] as Record<string, number>)['total'] ?? -1);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  expect(totals.at(-1)).toBe(50);
  updates.forEach(({ payload, timestamp }, index) => {
    const isLast = index === updates.length - 1;
    expect(Object.keys(payload)).toEqual([...SEED_FIELDS, 'interval', 'errorKinds', 'timestamp']);
    expect(Object.keys(payload['interval'] as object)).toEqual(['p50Ms', 'p95Ms', 'p99Ms', 'meanMs']);
    expect(Object.keys(payload['stats'] as object)).toEqual(STATISTICS);
    expect(payload).toMatchObject({ running: !isLast, completed: isLast, timestamp });
  });
  // Updates are sent at intervals, not with each request.
  expect(updates.length).toBeLessThan(25);
}

async function runTest(server: RunningServer, json: object): Promise<Record<string, unknown>> {
  const client = await listen(server);
  const { status, text } = await server.call('POST', '/stress/start', { json });
  expect([status, text]).toEqual([200, '{"status":"started"}\n']);
  await ended(client);
  return (await server.get('/stress/result')).json as Record<string, unknown>;
}

async function ended({ events }: EventClient): Promise<ServerEvent> {
  const isLast = ({ payload }: ServerEvent): boolean => payload['completed'] === true;
  await expect.poll(() => events.some(isLast), { timeout: 60_000 }).toBe(true);
  const last = events.find(isLast);
  if (last === undefined) throw new Error('no last event');
  return last;
}
