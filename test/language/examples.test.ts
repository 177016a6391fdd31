/** Complete examples of the language: how they are read, checked and printed. */
import { describe, expect, it } from 'vitest';
import { parsedFileView } from '../../src/request-file/model/json-view.js';
import type { RequestFile } from '../../src/request-file/model/model.js';
import { parseRequestFile } from '../../src/request-file/parse-file.js';
import { printFile } from '../../src/request-file/print-file.js';
import { treeDifference } from '../../src/request-file/model/tree-difference.js';
import { dedent } from '../support/dedent.js';
import { fillTree } from './corpus.js';

/** `line:column-endColumn code` of every finding. */
function findings(file: RequestFile): string[] {
  return file.diagnostics.map((d) => `${d.line}:${d.column}-${d.endColumn} ${d.code}`);
}

async function reprinted(file: RequestFile): Promise<string> {
  const text = printFile(file);
  const again = await parseRequestFile(text, file.path);
  expect(treeDifference(file, again)).toBeUndefined();
  expect(printFile(again)).toBe(text);
  return text;
}

describe('a chain of requests', () => {
  const SOURCE = `@baseUrl = http://127.0.0.1:8080

### Sign in
# @name login
# @tags auth, smoke
POST {{baseUrl}}/session
Content-Type: application/json

{"user": "ada", "pass": "{{password}}"}

>>>
expect status 201
expect body.token exists
<<<
>>>capture
token from body.token
<<<
### Own profile
# @depends login
# @timeout 5 s
# @auth bearer {{login.token}}
GET {{baseUrl}}/me
? fields = id,name
>>>
expect body.name type string
<<<
`;
  const VIEW = `{"path":"chain.http","variables":[{"name":"baseUrl","value":"http://127.0.0.1:8080","line":1}],"diagnostics":[],"requests":[
 {"name":"login","description":"","tags":["auth","smoke"],"method":"POST","url":"{{baseUrl}}/session","headers":[{"key":"Content-Type","value":"application/json","line":7}],"queryParams":[],
  "assertions":[{"subject":"status","operator":"equals","expected":201,"line":12,"raw":"201"},{"subject":"body.token","operator":"exists","expected":null,"line":13,"raw":""}],
  "captures":[{"name":"token","source":"body","path":"token","line":16}],"line":3,"metadata":{},"title":"Sign in","requestLine":6,
  "body":{"contentType":"json","raw":"{\\"user\\": \\"ada\\", \\"pass\\": \\"{{password}}\\"}","line":9}},
 {"name":"Own profile","description":"","tags":[],"method":"GET","url":"{{baseUrl}}/me","headers":[],"queryParams":[{"key":"fields","value":"id,name","line":23}],
  "assertions":[{"subject":"body.name","operator":"type","expected":"string","line":25,"raw":"string"}],"captures":[],"line":18,"title":"Own profile","requestLine":22,"body":null,
  "metadata":{"depends":["login"],"timeout":5000,"auth":{"type":"bearer","params":["{{login.token}}"]}}}]}`;

  it('is shown as documented', async () => {
    const view = parsedFileView(await parseRequestFile(SOURCE, 'chain.http'));
    expect(view).toEqual(fillTree(JSON.parse(VIEW) as object));
    // Through JSON too, as clients get it.
    expect(JSON.parse(JSON.stringify(view))).toEqual(fillTree(JSON.parse(VIEW) as object));
  });

  it('always has every field', async () => {
    const { requests, ...file } = parsedFileView(await parseRequestFile(SOURCE, 'chain.http'));
    expect(Object.keys(file).sort()).toEqual(['comments', 'diagnostics', 'path', 'variables']);
    for (const request of requests) {
      expect(Object.keys(request).sort()).toEqual([
        ...['assertions', 'body', 'captures', 'comments', 'db', 'description', 'endComments', 'foreign'],
        ...['headers', 'line', 'metadata', 'method', 'mock', 'name', 'queryParams', 'requestLine'],
        ...['shell', 'tags', 'title', 'url'],
      ]);
    }
  });

  it('prints in the canonical layout', async () => {
    expect(await reprinted(await parseRequestFile(SOURCE, 'chain.http'))).toBe(
      SOURCE.replace('\n>>>capture', '\n\n>>>capture')
        .replace('\n### Own', '\n\n### Own')
        .replace('name\n>>>', 'name\n\n>>>'),
    );
  });
});

