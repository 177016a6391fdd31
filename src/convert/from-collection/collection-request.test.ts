import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { collectionOf } from '../../../test/support/runs/foreign-definitions.js';
import { requestR, type OneRequest } from '../../../test/support/runs/imported.js';
import { convertCollection } from './convert-collection.js';

async function request(value: unknown): Promise<OneRequest> {
  const source = JSON.stringify(collectionOf(value));
  return requestR(await convertCollection(source, { tests: true, saveBodies: false }));
}

describe('one request of a collection', () => {
  it.each([
    [{ url: 'x.test/a b' }, 'GET http://x.test/a%20b\n'],
    [
      {
        url: {
          protocol: 'https',
          host: ['x', 'test'],
          port: '8443',
          path: ['a', { value: 'b' }],
          query: [{ key: 'q' }],
        },
      },
      'GET https://x.test:8443/a/b?q\n',
    ],
    [
      {
        url: {
          raw: 'https://x.test/old?a=1',
          host: ['https://x.test'],
          path: ['new', ''],
          query: [{ key: 'b', value: '2' }],
        },
      },
      'GET https://x.test/new/?b=2\n',
    ],
    [{ url: { raw: 'https://x.test/a?b=1', host: ['x', 'test'] } }, 'GET https://x.test/a?b=1\n'],
    [{ url: { raw: '{{h}}/a?b=1', host: ['{{h}}'], path: ['a'] } }, 'GET {{h}}/a?b=1\n'],
    [
      { url: { raw: 'https://x.test/:id/:id2?a=:id', variable: [{ key: 'id', value: '5' }] } },
      'GET https://x.test/{{id}}/:id2?a=:id\n',
    ],
    [
      { url: { raw: 'https://x.test/:id', variable: [{ key: 'id', value: '{{id}}' }] } },
      'GET https://x.test/{{id}}\n',
    ],
    [
      { url: 'https://x.test', header: 'A: 1\nB:2' },
      dedent`
        GET https://x.test
        A: 1
        B: 2
      `,
    ],
    [
      {
        method: 'POST',
        url: 'https://x.test',
        body: {
          mode: 'raw',
          raw: '{"at": "C:\\\\{{dir}}", "n": {{$randomInt}}, "c": "{{$randomCity}}"}',
          options: { raw: { language: 'json' } },
        },
      },
      dedent`
        POST https://x.test
        Content-Type: application/json

        {"at": "C:{{$base64Decode(XFw=)}}{{dir}}", "n": {{$random(0, 1000)}}, "c": "{{$randomCity}}"}
      `,
    ],
    [
      {
        method: 'POST',
        url: 'https://x.test',
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'a', value: ' b' },
            { key: 'c', disabled: true },
          ],
        },
      },
      dedent`
        POST https://x.test

        & a = {{$base64Decode(IA==)}}b
      `,
    ],
    [
      {
        method: 'POST',
        url: 'https://x.test',
        body: {
          mode: 'formdata',
          formdata: [
            { key: 'a', value: 'b' },
            { key: 'f', type: 'file', src: ['x.png', 'in/y.png'] },
          ],
        },
      },
      dedent`
        POST https://x.test

        >>>multipart
        field a = b
        file f @./x.png
        file f @./in/y.png
        <<<
      `,
    ],
    [
      {
        method: 'POST',
        url: 'https://x.test',
        body: { mode: 'graphql', graphql: { query: 'query($a: Int) { a }', variables: '{"a": 1}' } },
      },
      dedent`
        POST https://x.test

        >>>graphql
        query($a: Int) { a }
        <<<

        >>>variables
        {"a": 1}
        <<<
      `,
    ],
    [
      { method: 'PUT', url: 'https://x.test', body: { mode: 'file', file: { src: 'data/a.bin' } } },
      dedent`
        PUT https://x.test

        < ./data/a.bin
      `,
    ],
    [{ url: 'https://x.test', body: { mode: 'raw', raw: 'x', disabled: true } }, 'GET https://x.test\n'],
  ])('reads %j', async (value, expected) => {
    expect((await request(value)).text).toBe(expected);
  });

  it.each([
    [
      {
        type: 'digest',
        digest: [
          { key: 'username', value: 'a' },
          { key: 'password', value: '' },
        ],
      },
      '# @auth digest a, ""',
    ],
    [
      {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'k' },
          { key: 'value', value: 'v' },
          { key: 'in', value: 'query' },
        ],
      },
      '# @auth apiKeyQuery k, v',
    ],
    [{ type: 'basic', basic: { username: 'old', password: 'form' } }, '# @auth basic old, form'],
    [
      {
        type: 'awsv4',
        awsv4: [
          { key: 'accessKey', value: 'a' },
          { key: 'secretKey', value: 's' },
          { key: 'service', value: 'sqs' },
        ],
      },
      '# @auth cloudsig a, s, us-east-1, sqs',
    ],
    [
      {
        type: 'oauth2',
        oauth2: [
          { key: 'grant_type', value: 'password_credentials' },
          { key: 'accessTokenUrl', value: 'http://i.test' },
          { key: 'clientId', value: 'c' },
          { key: 'username', value: 'u' },
          { key: 'password', value: 'p' },
          { key: 'scope', value: 'a b' },
        ],
      },
      '# @auth oauth2 password http://i.test, c, "", u, p, a,b',
    ],
  ])('carries %j', async (auth, expected) => {
    const { text, losses } = await request({ url: 'https://x.test', auth });
    expect(text.split('\n')[0]).toBe(expected);
    expect(losses).toEqual([]);
  });
});

