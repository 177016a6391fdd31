import { request as httpRequest } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectRaw, readRaw } from '../../test/support/raw-client.js';
import { temporaryWorkspace } from '../../test/support/workspace.js';
import { createService } from '../operations/service.js';
import { startServer, type ServerLimits } from './start-server.js';

const INFO = 'GET /api/v1/system/info HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('startServer', () => {
  it('waits for a body only so long, and then says so', async () => {
    const { port, log } = await start({ request: 600, head: 300 });
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
    const { port } = await start({ idle: 100 });
    const connection = await connectRaw(port);
    connection.write(INFO);
    await connection.closed;
    expect(readRaw(connection.received()).status).toBe(200);
  });

  it('gives an answer all the time it needs', async () => {
    const { port, service } = await start({ request: 200, head: 100, idle: 100 });
    service.health = async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1200);
      });
      return { uptime: 1, history: 'off', watcher: 'off', config: 'none' } as const;
    };
    expect(await status(port, '/api/v1/health')).toBe(200);
  });

  it('survives a defect and tells its operator (row H13)', async () => {
    const { port, service, log } = await start();
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
    const { port, service } = await start();
    const circular: { uptime?: unknown } = {};
    circular.uptime = circular;
    service.health = async () => circular as never;
    expect(await status(port, '/api/v1/health')).toBe(500);
    expect(await status(port, '/api/v1/system/info')).toBe(200);
  });

  it('logs a client that went away before its answer', async () => {
    const { port, service, log } = await start();
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

async function start(limits: Partial<ServerLimits> = {}) {
  const log: string[] = [];
  const service = await createService({
    root: await temporaryWorkspace(),
    config: undefined,
    environment: undefined,
    watch: false,
    history: { enabled: false, path: undefined },
    allowShell: false,
    allowDb: false,
    allowPrivateNetwork: false,
    host: '127.0.0.1',
    process: {},
    cpuTime: () => 0,
    system: { runtimeVersion: 'v20.0.0', os: 'linux', arch: 'x64' },
    log: (level, message, fields) => log.push(`${level} ${message} ${fields?.['status'] ?? ''}`),
  });
  const server = await startServer(service, {
    host: '127.0.0.1',
    port: 0,
    token: undefined,
    readOnly: false,
    cors: false,
    apiOnly: true,
    limits: { head: 10_000, request: 60_000, idle: 75_000, shutdown: 500, ...limits },
  });
  onTestFinished(() => server.close());
  return { port: Number(new URL(server.url).port), service, log };
}

function status(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject).end();
  });
}
