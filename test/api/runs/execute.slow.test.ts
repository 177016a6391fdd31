import { describe, expect, it } from 'vitest';
import { deadUrl } from '../../support/servers/dead-url.js';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { type Result } from './execute-setup.js';

describe('POST /execute', () => {
  it('returns 200 also when requests fail', async () => {
    const { url } = await loopback(() => 404);
    const { call } = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET ${url}
          ### b
          GET ${await deadUrl()}
          ### c
          GET {{nothing}}
        `,
      },
    });
    const { status, json } = await call('POST', '/execute', { json: { file: 'a.http' } });
    const run = json as Result;
    expect([status, run['passed'], run['failed'], run['skipped']]).toEqual([200, 0, 3, 0]);
    expect(run.results.map(({ errorKind }) => errorKind)).toEqual(['', 'connect', 'variable']);
    expect(run.results[1]).toMatchObject({
      response: { statusCode: 0, status: '', headers: {}, body: '', duration: 0, size: 0 },
    });
    expect(run.results[2]).toMatchObject({ request: { method: 'GET', url: '{{nothing}}', headers: {} } });
  });

  it('returns no results for an empty file', async () => {
    const server = await startServer({ files: { 'a.http': '' } });
    const client = await listen(server);
    const { status, json } = await server.call('POST', '/execute', { json: { file: 'a.http' } });
    expect([status, json]).toMatchObject([200, { passed: 0, failed: 0, skipped: 0, results: [] }]);
    await client.until('execution_complete');
    expect(client.events.map(({ type }) => type)).toEqual(['execution_start', 'execution_complete']);
  });

  it('accepts the absolute path of GET /files and returns the relative one', async () => {
    const { url } = await loopback();
    const { call, get } = await startServer({ files: { 'shop/a.http': `GET ${url}\n` } });
    const [info] = (await get('/files')).json as { path: string }[];
    const { json } = await call('POST', '/execute', { json: { file: info?.path } });
    expect(json).toMatchObject({ file: 'shop/a.http', passed: 1, results: [{ file: 'shop/a.http' }] });
  });

  it('returns the bytes of small images and of nothing else', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);
    const { url } = await loopback(({ path }, response) => {
      response.setHeader('Content-Type', path === '/page' ? 'text/html' : `image${path}`);
      response.end(path === '/large' ? Buffer.alloc(2 * 1024 * 1024 + 1) : bytes);
      return undefined;
    });
    const paths = ['/png', '/svg+xml', '/page', '/large'];
    const { call } = await startServer({
      files: {
        'a.http': paths
          .map(
            (path) => dedent`
              ### ${path}
              GET ${url}${path}
            `,
          )
          .join('\n'),
      },
    });
    const { json } = await call('POST', '/execute', { json: { file: 'a.http' } });
    const results = (json as Result).results as unknown as { response: { bodyBase64?: string } }[];
    expect(results.map(({ response }) => response.bodyBase64)).toEqual([
      bytes.toString('base64'),
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('runs the file as it is at that moment', async () => {
    const { url, seen } = await loopback();
    const { call } = await startServer({ files: { 'a.http': `GET ${url}/1\n` } });
    await call('POST', '/execute', { json: { file: 'a.http' } });
    await call('PUT', '/files/a.http', {
      body: `GET ${url}/22\n`,
      headers: { 'Content-Type': 'text/plain' },
    });
    await call('POST', '/execute', { json: { file: 'a.http' } });
    expect(seen).toEqual(['GET /1', 'GET /22']);
  });
});
