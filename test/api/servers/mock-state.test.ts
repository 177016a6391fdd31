/** A mock server of `svc serve` that keeps what clients send. */
import { describe, expect, it } from 'vitest';
import { sendRequest, startServer } from '../../support/servers/running-server.js';
import { serve, start, stop, type MockStatus } from './mock-calls.js';
import { FILES } from './mock-state-setup.js';

describe('a stateful mock server over REST', () => {
  it('keeps what clients send until it is reset or stopped', async () => {
    const server = await serve(FILES);
    const { json } = await start(server, { files: ['orders.http'], stateful: true });
    const { port } = json as MockStatus;
    expect(json).toMatchObject({ running: true, stateful: true });
    expect((await server.get('/mock/routes')).json).toEqual(json);
    const origin = `http://127.0.0.1:${port}`;
    const place = async (): Promise<unknown> =>
      (await sendRequest(origin, 'POST', '/orders', { json: { item: 7 } })).json;
    const turn = async (): Promise<string> => (await sendRequest(origin, 'GET', '/turns')).text.trim();
    expect([await place(), await place()]).toEqual([
      { id: 1, item: 7 },
      { id: 2, item: 7 },
    ]);
    expect((await sendRequest(origin, 'GET', '/orders/2')).json).toEqual({ id: 2, item: 7 });
    expect(await turn()).toBe('one');
    expect(await server.call('POST', '/mock/reset')).toMatchObject({
      status: 200,
      json: { status: 'reset' },
    });
    expect((await sendRequest(origin, 'GET', '/orders/2')).status).toBe(404);
    expect(await place()).toEqual({ id: 1, item: 7 });
    expect([await turn(), await turn()]).toEqual(['one', 'two']);
    // The mock server itself has the same address for programs that know only it.
    expect((await sendRequest(origin, 'POST', '/mock/reset')).json).toEqual({ status: 'reset' });
    expect((await sendRequest(origin, 'GET', '/orders/1')).status).toBe(404);
    await place();
    await stop(server);
    const again = (await start(server, { files: ['orders.http'], stateful: true })).json as MockStatus;
    expect((await sendRequest(`http://127.0.0.1:${again.port}`, 'GET', '/orders/1')).status).toBe(404);
  });

  it('is not reset by a server that is read-only', async () => {
    const server = await startServer({ files: FILES, args: ['--read-only'] });
    expect(await server.call('POST', '/mock/reset')).toMatchObject({
      status: 403,
      json: { message: 'the server is in read-only mode' },
    });
  });
});