describe('head forms and body limits', () => {
  const SOURCE = `// @name = search
http://127.0.0.1:8080/find
    ?q=a%20b
    &page=2
  ? sort = by name
Accept: */*

plain text
  >>> still text
# also text

>>>
expect status < 300
<<<
`;

  it('is one request', async () => {
    const file = await parseRequestFile(SOURCE, 'find.http');
    expect(file.requests).toHaveLength(1);
    expect(file.requests[0]).toMatchObject({
      name: 'search',
      method: 'GET',
      line: 2,
      requestLine: 2,
      url: 'http://127.0.0.1:8080/find?q=a%20b&page=2',
      queryParams: [{ key: 'sort', value: 'by name', line: 5 }],
      headers: [{ key: 'Accept', value: '*/*', line: 6 }],
      body: { contentType: 'raw', line: 8, raw: 'plain text\n  >>> still text\n# also text' },
    });
    expect(findings(file)).toEqual(['9:3-6 indented_delimiter']);
    await reprinted(file);
  });
});

describe('values', () => {
  it.each([
    ['expect header Content-Type text/html; charset=utf-8', 'equals', 'text/html; charset=utf-8'],
    ['expect body.day 2026-01-31 # checked', 'equals', '2026-01-31'],
    ['expect body.note "done # kept"', 'equals', 'done # kept'],
    ['expect body.re matches /^a #b$/i # c', 'matches', '/^a #b$/i'],
    ['expect body[0].type == user', 'equals', 'user'],
    ['expect body.price approx 9.99 +- 0.01', 'approx', { value: 9.99, delta: 0.01 }],
    ['expect body.ids each type integer', 'each', { operator: 'type', expected: 'integer' }],
    ['expect body.x not contains y', 'notContains', 'y'],
    ['expect body.x !length > 3', 'lengthLessOrEqual', 3],
    ['expect status in [200, 201]', 'in', [200, 201]],
    ['expect body.kind "type"', 'equals', 'type'],
  ])('%s', async (line, operator, expected) => {
    const file = await parseRequestFile(
      dedent`
        GET http://x/
        >>>
        ${line}
        <<<
      `,
      'values.http',
    );
    expect(file.diagnostics).toEqual([]);
    expect(file.requests[0]?.assertions).toMatchObject([{ operator, expected, line: 3 }]);
    await reprinted(file);
  });

  it('takes `body[0].type` as a subject', async () => {
    const file = await parseRequestFile(
      dedent`
        GET http://x/
        >>>
        expect body[0].type == user
        <<<
      `,
      'a.http',
    );
    expect(file.requests[0]?.assertions[0]?.subject).toBe('body[0].type');
  });

  it('keeps comments behind values', async () => {
    const file = await parseRequestFile(
      dedent`
        GET http://x/
        >>>
        expect body.day 2026-01-31 # checked
        expect body.re matches /^a #b$/i # c
        <<<
      `,
      'a.http',
    );
    expect(file.requests[0]?.assertions.map(({ comment }) => comment)).toEqual(['checked', 'c']);
  });

  it.each([
    ['expect status in 200', '3:18-21 bad_value'],
    ['expect body.kind type', '3:18-22 missing_value'],
  ])('%s is an error', async (line, finding) => {
    const file = await parseRequestFile(
      dedent`
        GET http://x/
        >>>
        ${line}
        <<<
      `,
      'values.http',
    );
    expect(findings(file)).toEqual([finding]);
    expect(file.requests[0]?.assertions).toEqual([]);
  });

  it('warns about a value that begins with `not`', async () => {
    const file = await parseRequestFile(
      dedent`
        GET http://x/
        >>>
        expect body.m not found
        <<<
      `,
      'a.http',
    );
    expect(file.requests[0]?.assertions).toMatchObject([{ operator: 'equals', expected: 'not found' }]);
    expect(findings(file)).toEqual(['3:15-24 suspicious_value']);
  });
});

