/** Which response a described operation gives to a right request. */
import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { describedRoutes } from '../../../test/support/runs/description-routes.js';
import { ReceivedRequest } from '../incoming/received-request.js';
import type { RouteResponse } from '../responses/mock-response.js';

const SHOP = dedent`
  openapi: 3.1.0
  info: { title: Shop, version: '1' }
  paths:
    /usual: { get: { responses: { '404': { description: no }, '202': { description: ok }, '201': { description: ok } } } }
    /range: { get: { responses: { default: { description: no }, '2XX': { description: ok } } } }
    /moved: { get: { responses: { default: { description: no }, '302': { description: moved } } } }
    /default: { get: { responses: { '404': { description: no }, default: { description: any } } } }
    /errors: { get: { responses: { '404': { description: no, content: { text/plain: { example: gone } } } } } }
    /empty: { get: { responses: { '204': { description: none, content: { application/json: { example: 1 } } } } } }
    /nothing: { get: {} }
    /types:
      get:
        responses:
          '200':
            description: ok
            content:
              text/plain: { example: plain }
              application/json: { example: { a: 1 } }
              application/xml: { schema: { $ref: '#/components/schemas/Pair' } }
              application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Pair' } }
    /examples:
      get:
        responses:
          '200':
            description: ok
            content:
              application/json:
                examples:
                  first: { $ref: '#/components/examples/One' }
                  second: { value: { n: 2 } }
          '404':
            description: no
            content: { application/json: { examples: { lost: { value: { why: lost } }, far: { value: { why: far } } } } }
          4XX: { description: no, content: { text/plain: { example: other } } }
    /schemas:
      get:
        responses:
          '200':
            description: ok
            content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
    /tree:
      get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Node' } } } } } }
    /texts:
      get: { responses: { '200': { description: ok, content: { application/json: { example: '{"a":1}' } } } } }
    /wild:
      get: { responses: { '200': { description: ok, content: { '*/*': { example: { a: 1 } } } } } }
    /headers:
      get:
        responses:
          '200':
            description: ok
            headers:
              X-Total: { required: true, schema: { type: integer, minimum: 7 } }
              X-Parts: { example: [1, 2], schema: { type: array } }
              X-Other: { schema: { type: string } }
              X-Line: { required: true, schema: { const: "a\\r\\nb: c" } }
              Content-Type: { required: true, schema: { const: text/css } }
              Content-Length: { required: true, schema: { const: 5 } }
              'Bad name': { required: true }
            content: { application/json: { example: {} } }
  components:
    examples:
      One: { value: { n: 1 } }
    schemas:
      Pair: { type: object, properties: { a: { const: x & y }, b: { const: [1, 2] } } }
      Node: { type: object, required: [name], properties: { name: { type: string }, inner: { $ref: '#/components/schemas/Node' } } }
      Order:
        allOf:
          - { type: object, required: [id, key], properties: { id: { type: integer, minimum: 5 }, key: { type: string, writeOnly: true } } }
          - { properties: { state: { enum: [open, done] }, tags: { type: array, minItems: 2, items: { type: string, example: blue } } } }
          - { properties: { buyer: { anyOf: [{ type: 'null' }, { type: string, format: email }] }, seen: { default: false } } }
`;

async function respond(
  text: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RouteResponse> {
  const route = (await describedRoutes(text)).find((each) => each.path.shown === path);
  const rawHeaders = Object.entries(headers).flat();
  const request = new ReceivedRequest({ method: 'GET', target: path, rawHeaders, body: new Uint8Array(0) });
  if (!route?.operation) throw new TypeError(`no route ${path}`);
  return route.operation.respond(request, []);
}

async function shown(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, contentType, body } = await respond(SHOP, path, headers);
  return [status, contentType, body.replace(/\s+/g, ' ').trim()].filter((part) => part !== '').join(' ');
}

describe('the status of a described operation', () => {
  it.each([
    ['/usual', '201'],
    ['/range', '200'],
    ['/moved', '302'],
    ['/default', '200'],
    ['/errors', '200'],
    ['/empty', '204 application/json'],
    ['/nothing', '200'],
  ])('%s: %s', async (path, expected) => {
    expect(await shown(path)).toBe(expected);
  });

  it('is what the list of routes shows', async () => {
    const routes = await describedRoutes(SHOP);
    const found = routes
      .slice(0, 8)
      .map(({ name, line, response }) => [name, line, response.status, response.contentType]);
    expect(found).toEqual([
      ['getUsual', 4, 201, ''],
      ['getRange', 5, 200, ''],
      ['getMoved', 6, 302, ''],
      ['getDefault', 7, 200, ''],
      ['getErrors', 8, 200, ''],
      ['getEmpty', 9, 204, 'application/json'],
      ['getNothing', 10, 200, ''],
      ['getTypes', 12, 200, 'application/json'],
    ]);
  });
});

