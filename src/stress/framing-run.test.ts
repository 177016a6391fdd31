import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { objectFrom } from '../primitives/json/key-order.js';
import { loopback } from '../../test/support/runs/run-requests.js';
import { stressRun } from '../../test/support/runs/stress-run.js';

describe('setup and teardown', () => {
  const framed = (url: string): string => `### login
# @stress.setup
POST ${url}/login
>>>capture
token from body.token
<<<
### use
# @depends login
# @auth bearer {{login.token}}
GET ${url}/use
>>>
expect status 200
<<<
### logout
# @stress.teardown
# @depends login
DELETE ${url}/session/{{token}}
`;

  it('run once, uncounted, and captures are seen everywhere', async () => {
    const { url, seen, requests } = await loopback(({ path }) =>
      path === '/login' ? { json: { token: 'abc' }, headers: { 'set-cookie': 'sid=1' } } : 200,
    );
    const result = await stressRun({ 'a.http': framed(url) });
    expect(result).toMatchObject({ error: '', errorCount: 0 });
    expect(result.perRequest.map(({ name }) => name)).toEqual(['use']);
    expect(seen.filter((line) => line !== 'GET /use')).toEqual(['POST /login', 'DELETE /session/abc']);
    expect(seen.at(-1)).toBe('DELETE /session/abc');
    const used = requests.filter(({ path }) => path === '/use');
    expect(used).toHaveLength(result.totalRequests);
    for (const { headers } of used)
      expect(headers).toMatchObject({ authorization: 'Bearer abc', cookie: 'sid=1' });
  });

  it('globals of the setup are seen by all files, and those of an iteration by no other one', async () => {
    const { url, seen } = await loopback(({ path }) =>
      path === '/login' ? { json: { token: 'abc' } } : { json: { own: 'next' } },
    );
    const result = await stressRun({
      'setup.http': dedent`
        ### login
        # @stress.setup
        # @set global kind = user
        POST ${url}/login

        >>>capture
        global token from body.token
        global own from text "first"
        <<<
      `,
      'use.http': dedent`
        ### before
        # @stress.weight 0
        GET ${url}/before/{{kind}}/{{token}}/{{own}}

        >>>capture
        global own from body.own
        <<<

        ### after
        # @depends before
        GET ${url}/after/{{own}}

        ### logout
        # @stress.teardown
        DELETE ${url}/session/{{kind}}/{{token}}/{{own}}
      `,
    });
    expect(result).toMatchObject({ error: '', errorCount: 0, warnings: [] });
    // Three iterations of two requests.
    expect(result.totalRequests).toBe(6);
    expect([...new Set(seen)]).toEqual([
      'POST /login',
      'GET /before/user/abc/first',
      'GET /after/next',
      'DELETE /session/user/abc/first',
    ]);
  });

  it('a failed setup ends the test; teardown runs all the same', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/login' ? 503 : 200));
    const result = await stressRun({
      'a.http': dedent`
        ${framed(url)}### tidy
        # @stress.teardown
        GET ${url}/tidy
      `,
    });
    expect(result.error).toBe('setup request login failed: status 503');
    expect(result.validity.reasons).toEqual(['nothing was sent, because the load did not start']);
    expect(result).toMatchObject({
      totalRequests: 0,
      duration: 0,
      avgRps: 0,
      droppedCount: 0,
      timeSeries: [],
    });
    expect(seen).toEqual(['POST /login', 'GET /tidy']);
    expect(result.warnings).toEqual([
      'teardown request logout failed: it depends on login, which did not pass',
    ]);
  });

  it('a failed teardown is a warning', async () => {
    const { url } = await loopback(({ path }) =>
      path.startsWith('/session') ? 500 : { json: { token: 'x' } },
    );
    const result = await stressRun({ 'a.http': framed(url) });
    expect(result.error).toBe('');
    expect(result.warnings).toEqual(['teardown request logout failed: status 500']);
  });

  it('keeps the keys and integers of captures and of the environment in all threads', async () => {
    const received = '{"10":1,"2":9007199254740993}';
    const { url, requests } = await loopback(() => ({
      headers: { 'content-type': 'application/json' },
      text: received,
    }));
    const text = `### w\n# @stress.setup\nGET ${url}/w\n>>>capture\nwhole from body\n<<<
### a\n# @depends w\nPOST ${url}/a\n\n[{{w.whole}}, {{item}}]\n`;
    const item = objectFrom<unknown>([
      ['9', 1n],
      ['8', 12345678901234567891n],
    ]);
    const { error } = await stressRun({ 'a.http': text }, { options: { environment: { item } } });
    expect(error).toBe('');
    const bodies = requests.filter(({ path }) => path === '/a').map(({ body }) => body);
    expect(new Set(bodies)).toEqual(new Set([`[${received}, {"9":1,"8":12345678901234567891}]`]));
  });

  it('weights may come from the setup', async () => {
    const { url, seen } = await loopback(({ path }) => (path === '/w' ? { json: { weight: 0 } } : 200));
    const text = `### w\n# @stress.setup\nGET ${url}/w\n>>>capture\nweight from body.weight\n<<<
### a\n# @stress.weight {{weight}}\nGET ${url}/a\n### b\nGET ${url}/b\n`;
    await stressRun({ 'a.http': text });
    expect(new Set(seen)).toEqual(new Set(['GET /w', 'GET /b']));
  });
});
