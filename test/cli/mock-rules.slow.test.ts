import { describe, expect, it } from 'vitest';
import { sendRequest } from '../support/servers/running-server.js';
import { startRules } from './mock-rules-setup.js';

describe('svc mock', () => {
  it('answers a sequence in turn, and says which condition does not hold', async () => {
    const { origin, stdout, until } = await startRules('--json', '--fail-on-unmatched');
    const job = async (id: string): Promise<unknown> =>
      (await sendRequest(origin, 'GET', `/jobs/${id}`)).json;
    expect(await job('1')).toEqual({ state: 'running' });
    expect(await job('2')).toEqual({ state: 'done' });
    expect(await job('3')).toEqual({ state: 'running' });
    expect(await job('x')).toMatchObject({
      error: 'Not Found',
      nearest: [{ name: 'job', failed: '`path.id matches /^[0-9]+$/` does not hold, it is "x"' }, {}, {}],
    });
    await until(() => stdout().includes('/jobs/x'));
    expect(stdout()).toContain('"status":404');
  });

  it('answers with --strict-match only what is written, and shows no secret', async () => {
    const { origin } = await startRules('--strict-match');
    const { status, json, text } = await sendRequest(origin, 'GET', '/pages?page=1&key=other');
    expect(status).toBe(404);
    expect((json as { nearest: unknown }).nearest).toEqual([
      { method: 'GET', path: '/pages', name: 'first', failed: 'query key has another value' },
      { method: 'GET', path: '/pages', name: 'second', failed: 'query page is 1, not 2' },
      {
        method: 'GET',
        path: '/pages',
        name: 'many',
        failed: '`query.page >= 10` does not hold, it is "1"',
      },
    ]);
    expect(text).not.toContain('4711-top');
    expect((await sendRequest(origin, 'GET', '/pages?key=4711-top&page=1&x=1')).status).toBe(200);
    expect((await sendRequest(origin, 'POST', '/orders', { json: { count: 5 } })).json).toMatchObject({
      nearest: [
        { name: 'good', failed: 'body.item.id is missing' },
        { name: 'bad', failed: 'body.count is 5, not -1' },
        {},
      ],
    });
  });
});
