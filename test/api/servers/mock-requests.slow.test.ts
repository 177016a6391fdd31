import { describe, expect, it } from 'vitest';
import type { MockRequests } from '../../../src/server/api-types.js';
import { exchangeRaw } from '../../support/clients/raw-client.js';
import { sendRequest, type RunningServer } from '../../support/servers/running-server.js';
import { serve, start, type MockStatus } from './mock-calls.js';
import { whole } from './mock-requests-setup.js';

const SECRET = 'Bearer very-secret-token-1';

const MORE = `### A special crate
# @name special
GET {{baseUrl}}/crates/special

>>>mock
200 OK
Set-Cookie: session=very-secret-cookie-2

{"password": "very-secret-field-3", "kind": "special"}
<<<
`;

type Entry = MockRequests['requests'][number];

async function running(): Promise<{ readonly server: RunningServer; readonly mock: string }> {
  const server = await serve({ 'more.http': MORE });
  const { json } = await start(server, { files: ['depot/crates.http', 'more.http'], cors: true });
  return { server, mock: `http://127.0.0.1:${(json as MockStatus).port}` };
}

async function listed({ get }: RunningServer, query = ''): Promise<MockRequests> {
  return (await get(`/mock/requests${query}`)).json as MockRequests;
}

describe('requests of the mock server', () => {
  it('are listed newest first, say why they got their response, and are cleared', async () => {
    const { server, mock } = await running();
    expect(await listed(server)).toEqual({ requests: [], total: 0, kept: 0, skipped: 0, lastId: 0 });
    await sendRequest(mock, 'GET', '/crates/special?deep=1');
    await sendRequest(mock, 'POST', '/crates', { json: { weight: 3 } });
    await sendRequest(mock, 'DELETE', '/crate/7');
    await sendRequest(mock, 'OPTIONS', '/crates');
    const { requests, total, lastId } = await listed(server);
    expect([total, lastId]).toEqual([4, 4]);
    expect(
      requests.map(({ id, method, path, query, status, route, source }) => [
        id,
        method,
        path,
        query,
        status,
        route,
        source,
      ]),
    ).toEqual([
      [4, 'OPTIONS', '/crates', '', 204, '', 'server'],
      [3, 'DELETE', '/crate/7', '', 404, '', 'none'],
      [2, 'POST', '/crates', '', 201, 'addCrate', 'route'],
      [1, 'GET', '/crates/special', '?deep=1', 200, 'special', 'route'],
    ]);

    const special = await whole(server, 1);
    expect(special.why).toEqual({
      matched: {
        method: 'GET',
        path: '/crates/special',
        name: 'special',
        file: 'more.http',
        line: 1,
        reason: '',
      },
      segments: [
        { text: 'crates', kind: 'text', written: 'crates', parameters: [] },
        { text: 'special', kind: 'text', written: 'special', parameters: [] },
      ],
      others: [
        {
          method: 'GET',
          path: '/crates/{crateId}',
          name: 'readCrate',
          file: 'depot/crates.http',
          line: 1,
          reason: 'segment 2 is a parameter ({crateId}), and text comes first',
        },
      ],
      nearest: [],
    });
    const posted = await whole(server, 2);
    expect(JSON.parse(posted.request.body)).toEqual({ weight: 3 });
    expect(posted.response).toMatchObject({ body: '{"id": 8}', bodyEncoding: 'utf-8' });
    expect(posted.response.headers).toContainEqual({ name: 'Location', value: '/crates/8' });
    const missed = await whole(server, 3);
    expect(missed.why.matched).toBeNull();
    expect(missed.why.nearest[0]).toMatchObject({
      name: 'readCrate',
      reason: 'its method is GET, not DELETE; segment 1 is "crates", not "crate"',
    });
    expect((await whole(server, 4)).why.nearest).toEqual([]);

    expect((await listed(server, '?after=2')).requests.map(({ id }) => id)).toEqual([4, 3]);
    expect((await listed(server, '?limit=1')).requests.map(({ id }) => id)).toEqual([4]);
    for (const [text, ids] of [
      ['WEIGHT', [2]],
      ['deep', [1]],
      ['/crates/8', [2]],
      ['"KIND": "special"', [1]],
      ['no such text', []],
    ] as const) {
      const found = await listed(server, `?text=${encodeURIComponent(text)}`);
      expect([text, found.requests.map(({ id }) => id)]).toEqual([text, ids]);
    }

    const [last, , , first] = requests as [Entry, Entry, Entry, Entry];
    for (const [query, ids] of [
      ['route=special', [1]],
      ['route=spec', []],
      ['route=', [4, 3]],
      ['method=post', [2]],
      ['method=GET&route=special', [1]],
      [`since=${last.timestamp}&method=options`, [4]],
      [`until=${first.timestamp}&route=special`, [1]],
      ['since=2100-01-01T00:00:00Z', []],
      ['until=2020-01-01T01:00:00.5%2B01:00', []],
      ['text=crate&since=2020-01-01T00:00:00Z&method=DELETE', [3]],
    ] as const) {
      const found = await listed(server, `?${query}`);
      expect([query, found.requests.map(({ id }) => id)]).toEqual([query, ids]);
    }

    expect((await server.call('DELETE', '/mock/requests')).json).toEqual({ status: 'cleared' });
    expect(await listed(server)).toEqual({ requests: [], total: 0, kept: 0, skipped: 0, lastId: 4 });
    expect((await server.get('/mock/requests/1')).status).toBe(404);

    expect((await server.call('POST', '/mock/stop')).status).toBe(200);
    const none = { requests: [], total: 0, kept: 0, skipped: 0, lastId: 0 };
    await expect.poll(() => listed(server)).toEqual(none);
  });

  it('show secrets only when asked, and become tests with placeholders', async () => {
    const { server, mock } = await running();
    await sendRequest(mock, 'GET', '/crates/special?api_key=very-secret-query-4', {
      headers: { Authorization: SECRET, Cookie: 'a=very-secret-cookie-5' },
    });
    await sendRequest(mock, 'GET', '/other?token=very-secret-query-6');
    const masked = (await server.get('/mock/requests/1')).text;
    expect(masked).not.toContain('very-secret');
    expect(masked).toContain('{{AUTHORIZATION}}');
    expect((await server.get('/mock/requests')).text).not.toContain('very-secret');
    const shown = await whole(server, 1, '?secrets=true');
    expect(shown.query).toBe('?api_key=very-secret-query-4');
    expect(shown.request.headers).toContainEqual({ name: 'Authorization', value: SECRET });
    expect(shown.response.body).toContain('very-secret-field-3');

    const { json } = await server.call('POST', '/mock/export?ids=1');
    const { content } = json as { content: string };
    expect(content).not.toContain('very-secret');
    expect(content).toContain(`@baseUrl = ${mock}\n`);
    expect(content).toContain('GET {{baseUrl}}/crates/special?api_key={{API_KEY}}\n');
    expect(content).toContain('expect body.kind exists\n');
    expect(content).not.toContain('/other');
    const both = (await server.call('POST', '/mock/export?format=har')).json as { content: string };
    expect((JSON.parse(both.content) as { log: { entries: unknown[] } }).log.entries).toHaveLength(2);
  });

  it('are kept within bounds, however many and long they are', async () => {
    const { server, mock } = await running();
    const long = 'x'.repeat(200_000);
    await sendRequest(mock, 'POST', '/crates', { body: long });
    // The response does not wait for the body.
    await expect.poll(async () => (await whole(server, 1)).request.body.length).toBe(64 * 1024);
    const first = await whole(server, 1);
    expect(first.requestTruncated).toBe(true);
    // A test of it says that the body is missing instead of sending a part of it.
    const { json } = await server.call('POST', '/mock/export?ids=1');
    expect((json as { content: string }).content).toContain('# body left out: truncated\n');

    const count = 2600;
    const end = 'GET /crates/7 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    const many = 'GET /crates/7 HTTP/1.1\r\nHost: h\r\n\r\n'.repeat(count - 1);
    await exchangeRaw(Number(new URL(mock).port), many + end);
    const { requests, total, kept, skipped, lastId } = await listed(server);
    expect([total, lastId]).toEqual([count + 1, count + 1]);
    expect(kept).toBe(requests.length);
    expect(kept).toBeLessThanOrEqual(2000);
    expect(kept + skipped).toBeLessThanOrEqual(total);
  });
});
