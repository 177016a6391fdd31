import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startLocalServer } from '../../test/support/servers/local-server.js';
import { connectRaw, readRaw } from '../../test/support/clients/raw-client.js';

const INFO = 'GET /api/v1/system/info HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('startServer', () => {
  it('waits for a body for a limited time, and then refuses it', async () => {
    const { port, log } = await startLocalServer({ limits: { requestMs: 600, headMs: 300 } });
    const connection = await connectRaw(port);
    connection.write('POST /api/v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{');
    await connection.closed;
    const message = 'the request was not received in time';
    expect(readRaw(connection.received())).toMatchObject({
      status: 408,
      json: { error: 'Request Timeout', message },
    });
    await expect.poll(() => log.join('\n')).toContain('request 408');
  });

  it('closes a connection that is idle after a response', async () => {
    const { port } = await startLocalServer({ limits: { idleMs: 100 } });
    const connection = await connectRaw(port);
    connection.write(INFO);
    await connection.closed;
    expect(readRaw(connection.received()).status).toBe(200);
  });

  it('survives a defect, and logs it under the id of the error body', async () => {
    const { port, service, log } = await startLocalServer();
    service.health = () => {
      throw new TypeError('cannot read properties of /home/somebody');
    };
    const connection = await connectRaw(port);
    connection.write(INFO.replace('/system/info', '/health'));
    const received = await connection.until((text) => text.endsWith('}\n'));
    const { status: statusCode, headers, json } = readRaw(received);
    const id = headers.get('x-request-id') ?? '';
    expect(statusCode).toBe(500);
    expect(json).toEqual({
      error: 'Internal Server Error',
      message: `internal error ${id}; see the server log`,
    });
    expect(log.join('\n')).toContain(`internal error ${id}: cannot read properties of`);
    expect(await status(port, '/api/v1/system/info')).toBe(200);
  });

  it('survives a response that cannot be encoded', async () => {
    const { port, service } = await startLocalServer();
    const circular: { uptime?: unknown } = {};
    circular.uptime = circular;
    service.health = async () => circular as never;
    expect(await status(port, '/api/v1/health')).toBe(500);
    expect(await status(port, '/api/v1/system/info')).toBe(200);
  });

  it('logs a client that disconnected before its response', async () => {
    const { port, service, log } = await startLocalServer();
    let asked = false;
    service.health = () => {
      asked = true;
      return new Promise(() => undefined);
    };
    const connection = await connectRaw(port);
    connection.write(INFO.replace('/system/info', '/health'));
    await expect.poll(() => asked).toBe(true);
    connection.socket.resetAndDestroy();
    await expect.poll(() => log.join('\n')).toContain('request 499');
  });
});

function status(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject).end();
  });
}
