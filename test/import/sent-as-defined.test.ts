import { describe, expect, it } from 'vitest';
import { convertClientExport } from '../../src/convert/from-client-export/convert-client-export.js';
import { convertCollection } from '../../src/convert/from-collection/convert-collection.js';
import { convertOpenapi } from '../../src/convert/from-openapi/convert-openapi.js';
import { dedent } from '../support/dedent.js';
import { importedText } from '../support/runs/imported.js';
import { loopback, runRequests, type SeenRequest } from '../support/runs/run-requests.js';

const options = { tests: true, saveBodies: false };

function header({ headers }: SeenRequest, name: string): unknown {
  return headers[name.toLowerCase()];
}

/** Method, target, and the named headers that were sent. */
function facts(request: SeenRequest | undefined, ...names: readonly string[]): unknown[] {
  if (request === undefined) return [];
  return [`${request.method} ${request.path}`, ...names.map((name) => header(request, name))];
}

describe('an imported OpenAPI document', () => {
  it('sends what the document says', async () => {
    const { url, requests } = await loopback(({ method }) =>
      method === 'POST'
        ? { status: 201, json: {} }
        : method === 'DELETE'
          ? { status: 303, headers: { Location: '/gone' } }
          : { json: {} },
    );
    const json = { content: { 'application/json': {} } };
    const source = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Desk' },
      servers: [{ url: `${url}/{base}/`, variables: { base: { default: 'v1' } } }],
      security: [{ key: [], other: [] }],
      paths: {
        '/a/{ref}': {
          get: {
            parameters: [
              { name: 'ref', in: 'path', required: true, example: 'x/y z' },
              { name: 'tag', in: 'query', example: ['a&b', 'c+d'] },
              { name: 'at', in: 'query', style: 'deepObject', example: { from: 'é' } },
              { name: 'X-Trace', in: 'header', required: true, schema: { type: 'integer', minimum: 4 } },
              { name: 'sid', in: 'cookie', example: 's1' },
            ],
            responses: { 200: json },
          },
        },
        '/b': {
          post: {
            security: [],
            requestBody: { content: { 'application/json': { example: { t: '{{not}}', n: [1.5] } } } },
            responses: { 201: json },
          },
          put: {
            security: [],
            requestBody: {
              content: { 'application/x-www-form-urlencoded': { example: { a: 'x=1&y', b: ['1', '2'] } } },
            },
            responses: { '2XX': {} },
          },
          delete: { security: [{ user: [] }], responses: { 303: {} } },
        },
      },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'query', name: 'key' },
          other: { type: 'apiKey', in: 'header', name: 'X-Other' },
          user: { type: 'http', scheme: 'basic' },
        },
      },
    });
    const text = importedText(await convertOpenapi(source, { ...options, location: '' }));
    const variables = dedent`
      @key_key = k 1
      @other_key = o
      @user_username = ann
      @user_password = secret
    `;
    const { results } = await runRequests({ 'a.http': `${variables}\n${text}` });
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true, true]);
    expect(facts(requests[0], 'X-Trace', 'Cookie', 'X-Other')).toEqual([
      'GET /v1/a/x%2Fy%20z?tag=a%26b&tag=c%2Bd&at%5Bfrom%5D=%C3%A9&key=k%201',
      '4',
      'sid=s1',
      'o',
    ]);
    expect(facts(requests[1], 'Content-Type')).toEqual(['POST /v1/b', 'application/json']);
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({ t: '{{not}}', n: [1.5] });
    expect(facts(requests[2], 'Content-Type')).toEqual(['PUT /v1/b', 'application/x-www-form-urlencoded']);
    expect(requests[2]?.body).toBe('a=x%3D1%26y&b=1&b=2');
    expect(facts(requests[3], 'Authorization')).toEqual([
      'DELETE /v1/b',
      `Basic ${Buffer.from('ann:secret').toString('base64')}`,
    ]);
  });
});

