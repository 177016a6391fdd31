import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loopback, runRequests } from '../../../test/support/runs/run-requests.js';
import { runOnWorkers } from '../../../test/support/runs/unit-workers.js';
import type { RequestOutcome } from '../outcome/result.js';

function verdicts(results: readonly RequestOutcome[]): unknown {
  return results.map(({ name, file, passed, captures, assertions }) => [
    name,
    file,
    passed,
    captures,
    assertions,
  ]);
}

describe('a suite on workers', () => {
  it('executes run lines at their place, as a plain run does', async () => {
    const { url, seen } = await loopback(({ path }) => ({
      json: path.startsWith('/login') ? { token: 't1' } : { id: 7 },
    }));
    const files = {
      'a.http': dedent`
        import ./login.http

        ### first
        GET ${url}/first

        >>>capture
        id from body.id
        <<<

        ###
        run ./login.http (@user = ada)

        ### me
        GET ${url}/me/{{token}}/{{id}}

        ###
        run #first

        ###
        run #login
      `,
      'b.http': dedent`
        ### b
        GET ${url}/b
      `,
      'login.http': dedent`
        @user = nobody

        ### login
        GET ${url}/login?user={{user}}

        >>>capture
        token from body.token
        <<<

        ### stable
        GET ${url}/stable

        >>>
        expect body.id snapshot
        <<<
      `,
    };
    const sent = ['/first', '/login?user=ada', '/stable', '/me/t1/7', '/first', '/login?user=nobody'];
    const plain = await runRequests(files, { run: ['a.http', 'b.http'] });
    expect(seen.splice(0)).toEqual([...sent, '/b'].map((path) => `GET ${path}`));
    const settings = { run: ['a.http', 'b.http'] };
    const distributed = await runOnWorkers(files, { names: ['w1', 'w2'] }, settings);
    expect(seen.filter((line) => line !== 'GET /b')).toEqual(sent.map((path) => `GET ${path}`));
    expect(verdicts(distributed.results)).toEqual(verdicts(plain.results));
    expect(distributed.outcome.createdSnapshots).toBe(plain.outcome.createdSnapshots);
    expect(distributed.results.at(-1)?.worker).toMatch(/^w/);
  });
});
