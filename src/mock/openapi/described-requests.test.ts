/** Which requests a described operation refuses, and why. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { describedRoutes } from '../../../test/support/runs/description-routes.js';
import { NO_PORTS } from '../../../test/support/servers/served-ports.js';
import { startMock } from '../mock-server.js';

const DEPOT = dedent`
  openapi: 3.0.3
  info: { title: Depot, version: '1' }
  servers: [{ url: 'https://depot.test/v1' }]
  paths:
    /crates:
      get:
        parameters:
          - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
          - { name: tags, in: query, schema: { type: array, maxItems: 2, items: { enum: [red, blue] } } }
          - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } } }
          - { name: zones, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: integer } } }
          - { name: range, in: query, style: deepObject, schema: { type: object, required: [from], properties: { from: { type: integer }, to: { type: integer } } } }
          - { name: sort, in: query, schema: { type: object, properties: { by: { type: string }, down: { type: boolean } } } }
          - { name: code, in: query, schema: { oneOf: [{ type: integer }, { type: string, pattern: '^x' }] } }
          - { name: zip, in: query, schema: { type: string, minLength: 5 } }
          - { name: note, in: query, allowEmptyValue: true, schema: { type: string, minLength: 5 } }
          - { name: when, in: query, schema: { type: string, format: date } }
          - { name: filter, in: query, content: { application/json: { schema: { type: object, required: [a] } } } }
        responses: { '200': { description: ok } }
    /crates/{crateId}:
      parameters:
        - { name: crateId, in: path, required: true, schema: { type: integer } }
        - { $ref: '#/components/parameters/Trace' }
      get:
        parameters:
          - { name: X-Parts, in: header, schema: { type: array, items: { type: integer } } }
          - { name: desk, in: cookie, schema: { type: string, maxLength: 3 } }
          - { name: Accept, in: header, required: true, schema: { enum: [none] } }
        responses: { '200': { description: ok } }
      put:
        requestBody: { $ref: '#/components/requestBodies/Crate' }
        responses: { '204': { description: ok } }
    /labels/{names}/{.dots}/{;semis}:
      get:
        parameters:
          - { name: names, in: path, required: true, schema: { type: array, maxItems: 2 } }
        responses: { '200': { description: ok } }
    /notes:
      post:
        requestBody:
          content:
            application/x-www-form-urlencoded:
              schema:
                type: object
                required: [text]
                properties: { text: { type: string }, count: { type: integer }, tags: { type: array, maxItems: 1, items: { type: string } } }
            multipart/form-data:
              schema: { type: object, required: [file, size], properties: { file: { type: string, format: binary }, size: { type: integer } } }
            text/*: {}
        responses: { '200': { description: ok } }
  components:
    parameters:
      Trace: { name: X-Trace, in: header, required: true, schema: { type: string, minLength: 3 } }
    requestBodies:
      Crate:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Crate' } } }
    schemas:
      Crate:
        type: object
        required: [id, weight]
        additionalProperties: false
        properties:
          id: { allOf: [{ type: integer }], readOnly: true }
          weight: { type: number, minimum: 0.5, nullable: true }
          inner: { $ref: '#/components/schemas/Crate' }
          lid: { oneOf: [{ $ref: '#/components/schemas/Wood' }, { type: boolean }] }
      Wood: { allOf: [{ type: object, required: [age] }, { properties: { age: { type: integer } } }] }
`;

interface Refusal {
  readonly message?: string;
  readonly problems?: readonly string[];
}

async function origin(text: string): Promise<string> {
  const mock = await startMock({
    routes: await describedRoutes(text),
    host: '127.0.0.1',
    port: 0,
    delay: 0,
    cors: false,
    ports: NO_PORTS,
    onRequest: () => undefined,
  });
  onTestFinished(() => mock.stop(0));
  return `http://${mock.host}:${mock.port}`;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The status, and everything that is said about the request. */
async function verdict(text: string, target: string, sent: Sent = {}): Promise<string> {
  const response = await fetch((await origin(text)) + target, sent);
  const refusal = response.headers.get('content-type') === 'application/json' ? await response.json() : {};
  const { message = '', problems = [message] } = refusal as Refusal;
  return [response.status, ...problems].join('; ').replace(/; $/, '');
}

