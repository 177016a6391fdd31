import { describe, expect, it } from 'vitest';
import { sendRequest } from '../support/servers/running-server.js';
import { startChecked, endChecked } from './mock-checks-setup.js';

describe('svc mock, at its end', () => {
  it('names the routes that were never used', async () => {
    const svc = await startChecked('--require-used');
    await sendRequest(svc.origin, 'GET', '/orders/7');
    expect(await endChecked(svc)).toMatchObject({
      code: 1,
      printed: 'Error: 1 route was never used:\n  POST /orders  add  orders.http:5\n',
    });
  });

  it('lists requests without a route, ten at most, without secrets', async () => {
    const svc = await startChecked('--fail-on-unmatched');
    for (let index = 0; index < 12; index += 1) await sendRequest(svc.origin, 'GET', `/x/${index}`);
    for (let count = 0; count < 3; count += 1) await sendRequest(svc.origin, 'PUT', '/other/4711-top');
    const { code, printed } = await endChecked(svc);
    const lines = printed.split('\n');
    expect(code).toBe(1);
    expect(lines.slice(0, 3)).toEqual([
      'Error: 15 requests matched no route:',
      '  3 × PUT /other/[REDACTED]',
      '  1 × GET /x/0',
    ]);
    expect(lines.slice(-2)).toEqual(['  and 3 more', '']);
    expect(lines).toHaveLength(13);
  });
});
