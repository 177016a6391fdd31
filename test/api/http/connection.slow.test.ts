import { describe, expect, it } from 'vitest';
import { startLocalServer } from '../../support/servers/local-server.js';
import { connectRaw, exchangeRaw, readRaw } from '../../support/clients/raw-client.js';
import { useServer } from '../../support/servers/running-server.js';

const sharedServer = useServer();

const INFO = 'GET /api/v1/system/info HTTP/1.1\r\nHost: localhost\r\n';

describe('a connection', () => {
  it('ignores requests for another protocol', async () => {
    const { port } = sharedServer();
    const upgrade =
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    const body = '{"file":"none.http"}';
    const post = `POST /api/v1/execute HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n${upgrade}\r\n${body}`;
    const received = await exchangeRaw(port, `${INFO}${upgrade}\r\n${post}${INFO}Connection: close\r\n\r\n`);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
    expect(received).toContain('file not found: none.http');
  });

  it('gets its response while it is still sending too much', async () => {
    const { port } = sharedServer();
    const connection = await connectRaw(port);
    connection.write(
      'POST /api/v1/execute HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `${(1 << 20).toString(16)}\r\n${'x'.repeat(1 << 20)}\r\n`;
    for (let sent = 0; sent < 14; sent += 1) connection.write(chunk);
    await connection.closed;
    expect(readRaw(connection.received())).toMatchObject({
      status: 413,
      json: { message: 'request body is larger than 10485760 bytes' },
    });
  });

  it('is closed when its head takes too long, even while it is being sent', async () => {
    const { port } = await startLocalServer({ limits: { headMs: 600 } });
    const slow = await connectRaw(port);
    slow.write(INFO);
    const silent = await connectRaw(port);
    const drip = setInterval(() => slow.write('X: y\r\n'), 50);
    await Promise.all([slow.closed, silent.closed]);
    clearInterval(drip);
    for (const { received } of [slow, silent]) {
      expect(readRaw(received())).toMatchObject({
        status: 408,
        json: { error: 'Request Timeout', message: 'the request was not received in time' },
      });
    }
    const other = await exchangeRaw(port, `${INFO}Connection: close\r\n\r\n`);
    expect(readRaw(other).status).toBe(200);
  });
});
