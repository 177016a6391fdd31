import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';

const ROUNDS = 20;

/**
 * A client that waits only for the response has received the event when the response arrives. They come over two
 * sockets; the connection for requests is kept open, because Node may read a new one first.
 */
describe('an event is received before the response', () => {
  it('to an execution, also a failed one, to a change of the environment and to the start of a mock server', async () => {
    const { url } = await loopback();
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### a
          GET ${url}
        `,
      },
    });
    const { events } = await listen(server);
    const send = async (method: string, path: string, json: object): Promise<void> => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method,
        headers,
        body: JSON.stringify(json),
      });
      await response.arrayBuffer();
    };
    await send('POST', '/nothing', {});
    const kinds = [
      ['POST', '/execute', { file: 'a.http' }, 'execution_complete'],
      ['POST', '/run', { file: 'a.http' }, 'execution_complete'],
      ['POST', '/run', { file: 'gone.http' }, 'error'],
      ['PUT', '/environments/active', { name: 'qa' }, 'environment_changed'],
    ] as const;
    for (const [method, path, json, type] of kinds) {
      for (let round = 0; round < ROUNDS; round += 1) {
        events.length = 0;
        await send(method, path, json);
        expect(events.at(-1)?.type, `${path}, round ${round}`).toBe(type);
      }
    }
    events.length = 0;
    await send('POST', '/mock/start', { files: ['a.http'], port: 0 });
    expect(events.map(({ payload }) => payload['event'])).toEqual(['started']);
  });
});
