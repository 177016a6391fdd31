/** Secrets whose values programs print, in a server. */
import { describe, expect, it } from 'vitest';
import { startsOf } from '../../support/program/secret-program.js';
import { loopback } from '../../support/runs/run-requests.js';
import { ALLOW, start, execute } from './execute-secret-commands-setup.js';

describe('a secret by command in a server', () => {
  it('is asked for once by all threads, for each environment', async () => {
    const { url, requests } = await loopback();
    const entry = { name: 'apiToken', gives: ['slow', 'tok-{{environment}}'] };
    const server = await start([entry], [ALLOW], url);
    const all = ['dev', 'dev', 'staging', 'dev', 'staging', 'dev', 'dev', 'dev'];
    const results = await Promise.all(all.map((environment) => execute(server, environment)));
    expect(results.map(({ passed }) => passed)).toEqual(all.map(() => true));
    expect((await execute(server)).passed).toBe(true);
    expect([...startsOf(server.root)].sort()).toEqual(['slow tok-dev', 'slow tok-staging']);
    expect(requests.map(({ headers }) => String(headers['x-token'])).sort()).toEqual(
      [...all, 'dev'].map((name) => `tok-${name}`).sort(),
    );
  });
});
