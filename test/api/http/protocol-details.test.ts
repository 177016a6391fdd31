import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALWAYS } from '../../support/clients/always-headers.js';
import { connectRaw, readRaw } from '../../support/clients/raw-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

const HANDSHAKE = [
  'Host: localhost',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '',
  '',
].join('\r\n');

describe('a WebSocket handshake', () => {
  it('has the headers of all responses and a line in the log', async () => {
    const { port, svc } = await startServer({ args: ['--cors'] });
    const connection = await connectRaw(port);
    const origin = 'Origin: http://localhost:5173\r\n';
    connection.write(`GET /api/v1/ws?token=pumpkin HTTP/1.1\r\n${origin}${HANDSHAKE}`);
    const { status, headers } = readRaw(await connection.until((text) => text.endsWith('\r\n\r\n')));
    expect(status).toBe(101);
    expect(Object.fromEntries(headers)).toMatchObject({
      upgrade: 'websocket',
      ...ALWAYS,
      'access-control-allow-origin': 'http://localhost:5173',
      vary: 'Origin',
    });
    const id = headers.get('x-request-id') ?? '';
    await svc.until(() => svc.stderr().includes(id));
    const [line = ''] = svc.stderr().match(new RegExp(`.*${id}.*`)) ?? [];
    expect(line).toMatch(/ method=GET path=\/api\/v1\/ws status=101 ms=\d+ bytes=0 remote=127\.0\.0\.1$/);
    expect(svc.stderr()).not.toContain('pumpkin');
  });

  it('is refused in HTTP/1.0', async () => {
    const { port } = await startServer();
    const connection = await connectRaw(port);
    connection.write(`GET /api/v1/ws HTTP/1.0\r\n${HANDSHAKE}`);
    expect(readRaw(await connection.until((text) => text.endsWith('}\n')))).toMatchObject({
      status: 426,
      json: { error: 'Upgrade Required', message: 'this endpoint speaks WebSocket' },
    });
  });
});

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

describe('a request that is never completed', () => {
  it('is one line of the log, with the status of its response', async () => {
    const { port, svc } = await startServer();
    const connection = await connectRaw(port);
    connection.socket.end('PUT /api/v1/config HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{');
    await connection.closed;
    const { status, headers } = readRaw(connection.received());
    expect(status).toBe(400);
    const id = headers.get('x-request-id') ?? '-';
    await svc.until(() => svc.stderr().includes(id));
    const lines = svc
      .stderr()
      .match(/^.* request .*$/gm)
      ?.filter((line) => !line.includes('/openapi.json'));
    expect(lines).toHaveLength(1);
    expect(lines?.[0]).toContain(` id=${id} method=PUT path=/api/v1/config status=400 `);
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

describe('a file whose name cannot be sent', () => {
  it('is left out and logged', async () => {
    const server = await startServer({
      files: { 'a.http': '', 'back\\slash.http': '', 'new\nline.http': '' },
    });
    expect((await server.get('/files')).json).toMatchObject([{ relativePath: 'a.http' }]);
    await server.svc.until(() => server.svc.stderr().includes('control characters'));
    expect(server.svc.stderr()).toContain('back\\slash.http is left out: invalid path: use / instead of');
    expect(server.svc.stderr()).toContain(
      'new\\u000aline.http is left out: invalid path: control characters',
    );
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
