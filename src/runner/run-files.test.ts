/** Request files run against loopback servers: order, gates and verdicts. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import type { RequestOutcome } from './outcome/result.js';

/** `name` passed, `!name` failed, `-name (reason)` skipped. */
function summary(results: readonly RequestOutcome[]): string[] {
  return results.map(({ shownName, passed, skipped, skipReason }) =>
    skipped ? `-${shownName} (${skipReason})` : passed ? shownName : `!${shownName}`,
  );
}

describe('order and skipping', () => {
  const graph = (url: string): string => `### seed
GET ${url}/seed
### report
# @depends detail
GET ${url}/report
### audit
# @skip nightly only
GET ${url}/audit
### detail
# @depends seed
GET ${url}/detail
### purge
# @depends audit, ghost
GET ${url}/purge
`;

  it.each([{ parallel: false }, { parallel: true }])(
    'puts dependencies first and skips what is filtered or marked (%j)',
    async (options) => {
      const server = await loopback(({ path }) => (path === '/detail' ? 500 : 200));
      const { results, outcome } = await runRequests(
        { 'a.http': graph(server.url) },
        { options: { ...options, mode: 'server' } },
      );
      expect(summary(results)).toEqual([
        'seed',
        '-audit (nightly only)',
        '!detail',
        '-report (dependency failed: detail)',
        '-purge (dependency failed: audit)',
      ]);
      expect(outcome).toMatchObject({ passed: 1, failed: 1, skipped: 3 });
      expect(server.seen).toEqual(['GET /seed', 'GET /detail']);
    },
  );

  it('reports by line on the command line', async () => {
    const server = await loopback();
    const { results } = await runRequests({ 'a.http': graph(server.url) });
    expect(results.map(({ name }) => name)).toEqual(['seed', 'report', 'audit', 'detail', 'purge']);
  });

  it('of one named request is its own path only', async () => {
    const server = await loopback();
    const selection = { names: [], tags: [], excludeTags: [], exactName: 'report' };
    const { results } = await runRequests(
      { 'a.http': graph(server.url) },
      { options: { mode: 'server', selection } },
    );
    expect(summary(results)).toEqual(['seed', 'detail', 'report']);
    expect(results.map(({ pulledIn }) => pulledIn)).toEqual([true, true, false]);
  });

  it('skips what depends on an unknown request, with a warning, and what depends on that', async () => {
    const server = await loopback();
    const { results, result } = await runRequests({
      'a.http': dedent`
        ### a
        # @depends ghost
        GET ${server.url}/a
        ### b
        # @depends a
        GET ${server.url}/b
      `,
    });
    expect(summary(results)).toEqual([
      '-a (dependency failed: ghost not found)',
      '-b (dependency failed: a)',
    ]);
    expect(result('a').warnings).toEqual(['@depends ghost: there is no such request']);
    expect(server.seen).toEqual([]);
  });

  it('reports what was filtered out as skipped', async () => {
    const server = await loopback();
    const selection = { names: ['b*'], tags: [], excludeTags: [] };
    const { results } = await runRequests(
      {
        'a.http': dedent`
          ### a
          GET ${server.url}/a
          ### b
          GET ${server.url}/b
        `,
      },
      { options: { selection } },
    );
    expect(summary(results)).toEqual(['-a (filtered out)', 'b']);
  });

  it('skips methods of other protocols', async () => {
    const { results } = await runRequests({ 'a.http': '### a\nWEBSOCKET ws://127.0.0.1/x\n' });
    expect(summary(results)).toEqual(['-a (unsupported method)']);
  });

  it('gives a file that cannot run one failed result named after it, and runs the others', async () => {
    const server = await loopback();
    const { outcome, results } = await runRequests({
      'bad.http': 'GTE http://x\n',
      'good.http': `### a\nGET ${server.url}/a\n`,
    });
    expect(summary(results)).toEqual(['!bad.http', 'a']);
    expect(results[0]).toMatchObject({ name: 'bad.http', line: 0, attempts: 0 });
    expect(results[0]?.error).toMatch(/^bad\.http:1:1: `GTE` is not a method/);
    expect(outcome.files[0]?.broken).toHaveLength(1);
    expect(outcome).toMatchObject({ passed: 1, failed: 1 });
  });
});

