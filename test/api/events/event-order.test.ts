import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/event-client.js';
import { loopback } from '../../support/run-requests.js';
import { startServer } from '../../support/running-server.js';

const ROUNDS = 20;

/**
 * What a client sees that waits for the answer only. Both come over sockets of their own; one that is kept open
 * is asked, since a new one may be looked at first for reasons of its own.
 */
describe('when the answer is there, its event was there before', () => {
  it('of runs, failed ones too, of the active environment and of the mock server', async () => {
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
    const ask = async (method: string, path: string, json: object): Promise<void> => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${server.origin}/api/v1${path}`, {
        method,
        headers,
        body: JSON.stringify(json),
      });
      await answer.arrayBuffer();
    };
    await ask('POST', '/nothing', {});
    const kinds = [
      ['POST', '/execute', { file: 'a.http' }, 'execution_complete'],
      ['POST', '/run', { file: 'a.http' }, 'execution_complete'],
      ['POST', '/run', { file: 'gone.http' }, 'error'],
      ['PUT', '/environments/active', { name: 'qa' }, 'environment_changed'],
    ] as const;
    for (const [method, path, json, type] of kinds) {
      for (let round = 0; round < ROUNDS; round += 1) {
        events.length = 0;
        await ask(method, path, json);
        expect(events.at(-1)?.type, `${path}, round ${round}`).toBe(type);
      }
    }
    events.length = 0;
    await ask('POST', '/mock/start', { files: ['a.http'], port: 0 });
    expect(events.map(({ payload }) => payload['event'])).toEqual(['started']);
  });
});
