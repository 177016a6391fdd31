/** `svc mock` with API descriptions, alone and beside request files. */
import { describe, expect, it } from 'vitest';
import { sendRequest } from '../support/servers/running-server.js';
import { DESCRIBED_FILES, startDescribed, endDescribed } from './mock-description-setup.js';

describe('svc mock with a description', () => {
  it('lists its operations, responds by them and refuses what they do not allow', async () => {
    const svc = await startDescribed(DESCRIBED_FILES, 'shop.yaml');
    expect(svc.stderr().split('\n').slice(1, 4)).toEqual([
      '  GET   /v2/orders            200  listOrders',
      '  POST  /v2/orders            201  addOrder',
      '  GET   /v2/orders/{orderId}  200  readOrder',
    ]);
    const { origin } = svc;
    expect(await sendRequest(origin, 'GET', '/v2/orders')).toMatchObject({
      status: 200,
      json: [{ id: 1, item: 'pen', parts: [] }],
    });
    expect(await sendRequest(origin, 'GET', '/v2/orders?limit=500')).toMatchObject({
      status: 400,
      json: { error: 'Bad Request', message: 'query limit must be at most 100, it is 500' },
    });
    expect(await sendRequest(origin, 'POST', '/v2/orders', { json: { item: 'cup' } })).toMatchObject({
      status: 400,
      json: { message: 'body.item must be one of ["pen","ink"], it is "cup"' },
    });
    expect(await sendRequest(origin, 'POST', '/v2/orders', { json: { item: 'pen' } })).toMatchObject({
      status: 201,
      json: { id: 41 },
    });
    const form = { body: 'item=pen', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect(await sendRequest(origin, 'POST', '/v2/orders', form)).toMatchObject({ status: 415 });
    const headers = { Prefer: 'code=404' };
    expect(await sendRequest(origin, 'GET', '/v2/orders/7', { headers })).toMatchObject({
      status: 404,
      json: { why: 'unknown' },
    });
    expect(await sendRequest(origin, 'GET', '/orders/7')).toMatchObject({
      status: 404,
      json: { nearest: [{ name: 'readOrder' }, {}, {}] },
    });
    const options = await sendRequest(origin, 'OPTIONS', '/v2/orders');
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    const deleted = await sendRequest(origin, 'DELETE', '/v2/orders');
    expect(deleted.status).toBe(404);
    const { code, stdout } = await endDescribed(svc);
    expect([code, stdout.split('\n').length > 5]).toEqual([0, true]);
  });
});
