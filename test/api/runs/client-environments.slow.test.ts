import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, useServer } from '../../support/servers/running-server.js';
import { ENV, environmentFiles, post } from './client-environments-setup.js';

describe('environment files of other clients over REST', () => {
  it('give values to load tests, contracts, mock servers and exported commands', async () => {
    const target = await loopback();
    const server = await startServer({ files: environmentFiles(target.url) });
    const test = { files: ['api/a.http'], duration: '1s', rate: 3, environment: 'local' };
    expect((await post(server, '/stress/start', test)).status).toBe(200);
    await expect
      .poll(async () => (await server.get('/stress/status')).json)
      .toMatchObject({ hasResult: true });
    expect(new Set(target.seen)).toEqual(new Set(['GET /near/hunter22']));
    expect((await server.get('/stress/result')).text).not.toContain('hunter22');

    target.seen.length = 0;
    const chosen = { files: ['api/a.http'], environment: 'local' };
    await post(server, '/contract/verify', { ...chosen, providerUrl: target.url });
    expect(target.seen).toEqual(['GET /near/hunter22']);

    const { json } = await post(server, '/mock/start', { ...chosen, port: 0 });
    expect(json).toMatchObject({ routes: [{ path: '/near/hunter22' }] });
    await post(server, '/mock/stop', {});
    const exported = await post(server, '/export/curl', { file: 'api/a.http', environment: 'local' });
    expect(exported.text).toContain(`${target.url}/near/hunter22`);
  });
});

describe('an environment file that cannot be used', () => {
  const files = { ...environmentFiles('http://127.0.0.1:9'), [ENV]: '{"dev": ["broken-word"]}' };
  const server = useServer({ files });

  it.each<[string, object]>([
    ['/execute', { file: 'api/a.http' }],
    ['/run', { file: 'api/a.http' }],
    ['/stress/start', { files: ['api/a.http'], duration: '1s', rate: 1 }],
    ['/contract/verify', { files: ['api/a.http'], providerUrl: 'http://127.0.0.1:9' }],
    ['/mock/start', { files: ['api/a.http'], port: 0 }],
    ['/export/curl', { file: 'api/a.http', environment: 'dev' }],
  ])('refuses POST %s', async (path, body) => {
    const { status, json } = await post(server(), path, body);
    expect([status, json]).toEqual([
      400,
      { error: 'Bad Request', message: `${ENV}:1:9: expected an object of variables for "dev"` },
    ]);
  });
});
