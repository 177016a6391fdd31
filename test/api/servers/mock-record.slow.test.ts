/** Pass-through and recording of the mock server of `svc serve`. */
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparable, exchangeAll, exchangeRaw } from '../../support/clients/raw-exchange.js';
import { listen } from '../../support/clients/event-client.js';
import { temporaryDirectory } from '../../support/files/workspace.js';
import { startTarget } from '../../support/servers/recording.js';
import type { RunningServer } from '../../support/servers/running-server.js';
import { respondVaried, VARIED_EXCHANGES } from '../../support/mocks/varied-api.js';
import { serve, start, stop } from './mock-calls.js';
import { type RecordingStatus, started, GET } from './mock-record-setup.js';

async function statusOf(server: RunningServer): Promise<RecordingStatus> {
  return (await server.get('/mock/routes')).json as RecordingStatus;
}

describe('a mock server that passes requests on', () => {
  it('needs no files, and never leads to this server or itself', async () => {
    const server = await serve();
    const target = await startTarget((_, response) => response.end('there'));
    const { port, routes } = await started(server, { files: [], proxy: target.url });
    expect(routes).toEqual([]);
    await stop(server);
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await start(server, { files: [], proxy: `http://${host}:${server.port}` })).toMatchObject({
        status: 400,
        json: { message: 'proxy must not be this server' },
      });
    expect(await start(server, { port, proxy: `http://127.0.0.1:${port}` })).toMatchObject({
      status: 400,
      json: { message: 'proxy must not be this mock server' },
    });
    await started(server, { port, proxy: target.url });
    await stop(server);
  });
});

describe('a mock server that records', () => {
  it('writes a file from which everything is repeated without the other server', async () => {
    const target = await startTarget(respondVaried);
    const server = await serve();
    const record = 'out/recorded.http';
    const recording = await started(server, { files: [], proxy: target.url, record });
    expect(recording.recording).toEqual({ file: record, requests: 0, pending: false, warnings: [] });
    const first = await exchangeAll(recording.port, VARIED_EXCHANGES);
    await stop(server);
    target.server.closeAllConnections();
    target.server.close();
    expect((await stat(join(server.root, record))).mode & 0o777).toBe(0o600);
    const { port, warnings } = await started(server, { files: [record], strict: true });
    expect(warnings).toEqual([]);
    const second = await exchangeAll(port, VARIED_EXCHANGES);
    expect(comparable(VARIED_EXCHANGES, second)).toEqual(comparable(VARIED_EXCHANGES, first));
    await stop(server);
  });

  it('writes the file soon after a request, as a change of the workspace, and goes on with it', async () => {
    const target = await startTarget((request, response) => response.end(`at ${request.url}`));
    const server = await serve();
    const client = await listen(server);
    const body = { files: [], proxy: target.url, record: './recorded.http' };
    const { port } = await started(server, body);
    await exchangeRaw(port, GET('/a?x=1'));
    await expect
      .poll(async () => (await statusOf(server)).recording, { timeout: 30_000 })
      .toEqual({ file: 'recorded.http', requests: 1, pending: false, warnings: [] });
    const changes = async (count: number): Promise<unknown[]> =>
      (await client.until('file_changed', count)).map(({ payload }) => [
        payload['path'],
        payload['operation'],
      ]);
    expect(await changes(1)).toEqual([['recorded.http', 'create']]);
    await exchangeRaw(port, GET('/b'));
    await stop(server);
    expect((await changes(2))[1]).toEqual(['recorded.http', 'write']);
    const { port: again, routes } = await started(server, body);
    expect(routes.map(({ path }) => path)).toEqual(['/a', '/b']);
    const bodies = await exchangeAll(again, [GET('/a?x=1'), GET('/a?x=2'), GET('/a?x=2')]);
    expect(bodies.map((each) => each.body.toString())).toEqual(['at /a?x=1', 'at /a?x=2', 'at /a?x=2']);
    const { requests } = (await server.get('/mock/requests')).json as { requests: { source: string }[] };
    expect(requests.map(({ source }) => source)).toEqual(['proxied', 'proxied', 'route']);
    await stop(server);
    const file = await readFile(join(server.root, 'recorded.http'), 'utf8');
    expect(file.match(/^GET .*$/gm)).toEqual([
      'GET {{baseUrl}}/a?x=1',
      'GET {{baseUrl}}/b',
      'GET {{baseUrl}}/a?x=2',
    ]);
  });

  it('keeps secrets out of the file, the list and the log', async () => {
    const token = '5f1c9d3e7a2b4c6d8e0f1a2b3c4d5e6f';
    const target = await startTarget((request, response) => {
      request.resume();
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ token, note: '4711-top' }));
    });
    const config = 'secrets: [key]\nenvironments:\n  dev: { key: 4711-top }\n';
    const server = await serve({ 'service.yaml': config });
    const { port } = await started(server, { files: [], proxy: target.url, record: 'r.http' });
    const sent = { ...GET(`/login?api_key=${token}-k`), headers: ['Authorization', `Bearer ${token}-h`] };
    expect((await exchangeRaw(port, sent)).body.toString()).toContain(token);
    const listed = await server.get('/mock/requests');
    await stop(server);
    const file = await readFile(join(server.root, 'r.http'), 'utf8');
    expect(file).toContain('"token": "{{TOKEN}}"'.replace(': ', ':'));
    for (const shown of [file, listed.text, server.svc.stderr(), server.svc.stdout()])
      expect(shown).not.toMatch(/5f1c9d3e|4711-top/);
  });

  it('is finished when the server ends', async () => {
    const target = await startTarget((request, response) => response.end(`at ${request.url}`));
    const server = await serve();
    const { port } = await started(server, { files: [], proxy: target.url, record: 'r.http' });
    for (let count = 0; count < 20; count += 1) await exchangeRaw(port, GET(`/n/${count}`));
    server.svc.send('SIGTERM');
    expect((await server.svc.ended).code).toBe(0);
    const file = await readFile(join(server.root, 'r.http'), 'utf8');
    expect(file.match(/^GET /gm)).toHaveLength(20);
    const open = await new Promise((resolve) => target.server.getConnections((_, count) => resolve(count)));
    expect(open).toBe(0);
  });

  it('leaves a file as it is that somebody else has changed, and says so', async () => {
    const target = await startTarget((request, response) => response.end(`at ${request.url}`));
    const server = await serve();
    const { port } = await started(server, { files: [], proxy: target.url, record: 'r.http' });
    const file = join(server.root, 'r.http');
    const text = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
    await exchangeRaw(port, GET('/a'));
    await expect.poll(text, { timeout: 30_000 }).toContain('/a');
    const edited = `${await text()}\n### by hand\nGET /hand\n`;
    await writeFile(file, edited);
    await exchangeRaw(port, GET('/b'));
    const message = 'r.http was changed by somebody else and is left as it is';
    await expect
      .poll(async () => (await statusOf(server)).recording?.warnings, { timeout: 30_000 })
      .toEqual([expect.stringContaining(message)]);
    await stop(server);
    expect(await text()).toBe(edited);
    expect(server.svc.stderr()).toContain(message);
  });

  it('tells what it leaves out', async () => {
    const target = await startTarget((_, response) => response.end('x'.repeat(2_000_000)));
    const server = await serve();
    const { port } = await started(server, { files: [], proxy: target.url, record: 'r.http' });
    await exchangeRaw(port, GET('/large'));
    await expect
      .poll(async () => (await statusOf(server)).recording?.warnings, { timeout: 30_000 })
      .toEqual(['GET /large is not recorded: its response is too large, damaged or nested too deeply']);
    await stop(server);
  });
});