describe('outcomes', () => {
  it('are written in lines without findings', async () => {
    const lines = [
      'expect body.id == 42',
      'expect ok true',
      'expect body.zip == 7',
      'expect body.ok == "true"',
      'expect body.gone == null',
      'expect body.note type null',
      'expect body.gone type null',
      'expect body.note exists',
      'expect body.gone !exists',
      'expect body.tags contains a',
      'expect body.gone !contains x',
      'expect body.ok !includes a',
      'expect body.tags[*] each matches /^[a-z]$/',
      'expect body.list each type string',
      'expect body.list[*] exists',
      'expect header X-None exists',
      'expect body.big == 12345678901234567891',
      'expect body contains "zip"',
      'expect body.big == 12345678901234567890',
    ];
    const source = dedent`
      GET http://x/
      >>>
      ${lines.join('\n')}
      <<<
    `;
    const file = await parseRequestFile(source, 'a.http');
    expect(findings(file)).toEqual([]);
    expect(file.requests[0]?.assertions).toHaveLength(lines.length);
    expect(file.requests[0]?.assertions.map(({ raw }) => raw)).toContain('12345678901234567891');
    await reprinted(file);
  });
});

describe('placeholders', () => {
  it('that need each other are found', async () => {
    const source = `@id = {{$uuid()}}
@a = x-{{b}}
@b = {{a}}
### one
GET http://127.0.0.1:8080/{{id}}/{{id}}?t=\\{{raw}}&n={{$random(7, 7)}}
### two
GET http://127.0.0.1:8080/{{idx}}
### three
GET http://127.0.0.1:8080/{{a}}
`;
    const file = await parseRequestFile(source, 'a.http');
    expect(findings(file)).toEqual(['2:2-3 variable_cycle']);
    expect(file.diagnostics[0]?.message).toBe('variable cycle: a → b → a');
    expect(file.requests.map(({ name, url }) => [name, url])).toEqual([
      ['one', 'http://127.0.0.1:8080/{{id}}/{{id}}?t=\\{{raw}}&n={{$random(7, 7)}}'],
      ['two', 'http://127.0.0.1:8080/{{idx}}'],
      ['three', 'http://127.0.0.1:8080/{{a}}'],
    ]);
    await reprinted(file);
  });
});

describe('authentication', () => {
  it.each([
    ['basic ada, s3,cr et', 'basic', ['ada', 's3,cr et']],
    ['BASIC ada pass', 'basic', ['ada', 'pass']],
    ['basic ada,', 'basic', ['ada', '']],
    ['apiKey X-Api-Key, a, b', 'apiKey', ['X-Api-Key', 'a, b']],
    ['bearer {{ pick.first, x }}', 'bearer', ['{{ pick.first, x }}']],
    [
      'oauth2 client_credentials http://127.0.0.1:9/t, app, {{s}}, read, write',
      'oauth2_client_credentials',
      ['http://127.0.0.1:9/t', 'app', '{{s}}', 'read, write'],
    ],
  ])('%s', async (value, type, params) => {
    const file = await parseRequestFile(`# @auth ${value}\nGET http://x/\n`, 'a.http');
    expect(file.diagnostics).toEqual([]);
    expect(file.requests[0]?.metadata.auth).toEqual({ type, params });
    await reprinted(file);
  });

  it.each([
    ['cloudsig AK, SK, eu-west-1', 'auth_parameters', /missing service$/],
    ['ntlm ada, x', 'unknown_auth_method', /`ntlm`; known: bearer, basic, apiKey, .*none$/],
  ])('%s is an error', async (value, code, message) => {
    const file = await parseRequestFile(`# @auth ${value}\nGET http://x/\n`, 'a.http');
    expect(file.diagnostics).toMatchObject([{ code, message: expect.stringMatching(message) as string }]);
    expect(file.requests[0]?.metadata).not.toHaveProperty('auth');
  });
});

describe('a graph', () => {
  it('warns about the dependency nobody has', async () => {
    const request = (name: string, directive = ''): string => `### ${name}\n${directive}GET http://x/\n`;
    const source =
      request('seed') +
      request('report', '# @depends detail\n') +
      request('audit', '# @skip nightly only\n') +
      request('detail', '# @depends seed\n') +
      request('purge', '# @depends audit, ghost\n');
    const file = await parseRequestFile(source, 'a.http');
    expect(file.diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['unknown_dependency', 'warning', '`@depends ghost`: no such request; this request will be skipped'],
    ]);
    expect(file.requests.map(({ metadata }) => metadata)).toEqual([
      {},
      { depends: ['detail'] },
      { skip: 'nightly only' },
      { depends: ['seed'] },
      { depends: ['audit', 'ghost'] },
    ]);
    await reprinted(file);
  });
});

