import { describe, expect, it } from 'vitest';
import type { RunOptions } from './plan/options.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';

type Files = Readonly<Record<string, string>>;
type Given = Partial<RunOptions>;

/** What a server has seen, and the names and verdicts of the results. */
async function run(
  files: (url: string) => Files,
  options: Given = {},
): Promise<{ seen: string[]; results: string[] }> {
  const server = await loopback(() => ({ json: { token: 'T' } }));
  const { results } = await runRequests(files(server.url), { run: ['a.http'], options });
  return {
    seen: [...server.seen],
    results: results.map(({ name, passed, skipped, skipReason, error }) => {
      const verdict = skipped ? `skipped: ${skipReason}` : passed ? 'passed' : `failed: ${error}`;
      return `${name} ${verdict}`;
    }),
  };
}

describe('loops', () => {
  it('of a number repeat the request', async () => {
    const { seen, results } = await run((url) => ({
      'a.http': `### a\n# @loop for 2\nGET ${url}/{{$index}}\n`,
    }));
    expect([seen, results]).toEqual([
      ['GET /0', 'GET /1'],
      ['a [1] passed', 'a [2] passed'],
    ]);
  });

  it('of a list have its elements', async () => {
    const options = { environment: { users: [{ id: 7 }, { id: 8 }] } };
    const { seen } = await run(
      (url) => ({ 'a.http': `### a\n# @loop for user of {{users}}\nGET ${url}/{{user.id}}/{{$index}}\n` }),
      options,
    );
    expect(seen).toEqual(['GET /7/0', 'GET /8/1']);
  });

  it.each([
    ['of something else fail', 'for x of {{text}}', ['a failed: @loop: {{text}} is no list']],
    ['of an empty list are skipped', 'for x of {{none}}', ['a skipped: no elements']],
    ['with a condition are sent once', 'while true', ['a passed']],
  ])('%s', async (_title, loop, expected) => {
    const options = { environment: { text: 'x', none: [] } };
    const { results } = await run((url) => ({ 'a.http': `### a\n# @loop ${loop}\nGET ${url}/\n` }), options);
    expect(results).toEqual(expected);
  });
});

describe('directives of other clients', () => {
  it.each<[string, string, string[], Given]>([
    ['disabled', '# @disabled', ['a skipped: disabled'], {}],
    ['note', '# @note Really?', ['a skipped: confirm with --yes'], {}],
    ['note that is confirmed', '# @note Really?', ['a passed'], { confirmed: true }],
    ['sleep', '# @sleep 1', ['a passed'], {}],
    ['connection-timeout', '# @connection-timeout 60 s', ['a passed'], {}],
  ])('%s', async (_title, directive, expected, given) => {
    const { results } = await run((url) => ({ 'a.http': `### a\n${directive}\nGET ${url}/\n` }), given);
    expect(results).toEqual(expected);
  });

  it('prompt explains what is missing', async () => {
    const { results } = await run((url) => ({
      'a.http': `### a\n# @prompt code Your code\nGET ${url}/{{code}}\n`,
    }));
    expect(results).toEqual([
      'a failed: variable "code" has no value: it needs a terminal or --variable code=…',
    ]);
  });

  it('no-log leaves out headers and bodies', async () => {
    const server = await loopback(() => ({ json: { secret: 1 } }));
    const { results } = await runRequests({
      'a.http': `### a\n# @no-log\nPOST ${server.url}/\n\n{"in": 1}\n>>>\nexpect body.secret == 1\n<<<\n`,
    });
    const [result] = results;
    expect([result?.passed, result?.request.headers, result?.request.body]).toEqual([true, {}, undefined]);
    expect([result?.response.headers, result?.response.body]).toEqual([{}, '']);
  });
});