describe('an imported collection', () => {
  it('signs in, keeps the token and sends the rest as defined', async () => {
    const { url, requests } = await loopback(({ path }) =>
      path === '/login' ? { status: 201, json: { data: { token: 't-77' } } } : { json: { ok: true } },
    );
    const source = JSON.stringify({
      info: { name: 'Shop', schema: 'https://schema.example.test/v2.1.0/' },
      variable: [{ key: 'host', value: url.slice('http://'.length) }],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      item: [
        {
          name: 'Login',
          request: {
            auth: { type: 'noauth' },
            method: 'POST',
            url: '{{host}}/login',
            body: { mode: 'raw', raw: '{"path": "C:\\\\{{host}}"}', options: { raw: { language: 'json' } } },
          },
          event: [
            {
              listen: 'test',
              script: {
                exec: [
                  'pm.test("made", function () { pm.response.to.have.status(201); });',
                  'pm.environment.set("token", pm.response.json().data.token);',
                ],
              },
            },
          ],
        },
        {
          name: 'Upload',
          request: {
            method: 'POST',
            url: {
              raw: '{{host}}/files/:id?x=a b',
              variable: [{ key: 'id', value: '7' }],
              query: [{ key: 'x', value: 'a b' }],
            },
            header: [
              { key: 'X-A', value: '1' },
              { key: 'X-A', value: '2' },
            ],
            body: { mode: 'formdata', formdata: [{ key: 'note', value: ' two\nlines ' }] },
          },
        },
      ],
    });
    const converted = await convertCollection(source, options);
    expect(converted.losses).toEqual([]);
    const { results } = await runRequests({ 'a.http': importedText(converted) });
    expect(results.map(({ passed }) => passed)).toEqual([true, true]);
    expect(facts(requests[0], 'Authorization', 'Content-Type')).toEqual([
      'POST /login',
      undefined,
      'application/json',
    ]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ path: `C:\\${url.slice('http://'.length)}` });
    expect(facts(requests[1], 'Authorization', 'X-A')).toEqual([
      'POST /files/7?x=a%20b',
      'Bearer t-77',
      '1, 2',
    ]);
    expect(requests[1]?.body).toContain('name="note"\r\n\r\n two\nlines \r\n');
  });
});

describe('an imported client export', () => {
  it('sends what the requests say, with the environment filled in', async () => {
    const { url, requests } = await loopback(() => ({ json: {} }));
    const source = JSON.stringify({
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'w', _type: 'workspace', name: 'Desk' },
        { _id: 'e', _type: 'environment', parentId: 'w', data: { base: { url }, user: 'ann' } },
        {
          _id: 'f',
          _type: 'request_group',
          parentId: 'w',
          name: 'F',
          headers: [{ name: 'X-F', value: '{{ _.user }}' }],
        },
        {
          _id: 'r',
          _type: 'request',
          parentId: 'f',
          name: 'Query',
          method: 'POST',
          url: '{{ _.base.url }}/:kind',
          pathParameters: [{ name: 'kind', value: 'q' }],
          parameters: [{ name: 'a b', value: '{{ _.user }}&c' }],
          authentication: { type: 'apikey', key: 'sid', value: 'c1', addTo: 'cookie' },
          body: {
            mimeType: 'application/graphql',
            text: '{"query": "{ a }", "variables": {"u": "{{ _.user }}"}}',
          },
        },
      ],
    });
    const text = importedText(await convertClientExport(source, { ...options, perFolder: false }));
    const { results } = await runRequests({ 'a.http': text });
    expect(results.map(({ passed }) => passed)).toEqual([true]);
    expect(facts(requests[0], 'X-F', 'Cookie', 'Content-Type')).toEqual([
      'POST /q?a%20b=ann%26c',
      'ann',
      'sid=c1',
      'application/json',
    ]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ query: '{ a }', variables: { u: 'ann' } });
  });

  it('sends the requests first whose responses it uses', async () => {
    const { url, requests } = await loopback(({ path }) =>
      path === '/login' ? { json: { token: 't-88' }, headers: { 'X-Trace': 'abc' } } : { json: {} },
    );
    const request = { _type: 'request', parentId: 'w' };
    const source = JSON.stringify({
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'w', _type: 'workspace', name: 'Desk' },
        {
          _id: 'e',
          _type: 'environment',
          parentId: 'w',
          data: { token: "{% response 'body', 'in', 'b64::JC50b2tlbg==::46b', 'no-history', 60 %}" },
        },
        {
          ...request,
          _id: 'use',
          name: 'Use',
          url: `${url}/use`,
          authentication: { type: 'bearer', token: '{{ _.token }}' },
          headers: [{ name: 'X-Seen', value: "{% response 'header', 'in', 'X-Trace' %}" }],
        },
        { ...request, _id: 'in', name: 'Log in', url: `${url}/login` },
      ],
    });
    const converted = await convertClientExport(source, { ...options, perFolder: false });
    expect(converted.losses).toEqual([]);
    const { results } = await runRequests({ 'a.http': importedText(converted) });
    expect(results.map(({ passed }) => passed)).toEqual([true, true]);
    expect(facts(requests[0])).toEqual(['GET /login']);
    expect(facts(requests[1], 'Authorization', 'X-Seen')).toEqual(['GET /use', 'Bearer t-88', 'abc']);
  });
});
