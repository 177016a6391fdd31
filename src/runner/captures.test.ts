import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';

describe('captures', () => {
  it('flow to later requests with their type, and warn when nothing was found', async () => {
    const server = await loopback(() => ({
      json: { token: 'abc', id: 12345, none: null },
      headers: { 'x-a': 'v' },
    }));
    const { result } = await runRequests({
      'a.http': `### login
POST ${server.url}/login
>>>capture
token from body.token
id from id
a from header X-A
none from body.none
gone from body.nowhere
st from status
<<<
### use
GET ${server.url}/use/{{login.token}}/{{id}}/{{a}}/{{st}}/{{login.response.body.token}}
>>>
expect body.id {{login.id}}
<<<
### late
GET ${server.url}/{{gone}}
`,
    });
    expect(result('login').captures).toEqual({ token: 'abc', id: 12345, a: 'v', none: null, st: 200 });
    expect(result('login').warnings).toEqual(['capture "gone" found nothing at body.nowhere']);
    expect(result('use').passed).toBe(true);
    expect(server.seen[1]).toBe('GET /use/abc/12345/v/200/abc');
    expect(result('late').error).toBe('variable "gone" has no value; near names: none');
  });

  it('are taken after failed assertions too', async () => {
    const server = await loopback(() => ({ json: { a: 1 } }));
    const { results } = await runRequests({
      'a.http': dedent`
        ### a
        GET ${server.url}
        >>>
        expect status 500
        <<<
        >>>capture
        a from body.a
        <<<
        ### b
        GET ${server.url}/{{a}}
      `,
    });
    expect(results.map(({ passed }) => passed)).toEqual([false, true]);
    expect(results[0]?.captures).toEqual({ a: 1 });
  });

  it('never leave their file', async () => {
    const server = await loopback(() => ({ json: { a: 1 } }));
    const one = dedent`
      @v = x
      ### a
      GET ${server.url}
      >>>capture
      c from body.a
      <<<
    `;
    const { results } = await runRequests({
      'a.http': one,
      'b.http': dedent`
        GET ${server.url}/{{c}}
        ###
        GET ${server.url}/{{v}}
      `,
    });
    expect(results.map(({ errorKind }) => errorKind)).toEqual(['', 'variable', 'variable']);
  });

  it('name the request that would capture the value', async () => {
    const server = await loopback(() => ({ json: { a: 1 } }));
    const { results } = await runRequests({
      'a.http': dedent`
        ### use
        GET ${server.url}/{{later.code}}
        ### later
        GET ${server.url}
        >>>capture
        code from body.a
        <<<
      `,
    });
    expect(results[0]?.error).toBe(
      'variable "later.code" has no value; request "later" captures it: add "# @depends later"',
    );
  });
});

describe('cookies', () => {
  it('live in one file, off by option and directive', async () => {
    const server = await loopback(({ path }) =>
      path === '/set' ? { headers: { 'set-cookie': 'sid=1' } } : 200,
    );
    const set = dedent`
      GET ${server.url}/set
      ###
      GET ${server.url}/one
      ###
      # @no-cookie-jar
      GET ${server.url}/two
    `;
    const other = `GET ${server.url}/three\n`;
    await runRequests({ 'a.http': set, 'b.http': other });
    expect(server.requests.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      'sid=1',
      undefined,
      undefined,
    ]);
    await runRequests({ 'a.http': set }, { options: { cookies: false } });
    expect(server.requests.slice(4).map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
