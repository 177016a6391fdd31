import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { loopback, runRequests } from '../../../test/support/runs/run-requests.js';

const auth = (url: string): string => `@who = ada
### seed
GET ${url}/seed
### login
# @depends seed
POST ${url}/login/{{who}}/{{stage}}
>>>capture
token from body.token
<<<
`;

async function server() {
  let tokens = 0;
  return loopback(({ path }) =>
    path.startsWith('/login')
      ? { json: { token: `t${++tokens}` }, headers: { 'set-cookie': 'sid=1; Path=/' } }
      : 200,
  );
}

describe('dependencies in other files', () => {
  it.each([{ parallel: false }, { parallel: true }])(
    'run once per run in the scope of their own file, and lend captures and cookies (%j)',
    async (options) => {
      const { url, seen, requests } = await server();
      const { outcome, result } = await runRequests(
        {
          'auth/auth.http': auth(url),
          'a.http': dedent`
            @who = bob
            ### one
            # @depends ./auth/auth.http#login
            GET ${url}/a/{{login.token}}/{{token}}/{{login.response.status}}
          `,
          'b.http': dedent`
            ### two
            # @depends auth/auth.http#login
            GET ${url}/b/{{login.token}}
          `,
        },
        { run: ['a.http', 'b.http'], options: { ...options, environment: { stage: 'dev' } } },
      );
      expect(seen.filter((line) => !line.startsWith('GET /a') && !line.startsWith('GET /b'))).toEqual([
        'GET /seed',
        'POST /login/ada/dev',
      ]);
      expect(result('one').request.url).toBe(`${url}/a/t1/t1/200`);
      expect(result('two').request.url).toBe(`${url}/b/t1`);
      expect(requests.slice(2).map(({ headers }) => headers.cookie)).toEqual(['sid=1', 'sid=1']);
      expect(
        outcome.files.map(({ results }) =>
          results.map(({ name, file, pulledIn }) => `${name} ${file} ${pulledIn}`),
        ),
      ).toEqual([
        ['seed auth/auth.http true', 'login auth/auth.http true', 'one a.http false'],
        ['two b.http false'],
      ]);
    },
  );

  it('do not stand for a file that is itself part of the run', async () => {
    const { url, seen } = await server();
    const { outcome } = await runRequests(
      {
        'auth.http': auth(url),
        'a.http': dedent`
          ### one
          # @depends auth.http#login
          GET ${url}/a/{{login.token}}
        `,
      },
      { options: { environment: { stage: 'x' } } },
    );
    expect(seen).toEqual(['GET /seed', 'POST /login/ada/x', 'GET /seed', 'POST /login/ada/x', 'GET /a/t2']);
    expect(outcome.passed).toBe(5);
  });

  it('give way to a request of the same name for the qualified form', async () => {
    const { url, seen } = await server();
    await runRequests(
      {
        'auth.http': auth(url),
        'a.http': dedent`
          ### login
          POST ${url}/login/own
          >>>capture
          token from body.token
          <<<
          ### one
          # @depends login, auth.http#login
          GET ${url}/a/{{login.token}}
        `,
      },
      { run: ['a.http'], options: { environment: { stage: 'x' } } },
    );
    expect(seen.at(-1)).toBe('GET /a/t1');
    expect(seen).toEqual(['POST /login/own', 'GET /seed', 'POST /login/ada/x', 'GET /a/t1']);
  });

  it('that fail skip who needs them', async () => {
    const { url, seen } = await loopback(() => 500);
    const { outcome } = await runRequests(
      {
        'auth.http': auth(url),
        'a.http': dedent`
          ### one
          # @depends ./auth.http#login
          GET ${url}/a
        `,
      },
      { run: ['a.http'], options: { environment: { stage: 'x' } } },
    );
    expect(outcome.files[0]?.results.map(({ name, skipReason }) => `${name}: ${skipReason}`)).toEqual([
      'seed: ',
      'login: dependency failed: seed',
      'one: dependency failed: ./auth.http#login',
    ]);
    expect(seen).toEqual(['GET /seed']);
  });

  it.each([
    ['gone.http#x', 'dependency failed: gone.http#x not found'],
    ['auth.http#nobody', 'dependency failed: auth.http#nobody not found'],
    ['bad.http#x', 'dependency failed: bad.http#x does not parse'],
    ['../outside.http#x', 'dependency failed: ../outside.http#x not found'],
  ])('to %s', async (written, reason) => {
    const { results } = await runRequests(
      {
        'auth.http': auth('http://127.0.0.1:1'),
        'bad.http': 'GTE x\n',
        'a.http': dedent`
          ### a
          # @depends ${written}
          GET http://127.0.0.1:1/
        `,
      },
      { run: ['a.http'] },
    );
    expect(results.map(({ skipReason }) => skipReason)).toEqual([reason]);
  });

  it('in a circle break the file', async () => {
    const { results, outcome } = await runRequests(
      {
        'a.http': dedent`
          ### a
          # @depends b.http#b
          GET http://127.0.0.1:1/
        `,
        'b.http': dedent`
          ### b
          # @depends a.http#a
          GET http://127.0.0.1:1/
        `,
      },
      { run: ['a.http'] },
    );
    expect(outcome.files[0]?.broken).toHaveLength(1);
    expect(results[0]?.error).toBe('a.http:1:1: dependency cycle: a.http#a → b.http#b → a.http#a');
  });

  it('are shown in their place of the report, with their own file', async () => {
    const { url } = await server();
    const { events, result } = await runRequests(
      {
        'auth.http': auth(url),
        'a.http': dedent`
          ### x
          GET ${url}/x
          ### one
          # @depends auth.http#login
          GET ${url}/a
        `,
      },
      { run: ['a.http'], options: { environment: { stage: 'x' } } },
    );
    const ends = events.flatMap((event) =>
      event.kind === 'request-end' ? [`${event.position} ${event.name} ${event.file}`] : [],
    );
    expect(ends).toEqual(['0 x a.http', '1 seed a.http', '2 login a.http', '3 one a.http']);
    expect(result('login').file).toBe('auth.http');
  });
});
