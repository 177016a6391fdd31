import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { sendRequest } from '../support/servers/running-server.js';

const FILES = {
  'pages.http': dedent`
    ### First
    # @name first
    GET {{baseUrl}}/pages?page=1&key={{key}}

    ### Second
    # @name second
    GET {{baseUrl}}/pages
    ? page = 2

    >>>mock
    {"page": 2}
    <<<

    ### Many
    # @name many
    # @mock.when query.page >= 10 and header X-Tenant == north
    GET {{baseUrl}}/pages

    >>>mock
    404 Not Found

    {"page": "none"}
    <<<

    ### Good order
    # @name good
    POST {{baseUrl}}/orders
    Content-Type: application/json

    {"item": {"id": 7}, "count": {{count}}}

    >>>mock
    201 Created

    {"id": 1}
    <<<

    ### Bad order
    # @name bad
    POST {{baseUrl}}/orders
    Content-Type: application/json

    {"count": -1}

    >>>mock
    400 Bad Request

    {"error": "count"}
    <<<

    ### Job
    # @name job
    # @mock.sequence cycle
    # @mock.when path.id matches /^[0-9]+$/
    GET {{baseUrl}}/jobs/{{id}}

    >>>mock
    {"state": "running"}
    <<<

    >>>mock
    {"state": "done"}
    <<<
  `,
  'service.yaml': 'secrets: [key]\nenvironments:\n  dev: { baseUrl: "http://desk.test", key: 4711-top }\n',
};

async function started(...args: string[]): Promise<LiveSvc & { origin: string }> {
  const cwd = await temporaryWorkspace(FILES);
  const svc = startSvc(['mock', '--port', '0', ...args, 'pages.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('/jobs/'));
  return { ...svc, origin: /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '' };
}

describe('svc mock', () => {
  it('chooses between requests of one method and path by what it receives', async () => {
    const { origin } = await started('--json');
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

  it('answers a sequence in turn, and says which condition does not hold', async () => {
    const { origin, stdout, until } = await started('--json', '--fail-on-unmatched');
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
    const { origin } = await started('--strict-match');
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
