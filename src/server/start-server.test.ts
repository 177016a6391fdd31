import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startLocalServer } from '../../test/support/local-server.js';
import { connectRaw, readRaw } from '../../test/support/raw-client.js';

const INFO = 'GET /api/v1/system/info HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('startServer', () => {
  it('waits for a body only so long, and then says so', async () => {
    const { port, log } = await startLocalServer({ limits: { request: 600, head: 300 } });
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

  it('closes a connection that says nothing after an answer', async () => {
    const { port } = await startLocalServer({ limits: { idle: 100 } });
    const connection = await connectRaw(port);
    connection.write(INFO);
    await connection.closed;
    expect(readRaw(connection.received()).status).toBe(200);
  });

  it('gives an answer all the time it needs', async () => {
    const { port, service } = await startLocalServer({ limits: { request: 200, head: 100, idle: 100 } });
    service.health = async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      return { uptime: 1, history: 'off', watcher: 'off', config: 'none' } as const;
    };
    expect(await status(port, '/api/v1/health')).toBe(200);
  });

  it('survives a defect and tells its operator (row H13)', async () => {
    const { port, service, log } = await startLocalServer();
    service.health = () => {
      throw new TypeError('cannot read properties of /home/somebody');
    };
    const connection = await connectRaw(port);
    connection.write(INFO.replace('/system/info', '/health'));
    const received = await connection.until((text) => text.endsWith('}\n'));
    const { status: met, headers, json } = readRaw(received);
    const id = headers.get('x-request-id') ?? '';
    expect(met).toBe(500);
    expect(json).toEqual({
      error: 'Internal Server Error',
      message: `internal error ${id}; see the server log`,
    });
    expect(log.join('\n')).toContain(`internal error ${id}: cannot read properties of`);
    expect(await status(port, '/api/v1/system/info')).toBe(200);
  });

  it('survives an answer that cannot be written', async () => {
    const { port, service } = await startLocalServer();
    const circular: { uptime?: unknown } = {};
    circular.uptime = circular;
    service.health = async () => circular as never;
    expect(await status(port, '/api/v1/health')).toBe(500);
    expect(await status(port, '/api/v1/system/info')).toBe(200);
  });

  it('logs a client that went away before its answer', async () => {
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
