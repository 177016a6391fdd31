import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import { assertionOf, captureOf } from '../../test/support/runs/evaluation.js';
import { runFiles } from './run-files.js';

describe('assertions with conditions', () => {
  it('are skipped when a condition is not met, and do not count', async () => {
    const server = await loopback(({ path }) => ({
      status: path === '/missing' ? 404 : 201,
      json: { id: 7, items: [{ n: 1 }, { n: null }], same: 7 },
    }));
    const { result } = await runRequests({
      'a.http': dedent`
        @stage = test
        ### mixed
        POST ${server.url}/x
        >>>
        expect body.id === 7 when status == 201
        expect body.id === 8 when status == 200
        expect body.id === 8 unless variable stage == test
        expect body.id === 8 when variable stage truthy unless body.gone absent
        expect body.items each .n !absent
        expect body.same == {{response.body.id}}
        expect body.id == {{response.body.gone}}
        <<<
        ### none
        GET ${server.url}/missing
        >>>
        expect body.id == 8 when status == 200
        <<<
      `,
    });
    const mixed = result('mixed');
    expect(mixed.assertions.map(({ passed, skipped = false }) => [passed, skipped])).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ]);
    expect(mixed.assertions[1]).toEqual({
      subject: 'body.id',
      operator: 'strictEquals',
      expected: 8,
      actual: null,
      passed: true,
      message: 'condition not met',
      line: 6,
      skipped: true,
    });
    expect(mixed.assertions[6]?.message).toContain('variable "response.body.gone" has no value');
    expect(result('none')).toMatchObject({ passed: false, assertions: [{ skipped: true }] });
  });

  it('fail the request before it is sent when a name of them has no value', async () => {
    const server = await loopback(() => 200);
    const { results } = await runRequests({
      'a.http': dedent`
        GET ${server.url}/
        >>>
        expect status == 200 when variable x == {{typo}}
        <<<
        ###
        GET ${server.url}/
        >>>
        expect status == "{{typo}}{{response.status}}"
        <<<
      `,
    });
    expect(results.map(({ error }) => error)).toEqual([
      'variable "typo" has no value',
      'variable "typo" has no value',
    ]);
    expect(server.seen).toEqual([]);
  });
});

describe('captures', () => {
  it('take alternatives, templates, patterns and what their conditions allow', async () => {
    const server = await loopback(() => ({
      status: 201,
      json: {
        empty: '',
        zero: 0,
        none: null,
        list: [
          { id: 1, k: 'a' },
          { id: 2, k: 'b' },
        ],
        t: 'x',
      },
      headers: { location: '/orders/77' },
    }));
    const { result } = await runRequests({
      'a.http': dedent`
        @mine = own
        ### a
        GET ${server.url}/
        >>>capture
        one from body.none ?? body.gone ?? "none"
        two from body.empty || body.zero || "last"
        three from body.empty ?? "kept"
        four from body.none || body.empty
        id from header Location match /\\/(\\d+)$/
        no from header Location match /\\/([a-z]+)$/ ?? "no match"
        first from jsonpath $.list[?@.k == "b"].id first
        text from text "{{mine}}-{{response.status}}-{{response.body.t}}-{{response.headers.Location}}-{{id}}"
        unresolved from text "{{response.body.gone}}"
        variable from variable mine
        skipped from body.gone when status == 500
        either from body.t when status == 201
        either from body.zero unless status == 201
        <<<
      `,
    });
    expect(result('a').captures).toEqual({
      one: 'none',
      two: 'last',
      three: '',
      four: '',
      id: '77',
      no: 'no match',
      first: 2,
      text: 'own-201-x-/orders/77-77',
      variable: 'own',
      either: 'x',
    });
    expect(result('a').warnings).toEqual([
      'capture "unresolved" found nothing at text "{{response.body.gone}}"',
    ]);
  });
});

describe('globals', () => {
  const files = (url: string): Record<string, string> => ({
    'a.http': dedent`
      ### early
      GET ${url}/early/{{token}}
      ### login
      GET ${url}/login
      >>>capture
      global token from body.token
      <<<
    `,
    'b.http': dedent`
      @auth = Bearer {{token}}
      ### use
      # @set global second = {{token}}-2
      GET ${url}/use
      Authorization: {{auth}}
    `,
    'c.http': dedent`
      ### also
      GET ${url}/also/{{second}}
    `,
  });

  it.each([[false], [true]])('reach later requests of all files, parallel: %s', async (parallel) => {
    const server = await loopback(() => ({ json: { token: 't1' } }));
    const { results } = await runRequests(files(server.url), {
      options: { parallel, concurrency: 4, operatorVariables: { second: 'of the operator' } },
    });
    expect(results.map(({ name, passed, error }) => [name, passed, error])).toEqual([
      ['early', false, 'variable "token" has no value; request "login" captures it: add "# @depends login"'],
      ['login', true, ''],
      ['use', true, ''],
      ['also', true, ''],
    ]);
    expect(server.seen).toEqual(['GET /login', 'GET /use', 'GET /also/t1-2']);
    expect(server.requests[1]?.headers['authorization']).toBe('Bearer t1');
  });
});

describe('@set', () => {
  it('sets variables once per attempt, in order and where conditions hold', async () => {
    let calls = 0;
    const server = await loopback(() => (++calls === 1 ? 503 : 200));
    const { result } = await runRequests(
      {
        'a.http': dedent`
          @stage = test
          ### a
          # @retry 1
          # @retryDelay 0
          # @set n = {{$uuid}}
          # @set both = {{n}}/{{stage}}
          # @set never = x when variable stage == production
          # @set stage = changed unless variable never truthy
          GET ${server.url}/{{both}}/{{stage}}
          ### b
          GET ${server.url}/{{a.stage}}/{{stage}}
        `,
      },
      { options: { secretNames: ['n'] } },
    );
    const [first = '', second = '', third] = server.seen;
    expect(first).toMatch(/^GET \/[0-9a-f-]{36}\/test\/changed$/);
    expect(second).toMatch(/^GET \/[0-9a-f-]{36}\/test\/changed$/);
    expect(first).not.toBe(second);
    expect(third).toBe('GET /changed/changed');
    expect(Object.keys(result('a').captures)).toEqual(['n', 'both', 'stage']);
  });
});

it('runs what scripts check, store and set after what the request itself does', async () => {
  const server = await loopback(() => ({ json: { token: 't' } }));
  const { result } = await runRequests(
    {
      'a.http': `### a\nGET ${server.url}/{{set}}\n>>>\nexpect status == 200\n<<<\n### b\nGET ${server.url}/{{token}}\n`,
    },
    {
      execute: (run, plan, onEvent) => {
        Object.assign(plan.files[0]?.steps[0]?.node.request ?? {}, {
          scriptAssertions: [assertionOf('expect body.token == "x"')],
          scriptCaptures: [captureOf('token from body.token')],
          scriptSets: [{ name: 'set', value: 'by-script' }],
        });
        return runFiles(run, plan, onEvent);
      },
    },
  );
  expect(result('a').assertions.map(({ passed, origin }) => [passed, origin])).toEqual([
    [true, undefined],
    [false, 'script'],
  ]);
  expect(server.seen).toEqual(['GET /by-script', 'GET /t']);
});