describe('rows and retry', () => {
  it('reads all of it', async () => {
    const source = `### lookup
# @data ./cities.csv
# @retry 2
# @retryDelay 10
# @retryOn 503
GET http://127.0.0.1:8080/city
? q = {{row.city}}
>>>
expect body.country == "{{row.code}}"
<<<
`;
    const file = await parseRequestFile(source, 'a.http');
    expect(file.diagnostics).toEqual([]);
    expect(file.requests).toMatchObject([
      {
        name: 'lookup',
        metadata: { data: './cities.csv', retry: 2, retryDelay: 10, retryOn: ['503'] },
        queryParams: [{ key: 'q', value: '{{row.city}}' }],
        assertions: [{ subject: 'body.country', expected: '{{row.code}}', raw: '"{{row.code}}"' }],
      },
    ]);
    await reprinted(file);
  });
});

describe('a foreign file', () => {
  const SOURCE = `### Jump
// @no-redirect
# @prompt code
< {%
  request.variables.set("x", 1)
%}
post http://127.0.0.1:8080/jump HTTP/1.1

< ./jump.json

> {% client.assert(true) %}
<> last.json
?? status == 302
`;

  it('is used as far as it is known, and warned about', async () => {
    const file = await parseRequestFile(SOURCE, 'a.http');
    expect(file.requests).toMatchObject([
      {
        name: 'Jump',
        method: 'POST',
        url: 'http://127.0.0.1:8080/jump',
        body: { contentType: 'file', path: './jump.json', interpolate: false },
        foreign: [
          { text: '< {%\n  request.variables.set("x", 1)\n%}', line: 4, place: 'head' },
          { text: '> {% client.assert(true) %}', line: 11, place: 'tail' },
          { text: '<> last.json', line: 12, place: 'tail' },
          { text: '?? status == 302', line: 13, place: 'tail' },
        ],
      },
    ]);
    expect(file.requests[0]?.metadata).toEqual({ noRedirect: true, prompt: 'code' });
    expect(file.requests[0]?.scriptAssertions).toMatchObject([
      { subject: 'status', operator: 'equals', expected: 302, line: 13 },
    ]);
    expect(findings(file)).toEqual([
      '4:1-5 ignored_dialect',
      '11:1-28 ignored_dialect',
      '12:1-13 ignored_script',
    ]);
    expect(file.diagnostics.some(({ severity }) => severity === 'error')).toBe(false);
  });

  it('prints the script first and keeps the rest', async () => {
    expect(await reprinted(await parseRequestFile(SOURCE, 'a.http'))).toBe(`### Jump
< {%
  request.variables.set("x", 1)
%}
# @no-redirect
# @prompt code
POST http://127.0.0.1:8080/jump

< ./jump.json

> {% client.assert(true) %}
<> last.json
?? status == 302
`);
  });
});

describe('recovery', () => {
  it('reports every bad line and keeps the good one', async () => {
    const source = `### Broken
GTE http://127.0.0.1:8080/a
### Fine
GET http://127.0.0.1:8080/b
Accept application/json

>>>
expect status
status == 200
expect body.id !near 5
expect body.id exists
<<<
>>>capture
id body.id
`;
    const file = await parseRequestFile(source, 'a.http');
    expect(file.requests).toMatchObject([{ name: 'Fine', line: 3, captures: [], headers: [] }]);
    expect(file.requests[0]?.assertions).toMatchObject([
      { subject: 'body.id', operator: 'exists', line: 11 },
    ]);
    expect(findings(file)).toEqual([
      '2:1-4 unknown_method',
      '5:1-24 malformed_header',
      '8:8-14 missing_operator',
      '9:1-7 expect_syntax',
      '10:16-21 unknown_operator',
      '13:1-11 unclosed_block',
      '14:4-11 capture_syntax',
    ]);
    expect(new Set(file.diagnostics.map(({ severity }) => severity))).toEqual(new Set(['error']));
  });
});
