import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { listen } from '../../support/clients/event-client.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer } from '../../support/servers/running-server.js';
import { type Shown, run } from './execute-selection-setup.js';

describe('which requests run', () => {
  it('one after its dependencies, also of other files, and no other', async () => {
    const { url, seen } = await loopback(({ path }) => ({ json: { token: `of${path}` } }));
    const files = {
      'auth/login.http': dedent`
        ### start
        GET ${url}/start

        ### login
        # @depends start
        POST ${url}/login

        >>>capture
        token from body.token
        <<<
      `,
      'x.http': dedent`
        ### other
        # @only
        GET ${url}/other
        ### mid
        # @depends ./auth/login.http#login
        GET ${url}/mid
        ### last
        # @depends mid, ./auth/login.http#login
        GET ${url}/last/{{login.token}}
      `,
    };
    expect(await run(files, { file: 'x.http', requestName: 'last' })).toEqual([
      'auth/login.http#start: passed',
      'auth/login.http#login: passed',
      'mid: passed',
      'last: passed',
    ]);
    expect(seen).toEqual(['GET /start', 'POST /login', 'GET /mid', 'GET /last/of/login']);
  });

  it('has one result per data row, with the same numbers in events', async () => {
    const { url } = await loopback();
    const server = await startServer({
      files: {
        'x.http': dedent`
          ### a
          GET ${url}
          ### b
          # @data ./rows.csv
          GET ${url}/{{row.n}}
          ### off
          # @skip
          GET ${url}
          ### c
          GET ${url}
        `,
        'rows.csv': 'n\n1\n2\n3\n',
      },
    });
    const client = await listen(server);
    const { json } = await server.call('POST', '/execute', { json: { file: 'x.http' } });
    const names = (json as { results: Shown[] }).results.map(({ name }) => name);
    expect(names).toEqual(['a', 'b [1]', 'b [2]', 'b [3]', 'off', 'c']);
    const progress = (await client.until('request_progress', 10)).map(({ payload }) => payload);
    expect(progress.every(({ total }) => total === 6)).toBe(true);
    expect(progress.map(({ index, requestName }) => [index, requestName])).toEqual(
      [0, 0, 1, 1, 2, 2, 3, 3, 5, 5].map((index) => [index, names[index]]),
    );
  });
});
