import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectRaw } from '../../support/clients/raw-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

describe('a client that closes its side after the request', () => {
  it('still gets the responses to all of its requests', async () => {
    const { port } = await startServer({ files: { 'a.http': 'GET http://127.0.0.1/\n' }, history: true });
    const paths = ['workspace', 'health', 'history/runs', 'files/a.http', 'config'];
    for (const asked of [...paths.map((path) => [path]), paths]) {
      const connection = await connectRaw(port);
      connection.socket.end(
        asked.map((path) => `GET /api/v1/${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''),
      );
      await connection.closed;
      const statuses = connection.received().match(/^HTTP\/1\.1 \d+/gm);
      expect(statuses, asked.join()).toEqual(asked.map(() => 'HTTP/1.1 200'));
    }
  });
});

describe('pipelined executions', () => {
  it('are cancelled without a warning when the client disconnects', async () => {
    const { url } = await loopback(() => undefined);
    const { port, svc } = await startServer({ files: { 'a.http': `GET ${url}\n` } });
    const connection = await connectRaw(port);
    const body = JSON.stringify({ file: 'a.http' });
    const head = `POST /api/v1/execute HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
    connection.socket.end(`${head}${body}`.repeat(12));
    await connection.closed;
    await svc.until(() => svc.stderr().split('status=499').length > 12);
    expect(svc.stderr()).not.toMatch(/warn/i);
  });
});

async function refusal(
  { call }: RunningServer,
  method: string,
  path: string,
  json?: object,
): Promise<unknown> {
  const response = await call(method, path, json && { json });
  return [response.status, (response.json as { message: string }).message];
}

describe('paths', () => {
  it('that are blank are refused as invalid', async () => {
    const server = await startServer();
    for (const [path, body] of [
      ['/files', { path: '  ' }],
      ['/execute', { file: '  ' }],
      ['/run', { file: '\u3000' }],
      ['/export/curl', { file: ' ' }],
      ['/import/curl', { filePath: ' ' }],
    ] as const) {
      expect(await refusal(server, 'POST', path, body), path).toEqual([400, 'invalid path: it is blank']);
    }
    expect(await refusal(server, 'GET', '/files/%20')).toEqual([400, 'path is required']);
  });

  it('of links must lead to request files, and ".http" alone is not the name of one', async () => {
    const server = await startServer({ files: { 'a.http': 'GET http://127.0.0.1/\n' } });
    await writeFile(join(server.root, '.http'), 'GET http://127.0.0.1/\n');
    await symlink('.http', join(server.root, 'link.http'));
    const refused = [400, 'not a request file: link.http; expected .http or .spec'];
    expect(await refusal(server, 'GET', '/files/link.http')).toEqual(refused);
    expect(await refusal(server, 'GET', '/files/raw/link.http')).toEqual(refused);
    expect(await refusal(server, 'POST', '/execute', { file: 'link.http' })).toEqual(refused);
    expect((await server.get('/files')).json).toMatchObject([{ relativePath: 'a.http' }]);
  });
});

describe('pages of the history', () => {
  it('accept any whole number: a limit above 100 becomes 100, and an offset past the end gives an empty page', async () => {
    const { get } = await startServer({ history: true });
    const far = '9'.repeat(30);
    expect((await get(`/history/runs?limit=${far}`)).json).toEqual({
      runs: [],
      total: 0,
      limit: 100,
      offset: 0,
    });
    expect((await get(`/history/results?requestName=a&filePath=a.http&offset=${far}`)).json).toEqual({
      results: [],
      total: 0,
      limit: 20,
      offset: Number.MAX_SAFE_INTEGER,
    });
    expect((await get(`/history/runs?limit=-${far}`)).status).toBe(400);
  });
});
