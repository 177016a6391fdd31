import { describe, expect, it } from 'vitest';
import { sendRequest } from '../support/servers/running-server.js';
import { startRules } from './mock-rules-setup.js';

describe('svc mock', () => {
  it('chooses between requests of one method and path by what it receives', async () => {
    const { origin } = await startRules('--json');
    const page = async (query: string, headers = {}): Promise<unknown> =>
      (await sendRequest(origin, 'GET', `/pages${query}`, { headers })).json;
    expect(await page('?page=2')).toEqual({ page: 2 });
    expect(await page('?page=1&key=4711-top')).toEqual({ status: 'ok' });
    expect(await page('?page=3')).toEqual({ status: 'ok' });
    expect(await page('?page=11', { 'X-Tenant': 'north' })).toEqual({ page: 'none' });
    expect(await page('?page=11')).toEqual({ status: 'ok' });
    const order = async (json: unknown): Promise<number> =>
      (await sendRequest(origin, 'POST', '/orders', { json })).status;
    expect(await order({ item: { id: 7, name: 'lid' }, count: 3 })).toBe(201);
    expect(await order({ count: -1, item: { id: 8 } })).toBe(400);
    expect(await order({ count: '-1' })).toBe(201);
  });
});
