import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { testScope } from '../../../test/support/runs/evaluation.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import { type ExchangeFixture, exported } from '../../../test/support/unit/to-request-file-setup.js';

const JSON_TYPE: ExchangeFixture['headers'] = [['Content-Type', 'application/json']];

describe('the text', () => {
  it('has only its first lines without recordings', async () => {
    expect(await exported([])).toBe(
      dedent`
        # Recorded from http://depot.example.test

        @baseUrl = http://depot.example.test/v2
      `,
    );
  });

  it('has no headers that belong to one connection', async () => {
    const text = await exported([
      {
        headers: [
          ['CONNECTION', 'close, X-Hop'],
          ['connection', 'x-second,Authorization , Content-Length'],
          ['X-Hop', 'one'],
          ['X-SECOND', 'two'],
          ['Authorization', 'Bearer abc'],
          ['Keep-Alive', 'timeout=5'],
          ['X-Kept', 'three'],
        ],
      },
    ]);
    expect(text.slice(text.indexOf('GET'), text.indexOf('>>>'))).toBe(
      'GET {{baseUrl}}/crates\nX-Kept: three\n\n',
    );
    expect(text).not.toContain('Needs');
  });

  it('of an exchange', async () => {
    const headers: ExchangeFixture['headers'] = [
      ['Host', 'localhost'],
      ['X-Trace', 'a {{b}}'],
      ['User-Agent', 'x'],
      ['Content-Type', 'application/json'],
      ['Sec-Fetch-Mode', 'cors'],
      ['Content-Length', '9'],
    ];
    const responseBody = '{"id":1,"odd key":2,"none":null,"0":{},"a\\"b":1}';
    const text = await exported([
      { method: 'POST', url: '/crates?x=1', headers, body: '{"a":[1,2],"b":{}}', status: 201, responseBody },
    ]);
    expect(text.slice(text.indexOf('###'))).toBe(`### Create Crates
# @name Create_Crates
POST {{baseUrl}}/crates?x=1
X-Trace: a \\{{b}}
Content-Type: application/json

{
  "a": [
    1,
    2
  ],
  "b": {}
}

>>>
expect status == 201
expect header Content-Type contains application/json
expect body.id exists
expect body["odd key"] exists
expect body["0"] exists
expect body["a\\"b"] exists
<<<
`);
  });

  it('expects of a list that it is one, and filled when it was', async () => {
    expect(await exported([{ responseBody: '[1]' }])).toContain(
      'expect body type array\nexpect body length > 0\n',
    );
    expect(await exported([{ responseBody: '[]' }])).toContain('expect body type array\n<<<');
  });

  it('expects the type that was received, and 20 keys at most', async () => {
    const responseBody = JSON.stringify(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, i])),
    );
    const text = await exported([{ type: 'application/problem+json; charset=utf-8', responseBody }]);
    expect(text).toContain('contains application/problem+json\n');
    expect(text.match(/exists/g)).toHaveLength(20);
    expect(await exported([{ type: 'text/html', responseBody: '<p>' }])).toMatch(
      />>>\nexpect status == 200\n<<<\n$/,
    );
  });

  it('gives equal titles different names and leaves upgrades and odd methods out', async () => {
    const text = await exported([{}, {}, { status: 101 }, { method: 'PROPFIND' }, { url: '/crates/7' }]);
    expect(text.match(/# @name .*/g)).toEqual([
      '# @name Get_Crates',
      '# @name Get_Crates_2',
      '# @name Get_Crates_3',
    ]);
    expect(text).toContain('# Left out: requests with the method PROPFIND\n');
  });

  it('does not follow recorded redirects', async () => {
    expect(await exported([{ status: 302 }])).toContain('# @no-redirect\n');
    expect(await exported([{ status: 304 }])).not.toContain('@no-redirect');
  });
});

