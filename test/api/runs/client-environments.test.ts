import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { environmentFiles, post } from './client-environments-setup.js';

describe('environment files of other clients over REST', () => {
  it('give values to executions, and private ones stay secret', async () => {
    const target = await loopback(() => ({ json: { echo: 'hunter22' } }));
    const server = await startServer({ files: environmentFiles(target.url) });
    const { json } = await post(server, '/execute', { file: 'api/a.http', environment: 'local' });
    expect(target.seen).toEqual(['GET /near/hunter22']);
    const hops = [{ maskedUrl: `${target.url}/near/[REDACTED]` }];
    expect(json).toMatchObject({ environment: 'local', results: [{ exchange: { hops } }] });
    await server.call('PUT', '/environments/active', { json: { name: 'local' } });
    await post(server, '/run', { file: 'api/a.http' });
    expect(target.seen).toHaveLength(2);
  });
});
