/** Pass-through and recording of the mock server of `svc serve`. */
import { describe, expect, it } from 'vitest';
import { exchangeAll } from '../../support/clients/raw-exchange.js';
import { listen } from '../../support/clients/event-client.js';
import { startTarget } from '../../support/servers/recording.js';
import { serve, stop } from './mock-calls.js';
import { started, GET } from './mock-record-setup.js';

describe('a mock server that passes requests on', () => {
  it('sends what no route matches to the other server, and says so', async () => {
    const target = await startTarget((request, response) => response.end(`${request.url} from there`));
    const server = await serve();
    const client = await listen(server);
    const { port, proxy, recording } = await started(server, { proxy: `${target.url}/v2/` });
    expect([proxy, recording]).toEqual([`${target.url}/v2`, undefined]);
    const [own, other] = await exchangeAll(port, [GET('/crates/7'), GET('/other?a=1')]);
    expect(own?.body.toString()).toContain('"weight"');
    expect(other?.body.toString()).toBe('/v2/other?a=1 from there');
    const { requests } = (await server.get('/mock/requests')).json as { requests: { id: number }[] };
    expect(requests).toMatchObject([
      { path: '/other', route: '', source: 'proxied', status: 200 },
      { path: '/crates/7', source: 'route' },
    ]);
    expect((await server.get(`/mock/requests/${requests[0]?.id}`)).json).toMatchObject({
      response: { body: '/v2/other?a=1 from there' },
      why: { matched: null },
    });
    const events = await client.until('mock_request', 3);
    expect(events[1]?.payload).not.toHaveProperty('proxied');
    expect(events[2]?.payload).toMatchObject({ path: '/other', route: '', proxied: true });
    await stop(server);
  });
});