describe('what a client prefers', () => {
  it.each([
    ['/usual', 'code=404', '404'],
    ['/range', 'code=500', '500'],
    ['/errors', 'code=404', '404 text/plain gone'],
    [
      '/usual',
      'code=418',
      '400 application/json {"error":"Bad Request","message":"Prefer asks for the response 418, the description has 201, 202, 404"}',
    ],
    [
      '/usual',
      'code=99',
      '400 application/json {"error":"Bad Request","message":"Prefer asks for the response 99, the description has 201, 202, 404"}',
    ],
    ['/examples', '', '200 application/json { "n": 1 }'],
    ['/examples', 'example=second', '200 application/json { "n": 2 }'],
    ['/examples', 'example="lost"', '404 application/json { "why": "lost" }'],
    ['/examples', 'code=404, example=far', '404 application/json { "why": "far" }'],
    ['/examples', 'respond-async, Code=404; EXAMPLE="far"', '404 application/json { "why": "far" }'],
    ['/examples', 'code=410', '410 text/plain other'],
    [
      '/examples',
      'code=404, example=second',
      '400 application/json {"error":"Bad Request","message":"Prefer asks for the example second, the description has lost, far"}',
    ],
    [
      '/examples',
      'example=none',
      '400 application/json {"error":"Bad Request","message":"Prefer asks for the example none, the description has first, second, lost, far"}',
    ],
    [
      '/usual',
      'example=none',
      '400 application/json {"error":"Bad Request","message":"Prefer asks for the example none, the description has none with a name"}',
    ],
  ])('%s, Prefer: %s: %s', async (path, prefer, expected) => {
    expect(await shown(path, { Prefer: prefer })).toBe(expected);
  });
});

describe('the media type of a described operation', () => {
  const XML = '<?xml version="1.0" encoding="UTF-8"?> <Pair> <a>x &amp; y</a> <b>1</b> <b>2</b> </Pair>';

  it.each([
    ['', '200 application/json { "a": 1 }'],
    ['*/*', '200 application/json { "a": 1 }'],
    ['text/plain', '200 text/plain plain'],
    ['text/*', '200 text/plain plain'],
    ['text/plain;q=0.5, application/json;q=0.4', '200 text/plain plain'],
    ['application/json;q=0, */*;q=0.1', '200 text/plain plain'],
    ['application/xml', `200 application/xml ${XML}`],
    ['application/x-www-form-urlencoded', '200 application/x-www-form-urlencoded a=x+%26+y&b=1&b=2'],
    ['image/png', '200 text/plain plain'],
  ])('Accept: %s: %s', async (accept, expected) => {
    expect(await shown('/types', { Accept: accept })).toBe(expected);
  });

  it('is JSON for any type, and for a text of JSON', async () => {
    expect(await shown('/wild')).toBe('200 application/json { "a": 1 }');
    expect(await shown('/texts')).toBe('200 application/json {"a":1}');
  });
});

describe('a sampled response', () => {
  it('has what clients read, and nothing that only they write', async () => {
    const { body } = await respond(SHOP, '/schemas', {});
    expect(JSON.parse(body)).toEqual({
      id: 5,
      state: 'open',
      tags: ['blue', 'blue'],
      buyer: 'sample@example.test',
      seen: false,
    });
  });

  it('ends where a schema contains itself', async () => {
    const { body } = await respond(SHOP, '/tree', {});
    expect(JSON.parse(body)).toEqual({ name: 'sample' });
  });

  it('has the headers that are required, and those with an example', async () => {
    expect((await respond(SHOP, '/headers', {})).headers).toEqual([
      ['Content-Type', 'application/json'],
      ['X-Total', '7'],
      ['X-Parts', '1,2'],
      ['X-Line', 'a b: c'],
    ]);
  });

  it('is made once', async () => {
    const [route] = await describedRoutes(SHOP);
    const request = new ReceivedRequest({
      method: 'GET',
      target: '/',
      rawHeaders: [],
      body: new Uint8Array(0),
    });
    expect(await route?.operation?.respond(request, [])).toBe(await route?.operation?.respond(request, []));
  });
});

describe('a response of version 2.0', () => {
  const OLD = dedent`
    swagger: 2.0
    produces: [application/json]
    paths:
      /crates:
        get:
          responses:
            200:
              description: ok
              schema: { $ref: '#/definitions/Crate' }
              examples: { application/xml: <crate/> }
              headers: { X-Total: { type: integer } }
    definitions:
      Crate: { type: object, properties: { id: { type: integer, x-nullable: true }, kind: { type: string, x-example: box } } }
  `;

  it.each([
    ['', '{"id":1,"kind":"sample"}'],
    ['application/xml', '<crate/>'],
  ])('Accept: %s: %s', async (accept, expected) => {
    const { status, body, headers } = await respond(OLD, '/crates', { Accept: accept });
    expect([status, body.replace(/\s/g, '')]).toEqual([200, expected]);
    expect(headers).toHaveLength(1);
  });
});