describe('a body', () => {
  it.each([
    ['binary', new Uint8Array([0xff, 0xfe, 0]), 'binary'],
    ['too long', 'x'.repeat(100_001), 'truncated'],
    ['with a separator', 'a\n### b', 'a line starts with ###'],
    ['with a block', '>>>\nx', 'a line starts with >>>'],
  ])('%s is left out with a comment', async (_case, body, reason) => {
    const text = await exported([{ method: 'POST', body }]);
    expect(text).toContain(
      dedent`
        # body left out: ${reason}
        # @name Create_Crates
        POST {{baseUrl}}/crates

        >>>
      `.trimEnd(),
    );
  });

  it.each([
    ['line ends at its end', 'a\nb\r\n\n'],
    ['blanks only', ' \n '],
    ['an include in it', '< ./file.txt'],
    ['a script in it', 'a\n> {% x %}\nb'],
    ['braces', 'a {{x}} b'],
    ['a JSON text in it', '{"a":"{{x}} \\\\"}'],
  ])('with %s is written so that it reads back', async (_case, body) => {
    const text = await exported([{ method: 'POST', body }]);
    expect(text).not.toContain('left out');
    const { requests } = await parseRequestFile(text, 'export.http');
    expect(requests[0]?.body).not.toBeNull();
  });

  it.each(['a\\\n', 'a\\\\\n', 'a\\{\n', 'a\\{\\{\r\n'])(
    'with %j, in which a backslash stands where it could escape a placeholder, is sent as it was',
    async (body) => {
      const { requests } = await parseRequestFile(await exported([{ method: 'POST', body }]), 'export.http');
      expect(testScope().text(requests[0]?.body?.raw ?? '')).toBe(body);
    },
  );
});

describe('values of earlier responses', () => {
  const create: ExchangeFixture = { method: 'POST', responseBody: '{"id":7,"key":"k-9f8e7d6c5b4a"}' };

  it.each([
    [
      'an id in the path of the same kind',
      { url: '/crates/7' },
      'GET {{baseUrl}}/crates/{{Create_Crates.id}}\n',
    ],
    [
      'an id in a query about it',
      { url: '/log?crate_id=7' },
      'GET {{baseUrl}}/log?crate_id={{Create_Crates.id}}\n',
    ],
    [
      'an id in a body about it',
      { method: 'PUT', headers: JSON_TYPE, body: '{"crateId":7}' },
      '"crateId": {{Create_Crates.id}}\n',
    ],
    [
      'a key anywhere',
      { url: '/x', headers: [['X-Any', 'k-9f8e7d6c5b4a']] },
      'X-Any: {{Create_Crates.key}}\n',
    ],
  ] as [string, ExchangeFixture, string][])('are used for %s', async (_case, next, line) => {
    const text = await exported([create, next]);
    expect(text).toContain(line);
    expect(text).toContain('# @depends Create_Crates\n');
    expect(text).toContain('>>>capture\n');
  });

  it.each([
    ['a number about something else', [create, { url: '/pages/7' }]],
    ['a number in a query about something else', [create, { url: '/log?page=7' }]],
    ['what the client had sent before', [{ url: '/crates/7' }, create, { url: '/crates/7' }]],
    ['the response of a failed request', [{ ...create, status: 404 }, { url: '/crates/7' }]],
    ['a later element of a list', [{ responseBody: '[{"id":1},{"id":7}]' }, { url: '/crates/7' }]],
    ['a date', [{ responseBody: '{"day":"2031-01-31T10:00"}' }, { url: '/x?day=2031-01-31T10:00' }]],
    ['nothing when it is not wanted', [create, { url: '/crates/7' }], false],
  ] as [string, ExchangeFixture[], boolean?][])('are not %s', async (_case, exchanges, chain = true) => {
    const text = await exported(exchanges, chain);
    expect(text).not.toMatch(/@depends|>>>capture/);
  });

  it('make a placeholder unnecessary', async () => {
    const login = { method: 'POST', url: '/login', responseBody: '{"token":"tok-1234567890"}' };
    const headers: ExchangeFixture['headers'] = [['Authorization', 'Bearer tok-1234567890']];
    const text = await exported([login, { headers }]);
    expect(text).toContain('Authorization: Bearer {{Create_Login.token}}\n');
    expect(text).not.toMatch(/Needs|tok-123/);
    expect(await exported([{ headers }])).toContain('# Needs: AUTHORIZATION\n');
  });

  it.each([
    [
      { method: 'PUT', headers: JSON_TYPE, body: '{"token":"tok-1234567890"}' },
      '"token": "{{Create_Login.token}}"',
    ],
    [{ url: '/log?token=tok-1234567890' }, '/log?token={{Create_Login.token}}\n'],
  ] as [ExchangeFixture, string][])(
    'make a placeholder in a secret field unnecessary: %j',
    async (next, written) => {
      const login = { method: 'POST', url: '/login', responseBody: '{"token":"tok-1234567890"}' };
      const text = await exported([login, next]);
      expect(text).toContain(written);
      expect(text).not.toMatch(/Needs|tok-123/);
    },
  );
});
