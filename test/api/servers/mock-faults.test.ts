/** What the API says about requests whose routes have faults. */
import { describe, expect, it } from 'vitest';
import type { MockRequests } from '../../../src/server/api-types.js';
import { listen } from '../../support/clients/event-client.js';
import { sendRequest } from '../../support/servers/running-server.js';
import { serve, start, type MockStatus } from './mock-calls.js';

const SHAKY = `### Broken
# @name broken
# @mock.fault reset
GET /broken

>>>mock
200
<<<

### Failing
# @name failing
# @mock.fault status 503
GET /failing

>>>mock
200
<<<

### Fine
# @name fine
# @mock.fault reset 0%
GET /fine

>>>mock
200

{"a": 1}
<<<
`;

describe('a mock server with faults', () => {
  it('names them in its list and in events, and exports only what clients got', async () => {
    const server = await serve({ 'shaky.http': SHAKY });
    const client = await listen(server);
    const { json } = await start(server, { files: ['shaky.http'] });
    const mock = `http://127.0.0.1:${(json as MockStatus).port}`;
    await expect(sendRequest(mock, 'GET', '/broken')).rejects.toThrow('ECONNRESET');
    expect((await sendRequest(mock, 'GET', '/failing')).status).toBe(503);
    expect((await sendRequest(mock, 'GET', '/fine')).status).toBe(200);
    const { requests } = (await server.get('/mock/requests')).json as MockRequests;
    expect(requests.map(({ route, status, fault }) => [route, status, fault])).toEqual([
      ['fine', 200, undefined],
      ['failing', 503, 'status'],
      ['broken', 0, 'reset'],
    ]);
    const events = await client.until('mock_request', 4);
    expect(events.slice(1).map(({ payload }) => payload)).toMatchObject([
      { event: 'request', path: '/broken', status: 0, route: 'broken', fault: 'reset' },
      { event: 'request', path: '/failing', status: 503, route: 'failing', fault: 'status' },
      { event: 'request', path: '/fine', status: 200, route: 'fine' },
    ]);
    expect(events[3]?.payload).not.toHaveProperty('fault');
    const { content } = (await server.call('POST', '/mock/export')).json as { content: string };
    expect(content).toContain('/failing');
    expect(content).toContain('/fine');
    expect(content).not.toContain('/broken');
    expect((await server.call('POST', '/mock/export?ids=1')).status).toBe(404);
  });
});