const TRACE = { 'X-Trace': 'abc' };
const JSON_TYPE = { ...TRACE, 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function parts(...fields: readonly (readonly [string, string])[]): Sent {
  const texts = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return { method: 'POST', headers, body: `${texts.join('')}--b--\r\n` };
}

describe('a described operation checks the query', () => {
  it.each([
    ['', '200'],
    ['?unknown=1', '200'],
    ['?limit=1', '200'],
    ['?limit=500', '400; query limit must be at most 100, it is 500'],
    ['?limit=0', '400; query limit must be at least 1, it is 0'],
    ['?limit=2.5', '400; query limit must be integer, it is 2.5'],
    ['?limit=many', '400; query limit must be integer, it is "many"'],
    ['?limit=', '400; query limit must be integer, it is ""'],
    ['?tags=red&tags=blue', '200'],
    ['?tags=red&tags=green', '400; query tags[1] must be one of ["red","blue"], it is "green"'],
    ['?tags=red&tags=red&tags=red', '400; query tags must have at most 2 elements'],
    ['?ids=1,2,3', '200'],
    ['?ids=1,b', '400; query ids[1] must be integer, it is "b"'],
    ['?zones=1|2', '200'],
    ['?zones=1%7Cx', '400; query zones[1] must be integer, it is "x"'],
    ['?range[from]=1&range[to]=2', '200'],
    ['?range[to]=2', '400; query range must have property "from"'],
    ['?range[from]=x', '400; query range.from must be integer, it is "x"'],
    ['?by=name&down=true', '200'],
    ['?by=name&down=maybe', '400; query sort.down must be boolean, it is "maybe"'],
    ['?code=12', '200'],
    ['?code=x12', '200'],
    ['?code=y', '400; query code must match exactly one schema of oneOf, matches 0, it is "y"'],
    ['?zip=01234', '200'],
    ['?zip=12345', '200'],
    ['?zip=1', '400; query zip must have at least 5 characters, it is "1"'],
    ['?note=', '200'],
    ['?note=abc', '400; query note must have at least 5 characters, it is "abc"'],
    ['?when=2031-02-30', '400; query when must be a valid date, it is "2031-02-30"'],
    ['?filter={"a":1}', '200'],
    ['?filter={"b":1}', '400; query filter must have property "a"'],
    ['?filter={', '400; query filter must be JSON'],
    [
      '?limit=0&ids=a',
      '400; query limit must be at least 1, it is 0; query ids[0] must be integer, it is "a"',
    ],
  ])('%s: %s', async (query, expected) => {
    expect(await verdict(DEPOT, `/v1/crates${query}`)).toBe(expected);
  });
});

describe('a described operation checks paths, headers and cookies', () => {
  it.each([
    ['/v1/crates/7', TRACE, '200'],
    ['/v1/crates/seven', TRACE, '400; path crateId must be integer, it is "seven"'],
    ['/v1/crates/7', {}, '400; header X-Trace is required'],
    ['/v1/crates/7', { 'x-trace': 'ab' }, '400; header X-Trace must have at least 3 characters, it is "ab"'],
    ['/v1/crates/7', { ...TRACE, 'X-Parts': '1, 2' }, '200'],
    ['/v1/crates/7', { ...TRACE, 'X-Parts': '1, b' }, '400; header X-Parts[1] must be integer, it is "b"'],
    ['/v1/crates/7', { ...TRACE, Cookie: 'a=b; desk=abc' }, '200'],
    [
      '/v1/crates/7',
      { ...TRACE, Cookie: 'desk=abcd' },
      '400; cookie desk must have at most 3 characters, it is "abcd"',
    ],
    ['/v1/labels/a,b/x/y', {}, '200'],
    ['/v1/labels/a,b,c/x/y', {}, '400; path names must have at most 2 elements'],
  ] as const)('%s %j: %s', async (path, headers, expected) => {
    expect(await verdict(DEPOT, path, { headers })).toBe(expected);
  });
});

describe('a described operation checks the body', () => {
  const put = (body: string, headers: Sent['headers'] = JSON_TYPE): Sent => ({
    method: 'PUT',
    headers,
    body,
  });

  it.each([
    [put('{"weight":1}'), '204'],
    [put('{"weight":null,"inner":{"weight":2,"inner":{"weight":3}}}'), '204'],
    [put('{"weight":1,"lid":{"age":3}}'), '204'],
    [put(''), '400; body is required'],
    [put('{"weight":'), '400; body must be JSON'],
    [put('[]'), '400; body must be object'],
    [put('{}'), '400; body must have property "weight"'],
    [put('{"weight":0.1}'), '400; body.weight must be at least 0.5, it is 0.1'],
    [put('{"weight":1,"lost":2}'), '400; body.lost must not be there, it is 2'],
    [put('{"weight":1,"inner":{}}'), '400; body.inner must have property "weight"'],
    [put('{"weight":1,"lid":{}}'), '400; body.lid must match exactly one schema of oneOf, matches 0'],
    [
      put('{"weight":1}', TRACE),
      '415; Content-Type is text/plain;charset=UTF-8, the body must be application/json',
    ],
    [put('{"weight":1}', { ...TRACE, 'Content-Type': 'application/json; charset=utf-8' }), '204'],
    [
      put('{"weight":0}', { 'Content-Type': 'application/json' }),
      '400; header X-Trace is required; body.weight must be at least 0.5, it is 0',
    ],
  ])('%j: %s', async (sent, expected) => {
    expect(await verdict(DEPOT, '/v1/crates/7', sent)).toBe(expected);
  });

  it.each([
    [{ method: 'POST' }, '200'],
    [{ method: 'POST', headers: FORM, body: 'text=a&count=3&tags=x' }, '200'],
    [{ method: 'POST', headers: FORM, body: 'text=12' }, '200'],
    [
      { method: 'POST', headers: FORM, body: 'count=a' },
      '400; body must have property "text"; body.count must be integer, it is "a"',
    ],
    [
      { method: 'POST', headers: FORM, body: 'text=a&tags=x&tags=y' },
      '400; body.tags must have at most 1 elements',
    ],
    [parts(['file', 'abc'], ['size', '3']), '200'],
    [parts(['size', '3']), '400; body must have property "file"'],
    [
      { method: 'POST', headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
      '400; body must be multipart/form-data with a boundary',
    ],
    [{ method: 'POST', headers: { 'Content-Type': 'text/css' }, body: 'x' }, '200'],
    [
      { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: 'x' },
      '415; Content-Type is image/png, the body must be application/x-www-form-urlencoded or multipart/form-data or text/*',
    ],
  ])('of a form %j: %s', async (sent, expected) => {
    expect(await verdict(DEPOT, '/v1/notes', sent)).toBe(expected);
  });
});

describe('a described operation of version 2.0', () => {
  const OLD = dedent`
    swagger: '2.0'
    info: { title: Depot, version: '1' }
    basePath: /old/
    consumes: [application/json]
    paths:
      /crates:
        get:
          parameters:
            - { name: ids, in: query, type: array, items: { type: integer }, required: true }
            - { name: tags, in: query, type: array, collectionFormat: multi, maxItems: 1, items: { type: string } }
          responses: { 200: { description: ok } }
        post:
          parameters: [{ name: crate, in: body, required: true, schema: { $ref: '#/definitions/Crate' } }]
          responses: { 201: { description: ok } }
        put:
          parameters:
            - { name: photo, in: formData, type: file, required: true }
            - { name: size, in: formData, type: integer }
          responses: { 200: { description: ok } }
    definitions:
      Crate: { type: object, required: [id, weight], properties: { id: { type: integer, readOnly: true }, weight: { type: number, x-nullable: true } } }
  `;
  const post = (body: string): Sent => ({ method: 'POST', headers: JSON_TYPE, body });

  it.each([
    ['?ids=1,2&tags=a', {}, '200'],
    ['', {}, '400; query ids is required'],
    ['?ids=1,x', {}, '400; query ids[1] must be integer, it is "x"'],
    ['?ids=1&tags=a&tags=b', {}, '400; query tags must have at most 1 elements'],
    ['', post('{"weight":null}'), '201'],
    ['', post('{"weight":"1"}'), '400; body.weight must be number, it is "1"'],
    ['', post(''), '400; body is required'],
    ['', { ...parts(['photo', 'abc'], ['size', '1']), method: 'PUT' }, '200'],
    [
      '',
      { ...parts(['size', 'x']), method: 'PUT' },
      '400; body must have property "photo"; body.size must be integer, it is "x"',
    ],
  ] as const)('%s %j: %s', async (query, sent, expected) => {
    expect(await verdict(OLD, `/old/crates${query}`, sent)).toBe(expected);
  });
});

describe('an unusual request', () => {
  it('gets at most ten reasons', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const schema = { type: 'object', required: names };
    const document = {
      openapi: '3.1.0',
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    };
    const response = await fetch(await origin(JSON.stringify(document)), post('{}'));
    const { message, problems } = (await response.json()) as Refusal;
    expect(message).toBe('body must have property "n0" (and 9 more)');
    expect(problems).toHaveLength(10);
  });

  it('is checked in a thread when it takes long', async () => {
    const items = Array.from({ length: 10_000 }, () => ({ a: 1 }));
    const schema = { type: 'array', items: { $ref: '#/components/schemas/Item' } };
    const document = {
      openapi: '3.0.0',
      components: {
        schemas: {
          Item: { required: ['id', 'a'], properties: { id: { readOnly: true }, a: { type: 'integer' } } },
        },
      },
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    };
    const text = JSON.stringify(document);
    const body = JSON.stringify([...items, { a: 'x' }]);
    expect(await verdict(text, '/', post(JSON.stringify(items)))).toBe('200');
    expect(await verdict(text, '/', post(body))).toBe('400; body[10000].a must be integer, it is "x"');
  });

  it('is not refused because of a schema that cannot be used', async () => {
    const schema = { pattern: '(', $ref: '#/nowhere' };
    const document = {
      openapi: '3.1.0',
      paths: { '/': { get: { parameters: [{ name: 'a', in: 'query', schema }] } } },
    };
    expect(await verdict(JSON.stringify(document), '/?a=1')).toBe('200');
  });

  function post(body: string): Sent {
    return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  }
});
