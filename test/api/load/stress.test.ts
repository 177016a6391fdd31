import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { startServer } from '../../support/servers/running-server.js';
import { startTarget } from '../../stress/target.js';
import { lastEvent, runLoadTest } from './ended-test.js';

describe('a load test over REST', () => {
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
    const result = await runLoadTest(server, body);
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
    const result = await runLoadTest(server, { files: ['a.http'], profile: 'brief', rate: 50 });
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
    const { thresholds: evaluated, errorKinds, errorGroups } = await runLoadTest(server, json);
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
    await server.call('POST', '/stress/start', { json: { files: ['a.http'], duration: '10m', rate: 50 } });
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
    await lastEvent(client);
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
    const result = await runLoadTest(server, { files, duration: '100ms' });
    expect(result).toMatchObject({ totalRequests: 0, stopped: false });
    expect(result['perRequest']).toMatchObject([{ name: 'a', count: 0 }]);
    expect(result['error']).toMatch(/^setup request login failed: /);
    expect(JSON.stringify(result)).not.toContain(secret);
    const last = (await lastEvent(client)).payload;
    expect(last).toMatchObject({ running: false, completed: true, elapsed: 0, stats: { total: 0 } });
  });
});
