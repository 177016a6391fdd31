import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { comparePaths } from '../../test/support/runs/compare-paths.js';
import { dedent } from '../../test/support/dedent.js';

const JSON_BODY = '{"id":7,"token":"t-1","items":[1,2,3]}';
const ok = (body = JSON_BODY, headers = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Three iterations of two requests. */
const SPREAD = { duration: 1200, rate: 5, maxVUs: 1 };
const REDIRECT = 'HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n';

describe('the quick and the ordinary path send the same and judge the same', () => {
  it('a plain request', async () => {
    const { result, requests } = await comparePaths(
      (socket) => socket.write(ok()),
      'GET URL/items?a=b c&d={}\n',
    );
    expect(result.totalRequests).toBe(6);
    expect(result.errorCount).toBe(0);
    expect(requests[0]).toContain('GET /items?a=b%20c&d=%7B%7D HTTP/1.1\r\nHost: 127.0.0.1:');
  });

  it.each([
    [
      'headers, query lines and UTF-8',
      dedent`
        GET URL/a
        ? q = ä b&c
        X-Name: Grüße
        Host: example.test
      `,
    ],
    [
      'a JSON body',
      dedent`
        POST URL/a

        {"name": "Grüße"}
      `,
    ],
    [
      'a form',
      dedent`
        POST URL/a

        & a = 1
        & b = x y
      `,
    ],
    ['a POST without a body', 'POST URL/a\n'],
    ['bearer', '# @auth bearer s3cret\nGET URL/a\n'],
    ['basic', '# @auth basic käthe, pass word\nGET URL/a\n'],
    ['an API key', '# @auth apiKey X-Key, abc\nGET URL/a\n'],
    ['an API key in the query', '# @auth apiKeyQuery key, a b\nGET URL/a?x=1\n'],
    [
      'a body from a file',
      dedent`
        PUT URL/a

        < ./data.csv
      `,
    ],
    [
      'GraphQL',
      dedent`
        POST URL/a

        >>>graphql
        query { a }
        <<<
      `,
    ],
    [
      'variables',
      dedent`
        @path = deep
        @host = URL

        GET {{host}}/{{path}}/x
        X-Path: {{path}}
      `,
    ],
    ['OPTIONS', 'OPTIONS URL/a\n'],
  ])('%s', async (_case, text) => {
    const files = { 'data.csv': 'a,b\n1,2\n' };
    const { result } = await comparePaths((socket) => socket.write(ok()), text, { files });
    expect(result.errorCount).toBe(0);
    expect(result.totalRequests).toBe(6);
  });

  it('chains with captures in URL, header, body and credentials', async () => {
    const { result, requests } = await comparePaths(
      (socket, _text, number) => socket.write(ok(`{"id": ${number}, "token": "t&${number}"}`)),
      `### login
# @name login
# @stress.weight 0
POST URL/login
>>>capture
token from body.token
<<<
### use
# @depends login
# @auth bearer {{login.token}}
POST URL/use/{{token}}
? key = {{token}}
X-Token: {{login.token}}

{"token": "{{token}}"}
>>>
expect status 200
expect body.id > 0
expect body.token contains "t&"
<<<
`,
      { stress: SPREAD },
    );
    expect(result.errorCount).toBe(0);
    expect(result.perRequest.map(({ name }) => name)).toEqual(['login', 'use']);
    expect(requests[1]).toContain('POST /use/t&1?key=t%261 HTTP/1.1');
    expect(requests[1]).toContain('Authorization: Bearer t&1\r\n');
    expect(requests[1]).toContain('{"token": "t&1"}');
  });

  it('data rows, one after the other', async () => {
    const { requests } = await comparePaths(
      (socket) => socket.write(ok()),
      '# @data rows.csv\nGET URL/{{row.city}}\n',
      {
        files: { 'rows.csv': 'city\nOslo\nTromsø\n' },
      },
    );
    expect(requests.map((text) => text.split(' ')[1])).toEqual([
      '/Oslo',
      '/Troms%C3%B8',
      '/Oslo',
      '/Troms%C3%B8',
      '/Oslo',
      '/Troms%C3%B8',
    ]);
  });

  it.each([
    ['redirects', REDIRECT, {}],
    ['redirects that are not followed', REDIRECT, { followRedirects: false }],
    ['cookies of users', ok(JSON_BODY, 'Set-Cookie: sid=1; Path=/\r\n'), {}],
    ['cookies that are not kept', ok(JSON_BODY, 'Set-Cookie: sid=1; Path=/\r\n'), { cookies: false }],
  ] as const)('%s', async (_case, first, options) => {
    const { requests } = await comparePaths(
      (socket, text) => socket.write(text.startsWith('GET /there') ? ok() : first),
      `### a
# @name a
# @stress.weight 0
GET URL/here
### b
# @depends a
GET URL/here
`,
      { options, stress: SPREAD },
    );
    expect(requests.some((text) => text.includes('/there'))).toBe(
      first === REDIRECT && !('followRedirects' in options),
    );
    expect(requests.some((text) => text.includes('Cookie: sid=1'))).toBe(
      first !== REDIRECT && !('cookies' in options),
    );
  });

  it.each([
    ['a wrong status', 'HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n'],
    ['a compressed answer', undefined],
    [
      'a chunked answer',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\n{"id"\r\n3\r\n:7}\r\n0\r\nX: y\r\n\r\n`,
    ],
    ['interim answers', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok()}`],
    [
      'another type',
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=latin1\r\nContent-Length: 1\r\n\r\n\xe4',
    ],
  ])('assertions on %s', async (_case, response) => {
    const zipped = gzipSync(JSON_BODY);
    await comparePaths(
      (socket) => {
        if (response !== undefined) socket.write(response, 'latin1');
        else
          socket.write(
            Buffer.concat([
              Buffer.from(
                `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`,
              ),
              zipped,
            ]),
          );
      },
      dedent`
        GET URL/a
        >>>
        expect status 200
        expect body.id == 7
        expect header Content-Type exists
        <<<
      `,
    );
  });
});

describe('both paths meet the same trouble', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['a reset', (socket) => socket.resetAndDestroy(), 'reset'],
    ['a close without an answer', (socket) => socket.end(), 'reset'],
    ['garbage', (socket) => socket.write('what is this?\r\n\r\n'), 'protocol'],
    [
      'a close in the middle of the body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'),
      'reset',
    ],
    [
      'a close in the middle of a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc'),
      'reset',
    ],
    ['a close in the middle of the head', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'), 'reset'],
    [
      'a bad chunk',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'),
      'protocol',
    ],
    [
      'two lengths',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      'protocol',
    ],
    [
      'a length beside a coding',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n'),
      'protocol',
    ],
    [
      'too large an answer',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n${'x'.repeat(2000)}`),
      'bodyLimit',
    ],
  ])('%s', async (_case, respond, kind) => {
    const { result } = await comparePaths(
      (socket, _text, _number, hold) => void hold(5).then(() => respond(socket)),
      '# @timeout 30000\nPOST URL/a\n',
      { options: { maxBodyBytes: 1000 } },
    );
    expect(result.errorKinds).toEqual({ [kind]: 6 });
    expect(result.errorCount).toBe(6);
    expect(result.latency.max).toBe(5);
  });

  it('a header value that cannot be sent, an unknown variable and a missing file', async () => {
    const { result, requests } = await comparePaths(
      (socket) => socket.write(ok()),
      `### a
GET URL/a
X-Bad: {{missing}}
### b
PUT URL/b

< ./missing.json
### c
# @auth bearer {{$randomString(3)}}{{$env(BREAK)}}
GET URL/c
`,
      { process: { BREAK: 'a\nb' } },
    );
    expect(requests).toEqual([]);
    expect(Object.keys(result.errorKinds).sort()).toEqual(
      ['auth', 'file', 'variable'].slice(0, Object.keys(result.errorKinds).length),
    );
    expect(result.latency.max).toBe(0);
  });
});