describe('run lines', () => {
  const login = '### login\nPOST {{host}}/login\n>>>capture\ntoken from body.token\n<<<\n';

  it('execute a file with its own variables, and share what it captures', async () => {
    const { seen } = await run((url) => ({
      'login.http': `@host = ${url}\n@who = file\n${login}### second\nGET {{host}}/second/{{who}}\n`,
      'a.http': `### first\nGET ${url}/first\n\n### both\nrun ./login.http (@who = override)\n\n### me\nGET ${url}/me/{{token}}\n`,
    }));
    expect(seen).toEqual(['GET /first', 'POST /login', 'GET /second/override', 'GET /me/T']);
  });

  it('execute a request of the file or of an import, each time anew', async () => {
    const { seen, results } = await run((url) => ({
      'login.http': `@host = ${url}\n${login}`,
      'a.http': `import ./login.http\n\n### ping\nGET ${url}/ping\n\n###\nrun #ping\n\n###\nrun #login\n\n###\nrun #login\n`,
    }));
    expect(seen).toEqual(['GET /ping', 'GET /ping', 'POST /login', 'POST /login']);
    expect(results).toHaveLength(4);
  });

  it('keep the order of their file in a parallel run, and see what it captures', async () => {
    const { seen } = await run(
      (url) => ({
        'login.http': `@host = ${url}\n${login}`,
        'a.http': `### first\nGET ${url}/first\n>>>capture\nid from body.token\n<<<\n\n###\nrun ./login.http\n\n### me\nGET ${url}/me/{{token}}/{{id}}\n\n###\nrun #first\n`,
      }),
      { parallel: true, concurrency: 4 },
    );
    expect(seen).toEqual(['GET /first', 'POST /login', 'GET /me/T/T', 'GET /first']);
  });

  it('an import shares its variables, below those of the file', async () => {
    const { seen, results } = await run((url) => ({
      'base.http': `@host = ${url}\n@stage = base\n`,
      'a.http': '# @import ./base.http\n@stage = own\n### a\nGET {{host}}/{{stage}}\n',
    }));
    expect([seen, results]).toEqual([['GET /own'], ['a passed']]);
  });

  it('a forced reference runs before each request, a reference once', async () => {
    const { seen } = await run((url) => ({
      'login.http': `@host = ${url}\n${login}`,
      'a.http': [
        '# @import ./login.http',
        `### a\n# @forceRef login\nGET ${url}/a/{{token}}\n`,
        `### b\n# @forceRef login\nGET ${url}/b\n`,
        `### c\n# @ref login\nGET ${url}/c\n`,
        `### d\n# @ref login\nGET ${url}/d\n`,
      ].join('\n'),
    }));
    expect(seen).toEqual([
      'POST /login',
      'GET /a/T',
      'POST /login',
      'GET /b',
      'POST /login',
      'GET /c',
      'GET /d',
    ]);
  });

  it.each([
    [
      'a name that does not exist',
      'run #nobody',
      'a.http:4:1: `run #nobody`: no such request in this file or its imports',
    ],
    [
      'a file that does not exist',
      'run ./no.http',
      'a.http:4:1: `./no.http` does not exist or lies outside the workspace',
    ],
    ['itself', 'run ./a.http', 'a.http:4:1: dependency cycle: a.http → a.http'],
  ])('break the file with %s', async (_title, line, problem) => {
    const { outcome } = await runRequests({ 'a.http': `### a\nGET http://127.0.0.1:1/\n###\n${line}\n` });
    expect(outcome.files[0]?.broken).toEqual([problem]);
  });
});

describe('what was sent', () => {
  it('can be read by the name of the request', async () => {
    const { seen } = await run((url) => ({
      'a.http': `### one\nPOST ${url}/one\nX-Id: 5\n\n{"user": {"name": "ada"}}\n\n### two\nGET ${url}/{{one.request.body.user.name}}/{{one.request.headers.x-id}}\n`,
    }));
    expect(seen).toEqual(['POST /one', 'GET /ada/5']);
  });
});

describe('GraphQL of other clients', () => {
  it.each([
    ['the method', 'GRAPHQL URL/'],
    ['the header', 'POST URL/\nX-REQUEST-TYPE: GraphQL'],
  ])('by %s is sent as JSON', async (_title, head) => {
    const bodies: string[] = [];
    const server = await loopback(({ body, headers }) => {
      bodies.push(`${headers['content-type']} ${String(headers['x-request-type'])} ${body}`);
      return 200;
    });
    await runRequests(
      {
        'a.http': `### a\n${head.replace('URL', server.url)}\n\nquery ($id: ID) {\n  user(id: $id) { name }\n}\n\n{"id": {{n}}}\n`,
      },
      { options: { environment: { n: 5 } } },
    );
    expect(bodies).toEqual([
      'application/json undefined {"query":"query ($id: ID) {\\n  user(id: $id) { name }\\n}","variables":{"id": 5}}',
    ]);
    expect(server.seen).toEqual(['POST /']);
  });
});
