import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { routesOf } from '../../test/support/runs/mock-routes.js';
import type { MockRoute } from './responses/mock-route.js';

/** The route of a request with these captures, and those of requests after it. */
async function captured(captures: readonly string[], ...later: readonly string[]): Promise<MockRoute> {
  const block = ['>>>capture', ...captures, '<<<'].join('\n');
  const others = later.map((line, index) => `### r${index}\n# @depends first\n${line}\n`).join('\n');
  const [route] = await routesOf(`### first\nPOST /first\n\n${block}\n\n${others}`);
  if (!route) throw new Error('no route');
  return route;
}

describe('a derived response', () => {
  it('has a value of its own for every capture', async () => {
    const { response, warnings } = await captured([
      'token from body.token',
      'second from jsonpath $.rows[1].id',
      'any from jsonpath $..deep',
      'href from jsonpath $.links[?(@.rel == "self")].href',
      'sid from cookie sid',
      'etag from header ETag',
      'rate from header X-Rate',
      'code from status',
    ]);
    expect(warnings).toEqual([]);
    expect(JSON.parse(response.body)).toEqual({
      token: 'sample-token',
      rows: [null, { id: 'sample-second' }],
      deep: 'sample-any',
      links: [{ rel: 'self', href: 'sample-href' }],
    });
    expect(response.headers).toEqual([
      ['Content-Type', 'application/json'],
      ['ETag', '"sample"'],
      ['X-Rate', 'sample'],
      ['Set-Cookie', 'sid=sample-sid; Path=/'],
    ]);
  });

  it('keeps the values that assertions want', async () => {
    const [route] = await routesOf(dedent`
      ### first
      GET /first

      >>>
      expect body.id type integer
      expect body.state == "open"
      expect body.name matches /^[A-Z]{3}$/
      <<<

      >>>capture
      id from body.id
      state from body.state
      name from body.name
      <<<
    `);
    expect(JSON.parse(route?.response.body ?? '')).toEqual({ id: 1, state: 'open', name: 'AAA' });
  });

  it('has the members that a pattern finds in it', async () => {
    const spelled = await captured(['id from body.id', 'token from regex /"token": "([^"]+)"/']);
    expect(JSON.parse(spelled.response.body)).toMatchObject({ id: 'sample-id', token: expect.any(String) });
    const inside = await captured(['id from body.id', 'token from regex /token=(\\w+)/']);
    expect(JSON.parse(inside.response.body)).toMatchObject({ id: 'sample-id', sample: 'token=a' });
    const text = await captured(['token from regex /<input name="csrf" value="([^"]+)">/']);
    expect(text.response.body).toMatch(/^<input name="csrf" value="[^"]+">$/);
    expect([spelled, inside, text].flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it('keeps the order of its members when a pattern adds one', async () => {
    const [route] = await routesOf(dedent`
      ### first
      GET /first

      >>>
      expect body.b == 1
      expect body["2"] == 2
      expect body["1"] == 3
      <<<

      >>>capture
      token from regex /"token": "([^"]+)"/
      <<<
    `);
    expect(route?.response.body.replace(/\s/g, '')).toBe('{"b":1,"2":2,"1":3,"token":"a"}');
  });

  it('has its own address where a later URL starts with the value', async () => {
    const { response, warnings } = await captured(
      [
        'next from body.next',
        'api from body.api',
        'host from body.host',
        'place from header Location',
        'bare from body.bare',
        'id from body.id',
      ],
      'GET {{first.next}}',
      'GET {{first.api}}/items',
      'GET http://{{first.host}}/items',
      'GET http://depot.test{{first.place}}',
      'GET {{bare}}?page=2',
      'GET http://depot.test/items/{{first.id}}',
    );
    expect(warnings).toEqual([]);
    expect(JSON.parse(response.body)).toEqual({
      next: 'http://mock.invalid',
      api: 'http://mock.invalid',
      host: 'mock.invalid',
      bare: 'http://mock.invalid',
      id: 'sample-id',
    });
    expect(response.headers).toContainEqual(['Location', '/']);
    expect(response.hasOwnHost).toBe(true);
  });

  it('has the parts that later requests read without a capture', async () => {
    const { response } = await captured(
      [],
      'GET /a/{{first.response.body.owner.id}}\nX-Rate: {{ first.response.headers.X-Rate }}',
      'POST /b\n\n{"row": "{{first.response.body[0]}}", "all": "{{first.response.body}}"}',
      'GET {{first.response.body.self}}',
    );
    expect(JSON.parse(response.body)).toEqual({ owner: { id: 'sample' }, self: 'http://mock.invalid' });
    expect(response.headers).toContainEqual(['X-Rate', 'sample']);
  });

  it('has only the parts that a placeholder reads, also within the argument of a function', async () => {
    const { response } = await captured(
      [],
      'GET /a\nX-Doc: \\{{first.response.body.escaped}}',
      'GET /b\nX-Key: {{$base64({{first.response.body.key}})}}',
    );
    expect(JSON.parse(response.body)).toEqual({ key: 'sample' });
  });
});

describe('a capture without a value', () => {
  it('gives a warning with file and line', async () => {
    const [derived, block] = await routesOf(dedent`
      ### first
      GET /first

      >>>
      expect body == "plain"
      <<<

      >>>capture
      id from body.id
      <<<

      ### second
      GET /second

      >>>capture
      rate from header X-Rate
      row from body[0].id
      <<<

      >>>mock
      200 OK

      {"id": 8}
      <<<
    `);
    expect(derived?.warnings).toEqual([
      'depot.http:9: the mock response of first has no value for the capture `id from body.id`; a mock block could',
    ]);
    expect(block?.warnings).toEqual([
      'depot.http:16: the mock response of second has no value for the capture `rate from header X-Rate`',
      'depot.http:17: the mock response of second has no value for the capture `row from body[0].id`',
    ]);
  });
});
