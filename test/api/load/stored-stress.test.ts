import { describe, expect, it } from 'vitest';
import { runTest, serveShop } from '../../history/suites/stored-tests.js';

describe('load tests in the history of a server', () => {
  it('are not kept without a history', async () => {
    const server = await serveShop({}, ['--no-history']);
    const result = await runTest(server, { files: ['shop.http'], duration: '300ms', rate: 20 });
    expect(result.stressId).toBe(0);
    expect((await server.get('/stress/result/report')).text).toContain('<h1>Load test</h1>');
    expect((await server.get('/stress/runs')).json).toEqual({
      error: 'Service Unavailable',
      message: 'persistent history is not available: switched off by the operator',
    });
  });
});