describe('POST /mock/start refuses', () => {
  const proxy = 'http://127.0.0.1:9';
  const rule = 'an http or https URL with a host and without credentials, query or fragment';

  it.each<[object, number, string]>([
    [{ record: 'r.http' }, 400, 'record needs proxy, the URL of the server that is recorded'],
    [{ proxy: 'localhost:9' }, 400, `proxy must be ${rule}`],
    [{ proxy: 'http://ada:hunter22@127.0.0.1:9' }, 400, `proxy must be ${rule}`],
    [{ proxy, record: '../r.http' }, 403, 'path is outside the workspace: ../r.http'],
    [{ proxy, record: '/tmp/r.http' }, 403, 'path is outside the workspace: /tmp/r.http'],
    [{ proxy, record: 'r.txt' }, 400, 'not a request file: r.txt; expected .http or .spec'],
    [{ proxy, record: '' }, 400, 'path is required'],
    [{ proxy, record: 'depot' }, 400, 'not a request file: depot; expected .http or .spec'],
    [{ proxy, record: 'folder.http' }, 400, 'not a file: folder.http'],
    [{ proxy, record: 'drifted.http/r.http' }, 400, 'not a folder: drifted.http'],
    [{ proxy, record: 'away/r.http' }, 403, 'path is outside the workspace: away/r.http'],
    [{ proxy, record: 'away.http' }, 403, 'path is outside the workspace: away.http'],
    [{ proxy, record: 'lost.http' }, 403, 'path is outside the workspace: lost.http'],
    [
      { proxy, record: 'drifted.http' },
      409,
      'drifted.http exists already and is no recording of svc mock; name another file with record, or remove this one',
    ],
  ])('%j: %i', async (body, status, message) => {
    const server = await serve();
    const outside = await temporaryDirectory();
    await writeFile(join(outside, 'r.http'), '# Recorded by svc mock from http://a.test\n');
    await mkdir(join(server.root, 'folder.http'));
    await symlink(outside, join(server.root, 'away'));
    await symlink(join(outside, 'r.http'), join(server.root, 'away.http'));
    await symlink(join(outside, 'none.http'), join(server.root, 'lost.http'));
    const { status: got, text, json } = await start(server, { ...body });
    expect([got, (json as { message: string }).message]).toEqual([status, message]);
    expect(text).not.toContain('hunter22');
    expect((await start(server, {})).status).toBe(200);
  });
});