describe('the result of a request', () => {
  it('needs 2xx only without any assertion', async () => {
    const server = await loopback(({ path }) => Number(path.slice(1)));
    const { results } = await runRequests({
      'a.http': `### a\nGET ${server.url}/404\n### b\nGET ${server.url}/404\n>>>\nexpect status 404\n<<<\n### c\nGET ${server.url}/204\n### d\nGET ${server.url}/200\n>>>\nexpect status 201\nexpect status < 300\n<<<\n`,
    });
    expect(summary(results)).toEqual(['!a', 'b', 'c', '!d']);
    expect(results[3]?.assertions.map(({ passed }) => passed)).toEqual([false, true]);
    expect(results[3]).toMatchObject({ error: '', errorKind: '' });
  });

  it('shows the request itself, not the token call before it', async () => {
    const server = await loopback(({ path }) =>
      path === '/token' ? { json: { access_token: 'tok-1234' } } : 200,
    );
    const file = (url: string, token: string): string => `### a
# @auth oauth2 client_credentials ${url}${token}, app, s3cret-1
POST ${url}/

body
`;
    const { result } = await runRequests({ 'a.http': file(server.url, '/token') });
    expect(server.seen).toEqual(['POST /token', 'POST /']);
    expect(result('a')).toMatchObject({ passed: true, request: { method: 'POST', url: `${server.url}/` } });

    const refused = await runRequests({ 'a.http': file(server.url, '/none') });
    expect(refused.result('a')).toMatchObject({
      errorKind: 'auth',
      request: { method: 'POST', url: `${server.url}/`, body: 'body' },
    });
  });

  it('reports what was sent and received', async () => {
    const server = await loopback(() => ({
      json: { id: 7 },
      headers: { 'x-trace-id': 't', 'set-cookie': ['a=1', 'b=2'] },
    }));
    const { result } = await runRequests({
      'a.http': `### a\n# @description one\n# @tags x\nPOST ${server.url}/p?x=1\n? q = a b\nX-One: 1\nx-one: 2\n\n{"a": 1}\n`,
    });
    expect(result('a')).toMatchObject({
      name: 'a',
      description: 'one',
      tags: ['x'],
      line: 1,
      file: 'a.http',
      attempts: 1,
      request: {
        method: 'POST',
        url: `${server.url}/p?x=1&q=a%20b`,
        headers: { 'X-One': '1, 2', 'Content-Type': 'application/json' },
        body: '{"a": 1}',
      },
      response: {
        statusCode: 200,
        status: '200 OK',
        headers: { 'X-Trace-Id': 't', 'Set-Cookie': 'a=1\nb=2' },
        body: '{"id":7}',
        size: 8,
      },
      exchanges: [],
    });
    expect(result('a').duration).toBe(result('a').response.duration);
  });

  it('of a request without a response holds zero values', async () => {
    const { result } = await runRequests({ 'a.http': '### a\nGET http://127.0.0.1:1/x\n' });
    expect(result('a')).toMatchObject({
      passed: false,
      errorKind: 'connect',
      attempts: 1,
      request: { method: 'GET', url: 'http://127.0.0.1:1/x' },
      response: { statusCode: 0, status: '', headers: {}, body: '', size: 0 },
    });
  });

  it.each([
    ['GET {{gone}}/x', 'variable', '{{gone}}/x'],
    ['GET http://ada:pw@127.0.0.1/x', 'protocol', 'http://ada:pw@127.0.0.1/x'],
    ['CONNECT http://127.0.0.1/x', 'protocol', 'http://127.0.0.1/x'],
    ['GET http://127.0.0.1:1/x\n>>>\nexpect status {{gone}}\n<<<', 'variable', 'http://127.0.0.1:1/x'],
    ['# @timeout {{gone}}\nGET http://127.0.0.1:1/x', 'variable', 'http://127.0.0.1:1/x'],
    ['# @waitFor {{gone}}\nGET http://127.0.0.1:1/x', 'variable', 'http://127.0.0.1:1/x'],
  ])('%j fails unsent', async (text, errorKind, url) => {
    const { results } = await runRequests({ 'a.http': `### a\n${text}\n` }, { options: { retries: 3 } });
    expect(results[0]).toMatchObject({
      passed: false,
      errorKind,
      attempts: 0,
      duration: 0,
      request: { url, headers: {} },
    });
    expect(results[0]?.error).not.toBe('');
  });

  it('keeps exchanges, redirects included, when asked to', async () => {
    const server = await loopback(({ path }) =>
      path === '/a' ? { status: 302, headers: { location: '/b' } } : 200,
    );
    const { results } = await runRequests(
      { 'a.http': `GET ${server.url}/a\n` },
      { options: { keepExchanges: true } },
    );
    expect(results[0]?.exchanges.map(({ response }) => response?.statusCode)).toEqual([302, 200]);
    expect(results[0]?.request.url).toBe(`${server.url}/a`);
    expect(results[0]?.response.finalUrl).toBe(`${server.url}/b`);
  });

  it('calls unnamed requests by method and URL on the server, and nothing on the command line', async () => {
    const server = await loopback();
    const files = { 'a.http': `GET {{base}}/x\n`, 'service.yaml': '' };
    const environment = { base: server.url };
    const cli = await runRequests(files, { options: { environment } });
    expect(cli.results[0]).toMatchObject({ name: '', shownName: 'GET {{base}}/x' });
    const rest = await runRequests(files, { options: { environment, mode: 'server' } });
    expect(rest.results[0]).toMatchObject({ name: 'GET {{base}}/x' });
  });

  it('shows the URL of what could not be sent as far as it could be resolved', async () => {
    const url = '{{base}}/{{a}}/{{nowhere}}?q={{broken}}#{{base}}';
    const files = {
      'a.http': `@base = http://h\n@a = {{b}}\n@b = 1\n@broken = x{{nowhere}}\n### a\nGET ${url}\n### b\nGET {{base}}/x\nX: {{nowhere}}\n`,
    };
    const { results } = await runRequests(files);
    expect(results.map(({ errorKind, request }) => [errorKind, request])).toEqual([
      ['variable', { method: 'GET', url: 'http://h/1/{{nowhere}}?q={{broken}}#http://h', headers: {} }],
      ['variable', { method: 'GET', url: 'http://h/x', headers: {} }],
    ]);
  });

  it('cuts long bodies at the limit, and streams events', async () => {
    const server = await loopback(({ path }) =>
      path === '/long'
        ? { text: 'x'.repeat(5000) }
        : {
            headers: { 'content-type': 'text/event-stream' },
            text: 'id: 1\nevent: tick\ndata: a\ndata: b\n\n',
          },
    );
    const { result } = await runRequests(
      { 'a.http': `### long\nGET ${server.url}/long\n### events\nGET ${server.url}/events\n` },
      { options: { keptBody: 100 } },
    );
    expect(result('long').response).toMatchObject({ body: 'x'.repeat(100), bodyTruncated: true, size: 5000 });
    expect(result('events').sseEvents).toEqual([{ id: '1', type: 'tick', data: 'a\nb' }]);
  });
});

describe('conditions', () => {
  it.each([
    ['@if {{stage}} == dev', true],
    ['@if {{stage}} != dev', false],
    ['@if {{gone}}', false],
    ['@unless {{gone}}', true],
    ['@if No', false],
    ['@unless {{stage}} == dev', false],
    ['@if yes\n# @if {{gone}} == ', true],
    ['@if yes\n# @unless 1', false],
  ])('%s', async (directive, runs) => {
    const server = await loopback();
    const { results } = await runRequests(
      { 'a.http': `### a\n# ${directive}\nGET ${server.url}/a\n### b\n# @depends a\nGET ${server.url}/b\n` },
      { options: { environment: { stage: 'dev' } } },
    );
    expect(summary(results)).toEqual(
      runs ? ['a', 'b'] : ['-a (condition not met)', '-b (dependency failed: a)'],
    );
  });

  it('fail the request for a cycle, not for a missing value', async () => {
    const { results } = await runRequests({
      'a.http': '@a = {{b}}\n@b = {{a}}\n### x\n# @if {{a}}\nGET http://127.0.0.1:1/\n',
    });
    expect(results[0]).toMatchObject({ errorKind: 'variable', error: 'variable cycle: a → b → a' });
  });
});
