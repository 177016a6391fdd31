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

describe('the verdict', () => {
  it('needs 2xx only without any assertion', async () => {
    const server = await loopback(({ path }) => Number(path.slice(1)));
    const { results } = await runRequests({
      'a.http': dedent`
        ### a
        GET ${server.url}/404
        ### b
        GET ${server.url}/404
        >>>
        expect status 404
        <<<
        ### c
        GET ${server.url}/204
        ### d
        GET ${server.url}/200
        >>>
        expect status 201
        expect status < 300
        <<<
      `,
    });
    expect(summary(results)).toEqual(['!a', 'b', 'c', '!d']);
    expect(results[3]?.assertions.map(({ passed }) => passed)).toEqual([false, true]);
    expect(results[3]).toMatchObject({ error: '', errorKind: '' });
  });

  it('tells what was sent and what came', async () => {
    const server = await loopback(() => ({
      json: { id: 7 },
      headers: { 'x-trace-id': 't', 'set-cookie': ['a=1', 'b=2'] },
    }));
    const { result } = await runRequests({
      'a.http': dedent`
        ### a
        # @description one
        # @tags x
        POST ${server.url}/p?x=1
        ? q = a b
        X-One: 1
        x-one: 2

        {"a": 1}
      `,
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

  it('of a request without an answer holds zero values', async () => {
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
    ['CONNECT http://127.0.0.1/x', 'unsupported', 'http://127.0.0.1/x'],
    [
      dedent`
        GET http://127.0.0.1:1/x
        >>>
        expect status {{gone}}
        <<<
      `.trimEnd(),
      'variable',
      'http://127.0.0.1:1/x',
    ],
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
      'a.http': dedent`
        @base = http://h
        @a = {{b}}
        @b = 1
        @broken = x{{nowhere}}
        ### a
        GET ${url}
        ### b
        GET {{base}}/x
        X: {{nowhere}}
      `,
    };
    const { results } = await runRequests(files);
    expect(results.map(({ errorKind, request }) => [errorKind, request])).toEqual([
      ['variable', { method: 'GET', url: 'http://h/1/{{nowhere}}?q={{broken}}#http://h', headers: {} }],
      ['variable', { method: 'GET', url: 'http://h/x', headers: {} }],
    ]);
  });

  it('cuts long bodies where told, and streams events', async () => {
    const server = await loopback(({ path }) =>
      path === '/long'
        ? { text: 'x'.repeat(5000) }
        : {
            headers: { 'content-type': 'text/event-stream' },
            text: 'id: 1\nevent: tick\ndata: a\ndata: b\n\n',
          },
    );
    const { result } = await runRequests(
      {
        'a.http': dedent`
          ### long
          GET ${server.url}/long
          ### events
          GET ${server.url}/events
        `,
      },
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
      {
        'a.http': dedent`
          ### a
          # ${directive}
          GET ${server.url}/a
          ### b
          # @depends a
          GET ${server.url}/b
        `,
      },
      { options: { environment: { stage: 'dev' } } },
    );
    expect(summary(results)).toEqual(
      runs ? ['a', 'b'] : ['-a (condition not met)', '-b (dependency failed: a)'],
    );
  });

  it('fail the request for a cycle, not for a missing value', async () => {
    const { results } = await runRequests({
      'a.http': dedent`
        @a = {{b}}
        @b = {{a}}
        ### x
        # @if {{a}}
        GET http://127.0.0.1:1/
      `,
    });
    expect(results[0]).toMatchObject({ errorKind: 'variable', error: 'variable cycle: a → b → a' });
  });
});
