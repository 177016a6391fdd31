import { describe, expect, it } from 'vitest';
import { listen } from '../support/event-client.js';
import { loopback } from '../support/run-requests.js';
import { startServer } from '../support/running-server.js';

const ROUNDS = 20;

/** Both come over sockets of their own, so this is what a client sees that waits for the answer only. */
describe('when the answer is there, its event was there before', () => {
  it('of runs, failed ones too, of the active environment and of the mock server', async () => {
    const { url } = await loopback();
    const server = await startServer({ files: { 'a.http': `### a\nGET ${url}\n` } });
    const { events } = await listen(server);
    const kinds = [
      ['POST', '/execute', { file: 'a.http' }, 'execution_complete'],
      ['POST', '/run', { file: 'a.http' }, 'execution_complete'],
      ['POST', '/run', { file: 'gone.http' }, 'error'],
      ['PUT', '/environments/active', { name: 'qa' }, 'environment_changed'],
    ] as const;
    for (const [method, path, json, type] of kinds) {
      for (let round = 0; round < ROUNDS; round += 1) {
        events.length = 0;
        await server.call(method, path, { json });
        expect(events.at(-1)?.type, `${path}, round ${round}`).toBe(type);
      }
    }
    events.length = 0;
    await server.call('POST', '/mock/start', { json: { files: ['a.http'], port: 0 } });
    expect(events.map(({ payload }) => payload['event'])).toEqual(['started']);
  });
});
