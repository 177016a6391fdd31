/** A mock server of `svc serve` that keeps what clients send. */
import { describe, expect, it } from 'vitest';
import { sendRequest } from '../../support/servers/running-server.js';
import { serve, start, stop, type MockStatus } from './mock-calls.js';
import { FILES } from './mock-state-setup.js';

describe('a stateful mock server over REST', () => {
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
});
