/** What a stateful mock server keeps of what clients send, and what it gives back. */
import { describe, expect, it } from 'vitest';
import { startStatefulMock } from './support/stateful-mock.js';
import { STATEFUL_ORDERS } from './mock-state-setup.js';

describe('a stateful mock', () => {
  it('keeps all of many requests at once, each under an id of its own', async () => {
    const { json } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    const created = await Promise.all(
      Array.from({ length: 200 }, (_, count) => json(201, 'POST', '/orders', { count })),
    );
    const ids = created.map((each) => (each as { id: number }).id);
    expect(new Set(ids).size).toBe(200);
    const read = await Promise.all(ids.map((id) => json(200, 'GET', `/orders/${id}`)));
    expect(read.map((each) => (each as { count: number }).count)).toEqual(
      Array.from({ length: 200 }, (_, count) => count),
    );
    expect(await json(200, 'GET', '/orders')).toMatchObject({ total: 200 });
  });

  it('answers with 507 when it would have to keep more than 64 MiB, and keeps what it has', async () => {
    const { json, send } = await startStatefulMock({ 'orders.http': STATEFUL_ORDERS });
    const body = `{"note": "${'x'.repeat(9_500_000)}"}`;
    const statuses: number[] = [];
    for (let count = 0; count < 8; count++) statuses.push((await send('POST', '/orders', { body })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201, 507]);
    expect(await json(507, 'POST', '/orders', { note: 'y'.repeat(1_000_000) })).toEqual({
      error: 'Insufficient Storage',
      message: 'the mock server keeps at most 64 MiB of what it receives',
    });
    await json(204, 'DELETE', '/orders/3');
    const { id } = (await json(201, 'POST', '/orders', { note: 'z' })) as { id: number };
    expect(await json(200, 'GET', `/orders/${id}`)).toEqual({ id, note: 'z', count: 2 });
  });
});
