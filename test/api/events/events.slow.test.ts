import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

describe('the events of an execution', () => {
  it('reach every client in the same order, also with many executions at once', async () => {
    const { url } = await loopback();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET ${url}/1
          ### b
          GET ${url}/2
          ### c
          GET ${url}/3
        `,
        'service.yaml': 'parallel: true\n',
      },
    });
    const clients = [await listen(server), await listen(server), await listen(server)];
    const runs = Array.from({ length: 20 }, () =>
      server.call('POST', '/execute', { json: { file: 'a.http' } }),
    );
    const ids = (await Promise.all(runs)).map(({ json }) => (json as { id: string }).id);
    for (const client of clients) await client.until('execution_complete', 20);
    const [first, ...others] = clients;
    for (const other of others) expect(other.texts).toEqual(first?.texts);
    for (const id of ids) {
      const own =
        first?.events.filter(({ payload }) => payload['id'] === id || payload['execId'] === id) ?? [];
      expect(own).toHaveLength(8);
      expect([own[0]?.type, own[7]?.type]).toEqual(['execution_start', 'execution_complete']);
      for (const name of ['a', 'b', 'c']) {
        const pair = own.filter(({ payload }) => payload['requestName'] === name);
        expect(pair.map(({ payload }) => payload['status'])).toEqual(['started', 'completed']);
      }
    }
  });

  it('are one pair for a request with several attempts', async () => {
    let count = 0;
    const { url } = await loopback(() => (++count < 3 ? 500 : 200));
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          # @retry 3
          # @retryDelay 1ms
          GET ${url}
        `,
      },
    });
    const client = await listen(server);
    await server.call('POST', '/execute', { json: { file: 'a.http' } });
    await client.until('execution_complete');
    expect(client.events.filter(({ type }) => type === 'request_progress')).toHaveLength(2);
    expect(count).toBe(3);
  });
});
