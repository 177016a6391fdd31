import { describe, expect, it } from 'vitest';
import { ALWAYS } from '../../support/clients/always-headers.js';
import { connectRaw, readRaw } from '../../support/clients/raw-client.js';
import { startServer } from '../../support/servers/running-server.js';

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
