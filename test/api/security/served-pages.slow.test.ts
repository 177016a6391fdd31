/** Pages of other sites have an address of this machine when a mock server or a recording proxy serves them. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen, refusedHandshake } from '../../support/clients/event-client.js';
import { startSvc, type LiveSvc } from '../../support/program/live-svc.js';
import { sendRequest, startServer, type RunningServer } from '../../support/servers/running-server.js';

const FILES = {
  'page.http': dedent`
    GET /page

    >>>mock
    200
    Content-Type: text/html

    <p>hello
    <<<
  `,
};
/** Nothing listens there, and no request is passed on. */
const TARGET = 'http://127.0.0.1:9';
const WORKER = { 'Service-Worker': 'script', 'Sec-Fetch-Dest': 'serviceworker' };

/** Every origin that a page on that port may have. */
function originsOf(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'].flatMap((host) => [
    `http://${host}:${port}`,
    `https://${host}:${port}`,
  ]);
}

async function expectRefused(server: RunningServer, port: number): Promise<void> {
  for (const origin of originsOf(port)) {
    const message = `origin not allowed: ${origin}`;
    expect(await refusedHandshake(server, { origin })).toMatchObject({ status: 403, json: { message } });
    for (const [method, path] of [
      ['GET', '/ws'],
      ['GET', '/workspace'],
      ['POST', '/execute'],
      ['OPTIONS', '/files'],
    ] as const) {
      const headers = {
        Origin: origin,
        'Sec-Fetch-Site': 'same-site',
        'Access-Control-Request-Method': 'PUT',
      };
      const { status, json, headers: received } = await server.call(method, path, { headers });
      expect([method, path, status, json]).toMatchObject([method, path, 403, { message }]);
      expect(received).not.toHaveProperty('access-control-allow-origin');
    }
  }
}

async function expectAccepted(server: RunningServer, port: number): Promise<void> {
  const origin = `http://localhost:${port}`;
  const { socket } = await listen(server, { origin });
  socket.terminate();
  const { status, headers } = await server.get('/workspace', { Origin: origin });
  expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
}

async function expectNoWorker(port: number, path: string): Promise<void> {
  const response = await sendRequest(`http://127.0.0.1:${port}`, 'GET', path, { headers: WORKER });
  expect(response).toMatchObject({
    status: 403,
    json: { error: 'Forbidden', message: expect.stringMatching(/^service workers are not served here: /) },
  });
}

describe('a page served by this server itself', () => {
  it('is refused by its API and its events while mock and proxy run, also with --cors', async () => {
    const server = await startServer({ files: FILES, args: ['--cors'] });
    const mock = await server.call('POST', '/mock/start', { json: { files: ['page.http'], port: 0 } });
    const proxy = await server.call('POST', '/record/start', { json: { targetUrl: TARGET, port: 0 } });
    const ports = [mock, proxy].map(({ json }) => (json as { port: number }).port);
    for (const port of ports) {
      await expectRefused(server, port);
      await expectNoWorker(port, '/page');
    }
    expect(await markers(server)).toHaveLength(2);
    await expectAccepted(server, server.port);
    await server.call('POST', '/mock/stop');
    await server.call('POST', '/record/stop');
    await expect.poll(() => markers(server)).toEqual([]);
    for (const port of ports) await expectAccepted(server, port);
  });
});

describe('a page that is open after its server has stopped', () => {
  it('is still refused', async () => {
    const server = await startServer({ files: FILES, args: ['--cors'] });
    const mock = await server.call('POST', '/mock/start', { json: { files: ['page.http'], port: 0 } });
    const proxy = await server.call('POST', '/record/start', { json: { targetUrl: TARGET, port: 0 } });
    const ports = [mock, proxy].map(({ json }) => (json as { port: number }).port);
    const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const port of ports) await sendRequest(`http://127.0.0.1:${port}`, 'GET', '/page', { headers });
    await server.call('POST', '/mock/stop');
    await server.call('POST', '/record/stop');
    await expect.poll(() => markers(server)).toEqual([]);
    for (const port of ports) await expectRefused(server, port);
  });
});

describe('a page served by another process of the user', () => {
  it('is refused until that process has ended or was killed', async () => {
    const server = await startServer({ files: FILES, args: ['--cors'] });
    const start = (args: readonly string[]): LiveSvc =>
      startSvc([...args, '--port', '0'], { cwd: server.root, env: { HOME: server.home } });
    const mock = start(['mock', 'page.http']);
    const proxy = start(['record', '--target', TARGET]);
    const ports = [await portOf(mock), await portOf(proxy)];
    for (const port of ports) {
      await expectRefused(server, port);
      await expectNoWorker(port, '/page');
    }
    expect((await stat(join(server.home, '.svc', 'run'))).mode & 0o777).toBe(0o700);
    for (const name of await markers(server)) {
      const { mode, size } = await stat(join(server.home, '.svc', 'run', name));
      expect([mode & 0o777, size]).toEqual([0o600, 0]);
    }
    mock.send('SIGTERM');
    await mock.ended;
    expect(await markers(server)).toHaveLength(1);
    proxy.send('SIGKILL');
    await proxy.ended;
    expect(await markers(server)).toHaveLength(1);
    for (const port of ports) await expectAccepted(server, port);
    // The check has removed the marker of the killed process.
    expect(await markers(server)).toEqual([]);
  });
});

function markers({ home }: RunningServer): Promise<string[]> {
  return readdir(join(home, '.svc', 'run'));
}

async function portOf(svc: LiveSvc): Promise<number> {
  const address = /on http:\/\/127\.0\.0\.1:(\d+)/;
  await svc.until(() => address.test(svc.stderr()));
  return Number(address.exec(svc.stderr())?.[1]);
}
