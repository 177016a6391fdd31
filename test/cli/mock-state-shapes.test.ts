/** The state of a mock server takes its forms from the files: ids, lists, envelopes, errors, bodies that are no JSON. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startStatefulMock } from './support/stateful-mock.js';

function creating(path: string, capture: string, response: string, rest = ''): string {
  return dedent`
    ### create
    POST ${path}

    >>>capture
    id from ${capture}
    <<<

    >>>mock
    ${response}
    <<<

    ### read
    # @depends create
    GET ${path}/{{create.id}}
    ${rest}
  `;
}

describe('the ids of a stateful mock', () => {
  it.each([
    ['{"id": 41}', [41, 42, 43]],
    ['{"id": "41"}', ['41', '42', '43']],
    ['{"id": "ord-0099"}', ['ord-0099', 'ord-0100', 'ord-0101']],
    ['{"id": "first"}', ['first', 'first-2', 'first-3']],
    [
      '{"id": "0b0c3ad4-3c93-4e52-9f6a-6d3d6a2f00ff"}',
      [
        '0b0c3ad4-3c93-4e52-9f6a-6d3d6a2f00ff',
        '0b0c3ad4-3c93-4e52-9f6a-6d3d6a2f0100',
        '0b0c3ad4-3c93-4e52-9f6a-6d3d6a2f0101',
      ],
    ],
  ])('count up from that of the file: %s', async (body, ids) => {
    const { json } = await startStatefulMock({
      'a.http': creating('/a', 'body.id', `201 Created\n\n${body}`),
    });
    for (const [index, id] of ids.entries()) {
      expect(await json(201, 'POST', '/a', { n: index })).toEqual({ id });
      expect(await json(200, 'GET', `/a/${id}`)).toEqual({ id, n: index });
    }
  });

  it('are those of the address where only that is captured', async () => {
    const { send, json } = await startStatefulMock({
      'a.http': dedent`
        ### create
        POST {{baseUrl}}/files

        >>>
        expect status == 201
        <<<

        >>>capture
        where from header Location
        <<<

        ### read
        # @depends create
        GET {{create.where}}

        ### its parts
        # @depends create
        GET {{create.where}}/parts

        ### addPart
        # @depends create
        POST {{create.where}}/parts

        >>>capture
        part from body.id
        <<<

        ### remove the part
        # @depends create, addPart
        DELETE {{create.where}}/parts/{{addPart.part}}
      `,
    });
    const { headers } = await send('POST', '/files', { json: { name: 'a' } });
    expect(headers.location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files\/1$/);
    expect(await json(200, 'GET', '/files/1')).toEqual({ id: 1, name: 'a' });
    expect(await json(404, 'GET', '/files/2/parts')).toMatchObject({ error: 'Not Found' });
    expect(await json(200, 'GET', '/files/1/parts')).toEqual([]);
    const { id } = (await json(200, 'POST', '/files/1/parts', { n: 1 })) as { id: string };
    expect(await json(200, 'GET', '/files/1/parts')).toEqual([{ id, n: 1 }]);
    await json(200, 'DELETE', `/files/1/parts/${id}`);
    expect(await json(200, 'GET', '/files/1/parts')).toEqual([]);
  });

  it('stay where the file has them: in an envelope, with its links', async () => {
    const mock = '201 Created\nLocation: /a/1\n\n{"data": {"id": 1, "self": "/a/1"}, "ok": true}';
    const { send, json } = await startStatefulMock({ 'a.http': creating('/a', 'body.data.id', mock) });
    await json(201, 'POST', '/a', { name: 'first' });
    expect(await send('POST', '/a', { json: { data: { name: 'second' } } })).toMatchObject({
      headers: { location: '/a/2' },
      json: { data: { id: 2, self: '/a/2' }, ok: true },
    });
    expect(await json(200, 'GET', '/a/2')).toEqual({ id: 2, name: 'second' });
  });
});

describe('collections of a stateful mock', () => {
  const NESTED = dedent`
    ### team
    POST /teams

    >>>
    expect body.id type integer
    <<<

    >>>capture
    team from body.id
    <<<

    ### member
    # @depends team
    POST /teams/{{team.team}}/members

    >>>
    expect body.id type integer
    <<<

    >>>capture
    member from body.id
    <<<

    ### read a member
    # @depends member
    GET /teams/{{team.team}}/members/{{member.member}}

    ### members
    # @depends team
    GET /teams/{{team.team}}/members

    ### remove
    # @depends team
    DELETE /teams/{{team.team}}
  `;

  it('are kept apart below each item, and end with it', async () => {
    const { json } = await startStatefulMock({ 'teams.http': NESTED });
    await json(200, 'POST', '/teams', { name: 'north' });
    await json(200, 'POST', '/teams', { name: 'south' });
    expect(await json(200, 'POST', '/teams/1/members', { name: 'Ada' })).toMatchObject({ id: 1 });
    expect(await json(200, 'POST', '/teams/2/members', { name: 'Bo' })).toMatchObject({ id: 1 });
    await json(404, 'POST', '/teams/3/members', { name: 'Cy' });
    expect(await json(200, 'GET', '/teams/1/members')).toEqual([{ id: 1, name: 'Ada' }]);
    expect(await json(200, 'GET', '/teams/2/members/1')).toMatchObject({ name: 'Bo' });
    await json(200, 'DELETE', '/teams/1');
    await json(404, 'GET', '/teams/1/members');
    await json(404, 'GET', '/teams/1/members/1');
    expect(await json(200, 'GET', '/teams/2/members/1')).toMatchObject({ name: 'Bo' });
  });

  it.each([
    ['[{"id": 1, "open": true}]', [{ id: 1, open: true, name: 'n' }]],
    ['[]', [{ id: 1, name: 'n' }]],
    ['{"items": [{"id": 1}], "total": 1, "page": 1}', { items: [{ id: 1, name: 'n' }], total: 1, page: 1 }],
    ['{"data": {"rows": []}, "count": 0}', { data: { rows: [{ id: 1, name: 'n' }] }, count: 0 }],
    ['{"state": "ok"}', { state: 'ok' }],
  ])('are listed in the form of the file: %s', async (body, expected) => {
    const list = `\n### list\nGET /a\n\n>>>mock\n200 OK\n\n${body}\n<<<\n`;
    const text = creating('/a', 'body.id', '201 Created\n\n{"id": 1}', list);
    const { json } = await startStatefulMock({ 'a.http': text });
    await json(201, 'POST', '/a', { name: 'n' });
    expect(await json(200, 'GET', '/a')).toEqual(expected);
  });
});

describe('a list of which only the type is known', () => {
  it('has what was stored, and its length beside it', async () => {
    const list = dedent`

      ### list
      GET /a

      >>>
      expect body.rows type array
      expect body.total type integer
      <<<
    `;
    const text = creating('/a', 'body.id', '201 Created\n\n{"id": 1}', list);
    const { json } = await startStatefulMock({ 'a.http': text });
    expect(await json(200, 'GET', '/a')).toEqual({ rows: [], total: 0 });
    await json(201, 'POST', '/a', { name: 'n' });
    await json(201, 'POST', '/a', { name: 'm' });
    const rows = [
      { id: 1, name: 'n' },
      { id: 2, name: 'm' },
    ];
    expect(await json(200, 'GET', '/a')).toEqual({ rows, total: 2 });
  });
});

describe('an item that does not exist', () => {
  const MISSING = dedent`

    ### gone
    # @depends create
    GET /a/{{create.id}}

    >>>
    expect status == 404
    <<<

    >>>mock
    404 Not Found
    X-Reason: none

    {"code": "NO_SUCH_THING", "id": "{{create.id}}"}
    <<<
  `;

  it('gives the response that the files have for it', async () => {
    const text = creating('/a', 'body.id', '201 Created\n\n{"id": 1}', MISSING);
    const { send, json } = await startStatefulMock({ 'a.http': text });
    expect(await send('GET', '/a/7')).toMatchObject({
      status: 404,
      headers: { 'x-reason': 'none' },
      json: { code: 'NO_SUCH_THING', id: '7' },
    });
    await json(201, 'POST', '/a', { n: 1 });
    expect(await json(200, 'GET', '/a/1')).toEqual({ id: 1, n: 1 });
  });
});

describe('what clients send', () => {
  const TEXT = creating(
    '/a',
    'body.id',
    '201 Created\n\n{"id": 1}',
    '\n### replace\n# @depends create\nPUT /a/{{create.id}}\n',
  );

  it.each([
    ['application/x-www-form-urlencoded', 'a=1&b=x+y&b=%C3%A9', { id: 1, a: '1', b: ['x y', 'é'] }],
    [
      'multipart/form-data; boundary=XX',
      '--XX\r\nContent-Disposition: form-data; name="note"\r\n\r\nfragile\r\n--XX\r\n' +
        'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbytes\r\n--XX--\r\n',
      { id: 1, note: 'fragile', file: 'a.txt' },
    ],
    ['application/problem+json', '{"big": 12345678901234567890}', undefined],
  ])('is kept by its type: %s', async (type, body, expected) => {
    const { send } = await startStatefulMock({ 'a.http': TEXT });
    await send('POST', '/a', { body, headers: { 'Content-Type': type } });
    const read = await send('GET', '/a/1');
    if (expected === undefined) expect(read.text).toContain('12345678901234567890');
    else expect(read.json).toEqual(expected);
  });

  it('is given back with its own type where it is no object', async () => {
    const { send } = await startStatefulMock({ 'a.http': TEXT });
    await send('POST', '/a', { body: 'city,days\n', headers: { 'Content-Type': 'text/csv' } });
    expect(await send('GET', '/a/1')).toMatchObject({
      text: 'city,days\n',
      headers: { 'content-type': 'text/csv' },
    });
    const bytes = Buffer.from([0, 255, 1, 254]);
    await send('PUT', '/a/1', { body: bytes, headers: { 'Content-Type': 'image/png' } });
    expect(await send('GET', '/a/1')).toMatchObject({
      headers: { 'content-type': 'image/png', 'content-length': '4' },
    });
    await send('PUT', '/a/1', { body: '' });
    expect((await send('GET', '/a/1')).json).toEqual({ id: 1 });
  });

  it('cannot change anything but its item', async () => {
    const { send, json } = await startStatefulMock({ 'a.http': TEXT });
    await send('POST', '/a', { body: '{"__proto__": {"polluted": true}, "constructor": 1}' });
    expect(JSON.parse((await send('GET', '/a/1')).text)).toHaveProperty('constructor', 1);
    expect({}).not.toHaveProperty('polluted');
    for (const path of ['/a/__proto__', '/a/constructor', '/a/..%2f1', '/a/%00'])
      await json(404, 'GET', path);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const response = await send('PUT', '/a/1', {
      body: deep,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(200);
    expect((await send('GET', '/a/1')).text).toBe(deep);
  });
});
