import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RecordingReplay } from '../../../src/server/api-types.js';
import { listening } from '../../support/servers/raw-server.js';
import { sendRequest, startServer, type RunningServer } from '../../support/servers/running-server.js';

interface Recorder {
  readonly server: RunningServer;
  readonly proxy: string;
  readonly target: string;
  /** What the target received, as `METHOD /path authorization body`. */
  readonly received: readonly string[];
}

/** A target whose responses count its requests and repeat the credentials. */
async function startRecorder(files: Readonly<Record<string, string>> = {}): Promise<Recorder> {
  const received: string[] = [];
  const api = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const { authorization = '' } = request.headers;
      received.push(`${request.method} ${request.url} ${authorization} ${body}`);
      if (request.url === '/moved') return response.writeHead(302, { Location: '/crates' }).end();
      const content = JSON.stringify({ count: received.length, seen: authorization });
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end(content);
    });
  });
  const target = `http://127.0.0.1:${await listening(api)}`;
  onTestFinished(() => {
    api.closeAllConnections();
    api.close();
  });
  const server = await startServer({ files });
  const { json } = await server.call('POST', '/record/start', { json: { targetUrl: target, port: 0 } });
  return { server, target, received, proxy: `http://127.0.0.1:${(json as { port: number }).port}` };
}

async function idsOf({ get }: RunningServer): Promise<number[]> {
  const { json } = await get('/record/status');
  return (json as { recordings: { id: number }[] }).recordings.map(({ id }) => id);
}

const CONFIG = 'environments:\n  dev:\n    AUTHORIZATION: Bearer fresh-secret-9\n';

describe('chosen recordings', () => {
  it('are exported and deleted', async () => {
    const { server, proxy } = await startRecorder();
    for (const path of ['/a', '/b', '/c', '/d', '/e']) await sendRequest(proxy, 'GET', path);
    expect(await idsOf(server)).toEqual([1, 2, 3, 4, 5]);
    const { json } = await server.call('POST', '/record/export?ids=2,4-5');
    const { content } = json as { content: string };
    expect(content.match(/^GET .*/gm)).toEqual(['b', 'd', 'e'].map((path) => `GET {{baseUrl}}/${path}`));
    const har = (await server.call('POST', '/record/export?format=har&ids=1')).json as { content: string };
    expect((JSON.parse(har.content) as { log: { entries: unknown[] } }).log.entries).toHaveLength(1);
    expect((await server.call('DELETE', '/record/recordings/3')).json).toEqual({
      status: 'deleted',
      deleted: 1,
    });
    expect((await server.get('/record/recordings/3')).status).toBe(404);
    expect((await server.call('DELETE', '/record/recordings?ids=1,3-4')).json).toEqual({
      status: 'deleted',
      deleted: 2,
    });
    expect(await idsOf(server)).toEqual([2, 5]);
    await sendRequest(proxy, 'GET', '/f');
    expect(await idsOf(server)).toEqual([2, 5, 6]);
  });
});

describe('a replay', () => {
  it('sends the recorded request with values of the environment, and shows no secret', async () => {
    const { server, proxy, received, target } = await startRecorder({ 'service.yaml': CONFIG });
    await sendRequest(proxy, 'POST', '/crates?deep=1', {
      json: { weight: 3 },
      headers: { Authorization: 'Bearer recorded-secret-1' },
    });
    const { status, json, text: sent } = await server.call('POST', '/record/recordings/1/replay');
    expect(status).toBe(200);
    const { replayed, error, environment } = json as RecordingReplay;
    expect([error, environment]).toEqual(['', 'dev']);
    expect(replayed).toMatchObject({ method: 'POST', url: `${target}/crates?deep=1`, statusCode: 200 });
    expect(JSON.parse(replayed?.response.body ?? '')).toEqual({ count: 2, seen: '{{AUTHORIZATION}}' });
    expect(sent).not.toContain('secret-');
    expect(received.map((each) => each.replaceAll(/\s+/g, ''))).toEqual([
      'POST/crates?deep=1Bearerrecorded-secret-1{"weight":3}',
      'POST/crates?deep=1Bearerfresh-secret-9{"weight":3}',
    ]);
    // The list is what passed through the proxy.
    expect(await idsOf(server)).toEqual([1]);
  });

  it('names what has no value, and does not follow redirects', async () => {
    const { server, proxy, received } = await startRecorder();
    await sendRequest(proxy, 'GET', '/a', { headers: { Authorization: 'Bearer recorded-secret-1' } });
    await sendRequest(proxy, 'GET', '/moved');
    const refused = await server.call('POST', '/record/recordings/1/replay');
    expect([refused.status, refused.json]).toEqual([
      400,
      {
        error: 'Bad Request',
        message:
          'recording 1 needs a value for AUTHORIZATION, which was removed as a secret: ' +
          'add it to the environment "dev", then replay again',
      },
    ]);
    const { json } = await server.call('POST', '/record/recordings/2/replay');
    expect((json as RecordingReplay).replayed?.statusCode).toBe(302);
    expect(received).toHaveLength(3);
  });

  it.each([
    ['binary', Buffer.from([0, 255, 1])],
    ['too long to be recorded', Buffer.alloc(1024 * 1024 + 1, 'x')],
  ])('is refused when the body is %s', async (reason, body) => {
    const { server, proxy } = await startRecorder();
    await (await fetch(`${proxy}/a`, { method: 'POST', body })).text();
    const { status, json } = await server.call('POST', '/record/recordings/1/replay');
    expect([status, (json as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`^recording 1 cannot be sent again: its body (?:is|was) ${reason}$`)),
    ]);
  });

  it('without a response says why', async () => {
    const target = createServer((_, response) => void response.end('ok'));
    const port = await listening(target);
    const server = await startServer();
    const { json } = await server.call('POST', '/record/start', {
      json: { targetUrl: `http://127.0.0.1:${port}`, port: 0 },
    });
    await sendRequest(`http://127.0.0.1:${(json as { port: number }).port}`, 'GET', '/a');
    target.closeAllConnections();
    await new Promise((resolve) => void target.close(resolve));
    const replay = (await server.call('POST', '/record/recordings/1/replay')).json as RecordingReplay;
    expect(replay.replayed).toBeNull();
    expect(replay.error).toMatch(/refused/);
  });
});