describe('a body as the client sends it', () => {
  it('is plain text where neither a header nor a language names another type', async () => {
    const sent = { method: 'POST', url: 'http://x.test', body: { mode: 'raw', raw: '{"a": 1}' } };
    expect((await request(sent)).text).toBe('POST http://x.test\nContent-Type: text/plain\n\n{"a": 1}\n');
    const header = [{ key: 'content-type', value: 'application/x-y' }];
    expect((await request({ ...sent, header })).text).toBe(
      'POST http://x.test\ncontent-type: application/x-y\n\n{"a": 1}\n',
    );
  });

  it.each(['GET', 'HEAD'])('is left out with %s, and reported, unless a setting keeps it', async (method) => {
    const sent = { method, url: 'http://x.test', body: { mode: 'raw', raw: 'x' } };
    const found = await request(sent);
    expect(found.text).toBe(`${method} http://x.test\n`);
    expect(found.losses).toEqual([`/item/0/request/body: Postman sends no body with ${method}`]);
    const kept = collectionOf(sent, { protocolProfileBehavior: { disableBodyPruning: true } });
    const { text, losses } = requestR(
      await convertCollection(JSON.stringify(kept), { tests: true, saveBodies: false }),
    );
    expect(text).toContain('Content-Type: text/plain\n\nx\n');
    expect(losses).toEqual([]);
  });
});

describe('what no request can hold', () => {
  it('reports a script that is named by its address', async () => {
    const event = [{ listen: 'test', script: { src: 'https://x.test/check.js' } }];
    const source = JSON.stringify(collectionOf({ url: 'http://x.test' }, { event }));
    const { losses } = requestR(await convertCollection(source, { tests: true, saveBodies: false }));
    expect(losses).toEqual(['/event/0/script/src: a script that is named by its address is not read']);
  });

  it('turns credentials of the URL into a way to sign in, or reports them', async () => {
    const url = { raw: 'https://ann:p%40ss@x.test/a', protocol: 'https', host: ['x', 'test'], path: ['a'] };
    for (const written of [url, url.raw]) {
      const { text, losses } = await request({ url: written });
      expect(text).toContain('# @auth basic ann, p@ss\nGET https://x.test/a\n');
      expect(losses).toEqual([]);
    }
    const templated = await request({ url: 'http://{{user}}:{{pass}}@x.test/' });
    expect(templated.text).toContain('# @auth basic {{user}}, {{pass}}\nGET http://x.test/\n');
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{t}}' }] };
    expect((await request({ url, auth })).losses).toEqual([
      '/item/0/request/url: the credentials in the URL are not sent, because the request has others',
    ]);
  });

  it.each([[{}], [{ src: null }], [{ src: [] }], [{ src: '' }]])(
    'reports a file part with %j',
    async (part) => {
      const formdata = [{ key: 'scan', type: 'file', ...part }];
      const sent = { method: 'POST', url: 'http://x.test', body: { mode: 'formdata', formdata } };
      const { losses } = await request(sent);
      expect(losses).toEqual(['/item/0: the part scan names no file']);
    },
  );
});
