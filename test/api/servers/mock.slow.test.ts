import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { connectRaw, readRaw } from '../../support/clients/raw-client.js';
import { sendRequest } from '../../support/servers/running-server.js';
import { serve, start, type MockStatus } from './mock-calls.js';

interface SystemInfo {
  readonly engine: unknown;
}

describe('the mock server', () => {
  it('counts as running until it has stopped', async () => {
    const server = await serve();
    const { json } = await start(server, { delay: '0' });
    const { port } = json as MockStatus;
    // A response that is not read keeps the mock server from closing.
    const big = dedent`
      ### big
      GET /big

      >>>mock
      200

      ${'x'.repeat(8_000_000)}
      <<<
    `;
    expect((await server.call('POST', '/mock/stop')).status).toBe(200);
    await expect
      .poll(async () => (await server.get('/mock/routes')).text, { timeout: 60_000 })
      .toContain('false');
    await server.call('POST', '/files', { json: { path: 'big.http', content: big } });
    await start(server, { files: ['big.http'], port });
    const { connect } = await import('node:net');
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.pause();
    socket.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
    // That response is being sent when another client has received the same one whole.
    expect((await sendRequest(`http://127.0.0.1:${port}`, 'GET', '/big')).status).toBe(200);
    expect((await server.call('POST', '/mock/stop')).json).toEqual({ status: 'stopping' });
    expect((await server.call('POST', '/mock/stop')).json).toEqual({ status: 'stopping' });
    expect((await server.get('/mock/routes')).json).toMatchObject({ running: true, port });
    expect((await start(server, {})).status).toBe(409);
    await expect
      .poll(async () => (await server.get('/mock/routes')).text, { timeout: 60_000 })
      .toContain('false');
  });

  it('warns of responses that fail their own assertions, and refuses them in strict mode', async () => {
    const server = await serve();
    const warning = 'drifted.http:5: the mock response of old does not pass `status == 200`, it gives 410';
    expect((await start(server, { files: ['drifted.http'], strict: true })).json).toEqual({
      error: 'Bad Request',
      message: warning,
    });
    const { json } = await start(server, { files: ['drifted.http', 'depot/crates.http'] });
    expect(json).toMatchObject({ warnings: [warning], routes: [{ warnings: [warning] }, {}, {}] });
    expect(server.svc.stderr()).toContain(warning);
  });

  it('resolves paths in the given environment', async () => {
    const server = await serve({
      'service.yaml': dedent`
        environments:
          qa: { baseUrl: "http://qa.test/v2" }
          dev: { baseUrl: "http://d.test/v1" }
      `,
    });
    const { json } = await start(server, { environment: 'qa' });
    expect((json as MockStatus).routes[0]).toMatchObject({ path: '/v2/crates/{crateId}' });
    await server.call('POST', '/mock/stop');
  });

  it('ends with the server', async () => {
    const server = await serve();
    const { json } = await start(server, { delay: '1h' });
    const origin = `http://127.0.0.1:${(json as MockStatus).port}`;
    const waiting = await connectRaw((json as MockStatus).port);
    waiting.write('GET /crates/1 HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n');
    const interim = await waiting.until((text) => text.includes('100 Continue\r\n\r\n'));
    server.svc.send('SIGTERM');
    expect((await server.svc.ended).code).toBe(0);
    await waiting.closed;
    expect(readRaw(waiting.received().slice(interim.length))).toMatchObject({ status: 200 });
    await expect(sendRequest(origin, 'GET', '/crates/1')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a mock server of many requests', () => {
  it('lists and serves all of them, and is not started for a client that has disconnected', async () => {
    const many = Array.from(
      { length: 2000 },
      (_, index) => dedent`
        ### r${index}
        GET /many/${index}
      `,
    );
    const endless = Array.from({ length: 20_000 }, (_, index) => `expect header X-A contains "a${index}"`);
    const server = await serve({
      'many.http': many.join('\n'),
      'endless.http': dedent`
        ### a
        GET /a

        >>>
        ${endless.join('\n')}
        <<<
      `,
    });
    const leaving = new AbortController();
    const json = { files: ['endless.http'], port: 0 };
    const left = server.call('POST', '/mock/start', { json, signal: leaving.signal });
    const engine = async (): Promise<unknown> =>
      ((await server.get('/system/info')).json as SystemInfo).engine;
    await expect.poll(engine, { timeout: 60_000 }).toMatchObject({ busy: 1 });
    expect((await start(server, {})).status).toBe(409);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    const files = ['drifted.http', 'many.http', 'drifted.http'];
    let started = await start(server, { files });
    const again = async (): Promise<number> => (started = await start(server, { files })).status;
    if (started.status === 409) await expect.poll(again, { timeout: 60_000 }).toBe(200);
    // On a busy machine the thread of the call that was left may have been replaced.
    expect(await engine()).toMatchObject({ busy: 0 });
    const status = started.json as MockStatus;
    expect(status.routes.map(({ name }) => name)).toEqual(['old', ...many.map((_, index) => `r${index}`)]);
    expect(status.warnings).toEqual(status.routes[0]?.['warnings']);
    expect((await server.get('/mock/routes')).text).toBe(started.text);
    const origin = `http://127.0.0.1:${status.port}`;
    expect((await sendRequest(origin, 'GET', '/many/1999')).status).toBe(200);
  });
});
