import { describe, expect, it } from 'vitest';
import { startServer } from '../../support/servers/running-server.js';

describe('the log', () => {
  it('has one line per request, without query, headers and bodies', async () => {
    const { call, svc } = await startServer({ args: ['--log-format', 'json'] });
    const response = await call('POST', '/execute?secretQuery=1', {
      json: { file: 'secretFile.http' },
      headers: { 'X-Secret': 'secretHeader' },
    });
    await svc.until(() => svc.stderr().includes('/execute'));
    const lines = svc
      .stderr()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find(({ path }) => path === '/api/v1/execute');
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'info',
      message: 'request',
      id: response.headers['x-request-id'],
      method: 'POST',
      path: '/api/v1/execute',
      status: 404,
      ms: expect.any(Number),
      bytes: Buffer.byteLength(response.text),
      remote: '127.0.0.1',
    });
    expect(svc.stderr()).not.toContain('secret');
  });

  it.each([
    [['-q'], 0],
    [['--log-level', 'warn'], 0],
    [['-q', '--log-level', 'info'], 1],
    [['-v'], 1],
  ])('with %j has %d lines of requests', async (args, count) => {
    const { get, svc } = await startServer({ args });
    await get('/history');
    svc.send('SIGTERM');
    const { stderr } = await svc.ended;
    expect(stderr.split('\n').filter((line) => line.includes('path=/api/v1/history '))).toHaveLength(count);
  });
});
