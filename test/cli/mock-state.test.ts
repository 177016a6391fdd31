/** What a stateful mock server keeps of what clients send, and what it gives back. */
import { describe, expect, it } from 'vitest';
import { startStatefulMock } from './support/stateful-mock.js';
import { STATEFUL_ORDERS } from './mock-state-setup.js';

describe('a stateful mock', () => {
  it('gives back what a POST sent, with an id of its own', async () => {
    const { json, send } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    const first = await send('POST', '/orders', { json: { item: 'crate', note: { a: [1, null] } } });
    expect(first).toMatchObject({ status: 201, json: { id: 1 }, headers: { location: '/orders/1' } });
    const second = await send('POST', '/orders', { json: { item: 'label', id: 'mine' } });
    expect(second).toMatchObject({ status: 201, json: { id: 2 }, headers: { location: '/orders/2' } });
    expect(await json(200, 'GET', '/orders/1')).toEqual({
      count: 2,
      id: 1,
      item: 'crate',
      note: { a: [1, null] },
    });
    expect(await json(200, 'GET', '/orders/2')).toMatchObject({ id: 2, item: 'label' });
    expect((await send('HEAD', '/orders/2')).status).toBe(200);
    expect((await send('HEAD', '/orders/3')).status).toBe(404);
  });

  it('gives 404 for what was never created, and changes nothing', async () => {
    const { json } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      expect(await json(404, method, '/orders/7')).toEqual({
        error: 'Not Found',
        message: 'there is no /orders/7: it was not created, or it was deleted',
      });
    expect(await json(404, 'POST', '/orders/7/payment')).toMatchObject({ error: 'Not Found' });
    expect(await json(200, 'GET', '/orders')).toMatchObject({ orders: [], total: 0 });
    expect(await json(200, 'GET', '/other')).toEqual({ status: 'ok' });
  });

  it('replaces with PUT, merges with PATCH, and forgets with DELETE', async () => {
    const { json, send } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    await json(201, 'POST', '/orders', { item: 'crate', size: { x: 1, y: 2 }, open: true });
    await json(200, 'PATCH', '/orders/1', { open: null, size: { y: 3, z: 4 }, tags: ['a'] });
    const patched = { id: 1, item: 'crate', size: { x: 1, y: 3, z: 4 }, tags: ['a'], count: 2 };
    expect(await json(200, 'GET', '/orders/1')).toEqual(patched);
    await json(200, 'PUT', '/orders/1', { id: 99, item: 'box', count: 5 });
    expect(await json(200, 'GET', '/orders/1')).toEqual({ id: 1, item: 'box', count: 5 });
    expect(await json(200, 'POST', '/orders/1/payment', {})).toEqual({ status: 'ok' });
    expect(await send('DELETE', '/orders/1')).toMatchObject({ status: 204, text: '' });
    await json(404, 'GET', '/orders/1');
    await json(404, 'DELETE', '/orders/1');
    // Ids are not given again.
    expect(await json(201, 'POST', '/orders', {})).toMatchObject({ id: 2 });
  });

  it('lists what there is, in the form that the file shows', async () => {
    const { json } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    for (const item of ['a', 'b', 'c']) await json(201, 'POST', '/orders', { item });
    expect(await json(200, 'GET', '/orders')).toEqual({
      orders: [
        { id: 1, item: 'a' },
        { id: 2, item: 'b' },
        { id: 3, item: 'c' },
      ],
      total: 3,
    });
  });

  it('forgets everything with POST /mock/reset', async () => {
    const { json, send } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    await json(201, 'POST', '/orders', {});
    expect(await send('POST', '/mock/reset')).toMatchObject({ status: 200, json: { status: 'reset' } });
    await json(404, 'GET', '/orders/1');
    expect(await json(201, 'POST', '/orders', {})).toMatchObject({ id: 1 });
  });

  it('is a route of the files before it is the reset, and no reset without --stateful', async () => {
    const own = '### Own\nPOST /mock/reset\n\n>>>\nexpect status == 202\n<<<\n';
    const { json } = await startStatefulMock({ 'orders.http': `${STATEFUL_ORDERS}\n${own}` });
    await json(201, 'POST', '/orders', {});
    await json(202, 'POST', '/mock/reset');
    await json(200, 'GET', '/orders/1');
    const stateless = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS }, []);
    await stateless.json(404, 'POST', '/mock/reset');
    await stateless.json(200, 'GET', '/orders/7');
  });

  it('answers a body that is not the JSON it says to be with 400, and changes nothing', async () => {
    const { json, send } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    await json(201, 'POST', '/orders', { item: 'crate' });
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    for (const [method, path] of [
      ['POST', '/orders'],
      ['PUT', '/orders/1'],
      ['PATCH', '/orders/1'],
    ] as const) {
      const { status, json: refusal } = await send(method, path, { body: '{"item": "box"', headers });
      expect([status, refusal]).toEqual([
        400,
        { error: 'Bad Request', message: 'the body is not valid JSON' },
      ]);
    }
    expect(await json(200, 'GET', '/orders')).toMatchObject({ orders: [{ id: 1, item: 'crate' }], total: 1 });
    expect((await send('PATCH', '/orders/7', { body: '{', headers })).status).toBe(404);
  });

  it('answers a body over 10 MiB with 413, and keeps nothing of it', async () => {
    const { json, send } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    const body = `{"item": "${'x'.repeat(10 * 1024 * 1024)}"}`;
    expect(await send('POST', '/orders', { body })).toMatchObject({ status: 413 });
    expect(await json(200, 'GET', '/orders')).toMatchObject({ total: 0 });
  });
});
