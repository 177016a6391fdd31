/** A mock server of `svc serve` that keeps what clients send. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { placedOrders } from '../../support/mocks/placed-orders.js';
import { sendRequest, startServer } from '../../support/servers/running-server.js';
import { serve, start, stop, type MockStatus } from './mock-calls.js';

const OTHERS = dedent`
  ### turns
  # @mock.sequence cycle
  GET /turns

  >>>mock
  200 OK

  one
  <<<

  >>>mock
  200 OK

  two
  <<<

  ### echo
  GET /echo

  >>>mock
  200 OK
  Content-Type: text/plain

  {{request.query.text}}
  <<<
`;
const FILES = { 'orders.http': `${placedOrders()}\n${OTHERS}` };

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
    await start(server, { files: ['orders.http'], stateful: true, port });
    expect((await sendRequest(origin, 'GET', '/orders/1')).status).toBe(404);
  });

  it('keeps nothing unless it is asked to, and fills templates only where it is asked to', async () => {
    const server = await serve(FILES);
    const { port, ...status } = (await start(server, { files: ['orders.http'] })).json as MockStatus;
    expect(status).not.toHaveProperty('stateful');
    const origin = `http://127.0.0.1:${port}`;
    expect((await sendRequest(origin, 'GET', '/orders/7')).status).toBe(200);
    expect((await server.call('POST', '/mock/reset')).status).toBe(200);
    expect((await sendRequest(origin, 'GET', '/echo?text=hi')).text.trim()).toBe('{{request.query.text}}');
    await stop(server);
    await start(server, { files: ['orders.http'], template: true, port });
    expect((await sendRequest(origin, 'GET', '/echo?text=hi')).text.trim()).toBe('hi');
  });

  it('refuses requests that carry something else, where it is asked to', async () => {
    const server = await serve({ 'mode.http': '### mode\nGET /mode\n? kind = short\n' });
    const { port } = (await start(server, { files: ['mode.http'], strictMatch: true })).json as MockStatus;
    const origin = `http://127.0.0.1:${port}`;
    expect((await sendRequest(origin, 'GET', '/mode?kind=short')).status).toBe(200);
    const missing = await sendRequest(origin, 'GET', '/mode?kind=long');
    expect(missing).toMatchObject({ status: 404, json: { nearest: [{ name: 'mode' }] } });
    const { requests } = (await server.get('/mock/requests?limit=1')).json as { requests: unknown[] };
    expect(requests).toMatchObject([{ source: 'none', nearest: [{ name: 'mode' }] }]);
  });

  it('names the seed of what it draws, and repeats it', async () => {
    const text = '### a\n# @mock.fault status 503 50%\nGET /a\n';
    const server = await serve({ 'drawn.http': text, ...FILES });
    const statuses = async (): Promise<number[]> => {
      const { json } = await start(server, { files: ['drawn.http'], seed: 7 });
      expect(json).toMatchObject({ seed: 7 });
      const origin = `http://127.0.0.1:${(json as MockStatus).port}`;
      const all: number[] = [];
      for (let count = 0; count < 20; count++) all.push((await sendRequest(origin, 'GET', '/a')).status);
      await stop(server);
      return all;
    };
    const first = await statuses();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await statuses()).toEqual(first);
    expect((await start(server, { files: ['drawn.http'] })).json).toMatchObject({
      seed: expect.any(Number) as number,
    });
  });

  it('is not reset by a server that is read-only', async () => {
    const server = await startServer({ files: FILES, args: ['--read-only'] });
    expect(await server.call('POST', '/mock/reset')).toMatchObject({
      status: 403,
      json: { message: 'the server is in read-only mode' },
    });
  });
});
