import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { connectRaw, readRaw } from '../../support/clients/raw-client.js';
import { startServerProcess, type RunningServer } from '../../support/servers/running-server.js';
import { startSlowApi, type SlowApi } from '../../support/servers/slow-api.js';

const INFO = 'GET /api/v1/system/info HTTP/1.1\r\nHost: localhost\r\n\r\n';
const POST = 'POST /api/v1/execute HTTP/1.1\r\nHost: localhost\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('the first signal', () => {
  it('cancels what runs and tells every client', async () => {
    const { server, slow } = await busyServer();
    const events: unknown[] = [];
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/api/v1/ws`);
    socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString('utf8'))));
    const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
    await new Promise((resolve) => void socket.once('open', resolve));
    const kept = await connectRaw(server.port);
    kept.write(INFO);
    await kept.until((text) => text.includes('runtimeVersion'));
    const execution = server.call('POST', '/execute', { json: { file: 'slow.http' } });
    await server.svc.until(() => slow.waiting() === 1);
    server.svc.send('SIGTERM');
    const { status, json } = await execution;
    const message = 'execution cancelled: the server is shutting down';
    expect([status, json]).toEqual([503, { error: 'Service Unavailable', message }]);
    expect(await closed).toBe(1001);
    expect(events.at(-1)).toMatchObject({ type: 'error', payload: { error: message } });
    expect((await server.svc.ended).code).toBe(0);
    await kept.closed;
    expect(slow.abandoned()).toBe(1);
  });

  it('cancels the verification of contracts', async () => {
    const { server, slow } = await busyServer();
    const verification = server.call('POST', '/contract/verify', { json: { providerUrl: slow.url } });
    await server.svc.until(() => slow.waiting() === 1);
    server.svc.send('SIGTERM');
    const { status, json } = await verification;
    const message = 'execution cancelled: the server is shutting down';
    expect([status, json]).toEqual([503, { error: 'Service Unavailable', message }]);
    expect((await server.svc.ended).code).toBe(0);
    expect(slow.abandoned()).toBe(1);
  });

  it('refuses requests on kept connections while it closes', async () => {
    const { svc, port } = await heldServer();
    const kept = await connectRaw(port);
    kept.write(INFO);
    await kept.until((text) => text.includes('runtimeVersion'));
    const sending = await connectRaw(port);
    sending.write(`${POST}Content-Length: 20\r\nExpect: 100-continue\r\n\r\n`);
    await sending.until((text) => text === CONTINUE);
    sending.write('{"file"');
    svc.send('SIGTERM');
    await refused(port);
    kept.write(INFO);
    await Promise.all([kept.closed, sending.closed]);
    const message = 'the server is shutting down';
    const second = `HTTP/1.1 ${kept.received().split('HTTP/1.1 ')[2] ?? ''}`;
    expect(readRaw(second)).toMatchObject({ status: 503, json: { error: 'Service Unavailable', message } });
    expect(readRaw(sending.received().slice(CONTINUE.length))).toMatchObject({
      status: 503,
      json: { message },
    });
    expect((await svc.ended).code).toBe(0);
  });

  it('ends the server although a client reads nothing', async () => {
    const { svc } = await heldServer();
    svc.send('SIGINT');
    expect((await svc.ended).code).toBe(0);
  });
});

describe('the second signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it at once with %d', async (signal, code) => {
    const { svc, port } = await heldServer();
    svc.send('SIGTERM');
    await refused(port);
    svc.send(signal);
    expect((await svc.ended).code).toBe(code);
  });
});

/** Cannot close at once, because a client does not read its responses. */
async function heldServer(): Promise<RunningServer> {
  const server = await startServerProcess({
    files: { 'big.http': `GET http://x/\n\n${'y'.repeat(9_000_000)}` },
  });
  const stalled = await connectRaw(server.port);
  stalled.socket.pause();
  for (let i = 0; i < 8; i += 1) {
    stalled.write('GET /api/v1/files/raw/big.http HTTP/1.1\r\nHost: localhost\r\n\r\n');
  }
  // The first response is being sent when another client has received the whole file.
  await server.get('/files/raw/big.http');
  return server;
}

/** Resolves when nobody listens on the port any more. */
async function refused(port: number): Promise<void> {
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  await expect.poll(isOpen, { interval: 5 }).toBe(false);
}

async function busyServer(): Promise<{ readonly server: RunningServer; readonly slow: SlowApi }> {
  const slow = await startSlowApi();
  const server = await startServerProcess({ files: { 'slow.http': `GET ${slow.url}/\n` } });
  return { server, slow };
}
