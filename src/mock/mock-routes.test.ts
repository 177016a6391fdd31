import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { routesOf } from '../../test/support/runs/mock-routes.js';

const BLOCK = `### Read a crate
# @name readCrate
GET {{baseUrl}}/crates/{{crateId}}

>>>
expect status == 201
expect body.id == {{crateId}}
<<<

>>>mock
201 Created
X-Depot: north
Content-Length: 3
Connection: close

{"id": "{{crateId}}", "other": "{{baseUrl}}"}
<<<
`;

describe('a derived body', () => {
  it('has the keys and integers of the assertions as they are written', async () => {
    const [route] = await routesOf(dedent`
      GET http://h/a

      >>>
      expect body.item == {"10": 9007199254740993, "b": [1], "2": {"1": 0, "0": 1}}
      expect body["7"] == 1
      expect body["3"] == 2
      <<<
    `);
    expect(route?.response.body.replaceAll(/\s/g, '')).toBe(
      '{"item":{"10":9007199254740993,"b":[1],"2":{"1":0,"0":1}},"7":1,"3":2}',
    );
  });
});

describe('a mock block', () => {
  it('is the response, and what the server sets itself is ignored with a warning', async () => {
    const [route] = await routesOf(BLOCK);
    expect(route).toMatchObject({
      method: 'GET',
      name: 'readCrate',
      path: { shown: '/crates/{crateId}', parameters: ['crateId'] },
      response: {
        status: 201,
        headers: [
          ['Content-Type', 'application/json'],
          ['X-Depot', 'north'],
        ],
        body: '{"id": "{{crateId}}", "other": "{{baseUrl}}"}',
      },
      warnings: [
        'depot.http:13: header Content-Length of the mock block is ignored: the server sets it',
        'depot.http:14: header Connection of the mock block is ignored: the server sets it',
      ],
    });
  });

  it('without a status line takes the status of the assertions', async () => {
    const text = (content: string) =>
      dedent`
        GET /a

        >>>
        expect status == 202
        expect status == 77
        <<<

        >>>mock
        ${content}
        <<<
      `;
    const [first] = await routesOf(text('<p>hello</p>'));
    expect(first?.response).toMatchObject({
      status: 202,
      body: '<p>hello</p>',
      contentType: 'text/html; charset=utf-8',
    });
    const [second] = await routesOf(text('<?xml version="1.0"?>\n<a/>'));
    expect(second?.response.contentType).toBe('application/xml');
  });

  it('that breaks the assertions of its request gives a warning with file and line', async () => {
    const [route] = await routesOf(
      dedent`
        ### r
        GET /crates/7

        >>>
        expect status == 200
        expect body.total > {{limit}} # note
        expect body.name exists
        <<<

        >>>mock
        201

        {"total": 40}
        <<<
      `,
      { environment: { limit: 41 } },
    );
    expect(route?.warnings).toEqual([
      'depot.http:5: the mock response of r does not pass `status == 200`, it gives 201',
      'depot.http:6: the mock response of r does not pass `body.total > {{limit}}`, it gives 40',
      'depot.http:7: the mock response of r does not pass `body.name exists`, it gives null',
    ]);
  });

  it('is held against schemas too', async () => {
    const schema = JSON.stringify({ type: 'object', required: ['id'] });
    const readFile = () => Promise.resolve(Buffer.from(schema));
    const text = (body: string) =>
      dedent`
        GET /a

        >>>
        expect body schema ./crate.json
        <<<

        >>>mock
        ${body}
        <<<
      `;
    expect((await routesOf(text('{"id": 1}'), { readFile }))[0]?.warnings).toEqual([]);
    expect((await routesOf(text('{}'), { readFile }))[0]?.warnings).toHaveLength(1);
  });
});

describe('assertions with values of other requests', () => {
  const FLOW = `### create
POST {{baseUrl}}/crates

>>>
expect status == 201
expect body.id type integer
expect body.token matches /^[a-f]{4}$/
<<<

>>>capture
id from body.id
token from body.token
<<<

### read
# @depends create
GET {{baseUrl}}/crates/{{create.id}}

>>>
expect body.id == {{create.id}}
expect body.id type integer
expect body.token == {{token}}
expect body.seen == {{elsewhere}}
<<<
`;

  it('agree with what a run against the mock would capture', async () => {
    const [create, read] = await routesOf(FLOW);
    expect(create?.warnings).toEqual([]);
    expect(read?.warnings).toEqual([]);
    expect(JSON.parse(create?.response.body ?? '')).toEqual({ id: 1, token: 'aaaa' });
    expect(read?.response.body).toBe(
      '{\n  "id": "\\u0001{{create.id}}",\n  "token": "aaaa",\n  "seen": "sample"\n}',
    );
  });

  it('are looked at in the order of a run, and listed in that of the file', async () => {
    const [create = '', read = ''] = FLOW.split('### read');
    const routes = await routesOf(`### read${read}\n${create}`);
    expect(routes.map(({ name, warnings }) => [name, warnings])).toEqual([
      ['read', []],
      ['create', []],
    ]);
    expect(routes[0]?.response.body).toContain('"aaaa"');
  });

  it('are not checked against what functions returned at the start', async () => {
    const text = 'GET /a\n\n>>>\nexpect body.id == {{$uuid()}}\nexpect url contains "/a"\n<<<\n';
    const [route] = await routesOf(text);
    expect(route?.warnings).toEqual([]);
    expect(JSON.parse(route?.response.body ?? '')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });
});

it('gives every request a route, skipped and circular ones too', async () => {
  const text =
    '### a\n# @depends b\nGET /a\n### b\n# @depends a\nGET /b\n### c\n# @skip\nDELETE /c\n### \nGET /c?x=1\n';
  const routes = await routesOf(text);
  expect(routes.map(({ method, name }) => `${method} ${name}`)).toEqual([
    'GET a',
    'GET b',
    'DELETE c',
    'GET GET /c?x=1',
  ]);
});

it.each([
  ['candidates', 'expect header X-Kind contains "aN"\n'],
  ['names', 'expect header X-N contains "a"\n'],
])('ends while one request with very many %s is looked at', async (_, assertion) => {
  const giveUp = new AbortController();
  const lines = Array.from({ length: 20_000 }, (__, index) => assertion.replace('N', String(index)));
  const text = dedent`
    ### a
    GET /a

    >>>
    ${lines.join('')}<<<
  `;
  const reason = new Error('enough');
  // A timer fires only when the event loop gets control.
  setTimeout(() => giveUp.abort(reason), 1);
  await expect(routesOf(text, { signal: giveUp.signal })).rejects.toBe(reason);
});

it('takes no notice of lists that requests run for', async () => {
  const request =
    'GET http://depot.test/crates/{{each}}\n\n>>>\nexpect body.id == {{each}}\nexpect body.n == {{each_number}}\n<<<\n';
  const shown = async (text: string): Promise<unknown> =>
    (await routesOf(text)).map(({ line: _line, ...route }) => JSON.parse(JSON.stringify(route)) as unknown);
  expect(await shown(`# @each [1, 2]\n${request}`)).toEqual(await shown(`# a note\n${request}`));
});

it('warns about conditions on parameters that its path does not have', async () => {
  const routes = await routesOf(dedent`
    ### a
    # @mock.when path.crate matches /^C/ unless path.other exists
    GET {{baseUrl}}/crates/{{crateId}}

    ### b
    # @mock.when path.create.id == 1 and path.crateId == 2
    GET {{baseUrl}}/crates/{{create.id}}/{{crateId}}

    ### c
    # @mock.when path["x"] == 1
    GET {{baseUrl}}/crates
  `);
  expect(routes.map(({ warnings }) => warnings)).toEqual([
    [
      'depot.http:1: `path.crate` in @mock.when has no value: the path has no parameter crate, only crateId',
      'depot.http:1: `path.other` in @mock.when has no value: the path has no parameter other, only crateId',
    ],
    [],
    ['depot.http:9: `path["x"]` in @mock.when has no value: the path has no parameter x'],
  ]);
});

it('warns about headers of a block without a status line, which are a part of its body', async () => {
  const warningsOf = async (block: string): Promise<unknown> =>
    (await routesOf(`### a\nGET /a\n\n>>>mock\n${block}\n<<<\n`))[0]?.warnings;
  const text =
    'the mock block begins with headers, but not with a status line such as `200 OK` before them, so they are a part of the body';
  expect(await warningsOf('Content-Type: text/html\nX-A: 1\n\n<p>')).toEqual([`depot.http:5: ${text}`]);
  expect(await warningsOf('Location: /b')).toEqual([`depot.http:5: ${text}`]);
  expect(await warningsOf('200 OK\nContent-Type: text/html\n\n<p>')).toEqual([]);
  expect(await warningsOf('data: 1\nid: 2\n\nx')).toEqual([]);
  expect(await warningsOf('Content-Type: a\nis no header')).toEqual([]);
});
