import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { clientExportOf, exportedRequest } from '../../../test/support/runs/foreign-definitions.js';
import { requestR, type OneRequest } from '../../../test/support/runs/imported.js';
import { convertClientExport } from './convert-client-export.js';

async function one(value: object): Promise<OneRequest> {
  const source = JSON.stringify(clientExportOf(exportedRequest('r', 'w', value)));
  return requestR(await convertClientExport(source, { tests: true, saveBodies: false, perFolder: false }));
}

describe('one request of a client export', () => {
  it.each([
    [
      { url: 'x.test/:id/:no', pathParameters: [{ name: 'id', value: 'a' }] },
      'GET http://x.test/{{id}}/:no\n',
    ],
    [
      { url: "{{ _['a b'] }}/{% uuid 'v4' %}/{% now 'unix', '' %}" },
      'GET {{a b}}/{{$uuid()}}/{{$timestamp()}}\n',
    ],
    [
      { url: "http://x.test/{{ $randomCity }}/{% faker 'randomFirstName' %}" },
      'GET http://x.test/{{$randomCity}}/{{$randomFirstName}}\n',
    ],
    [
      {
        headers: [
          { name: 'A', value: "{% base64 'encode', 'normal', 'x y' %}" },
          { name: '', value: 'z' },
        ],
      },
      'GET http://x.test\nA: {{$base64(x y)}}\n',
    ],
    [
      {
        body: {
          mimeType: 'application/x-www-form-urlencoded',
          params: [
            { name: 'a', value: '1' },
            { name: 'b', disabled: true },
          ],
        },
      },
      dedent`
        GET http://x.test

        & a = 1
      `,
    ],
    [
      {
        body: {
          mimeType: 'multipart/form-data',
          params: [
            { name: 'a', value: '1' },
            { name: 'f', type: 'file', fileName: 'x.png' },
          ],
        },
      },
      dedent`
        GET http://x.test

        >>>multipart
        field a = 1
        file f @./x.png
        <<<
      `,
    ],
    [
      { body: { mimeType: 'application/octet-stream', fileName: 'x' } },
      dedent`
        GET http://x.test
        Content-Type: application/octet-stream

        < ./x
      `,
    ],
    [
      { body: { mimeType: 'application/graphql', text: '{"query": "{ a }", "variables": {"b": 1}}' } },
      dedent`
        GET http://x.test

        >>>graphql
        { a }
        <<<

        >>>variables
        {
          "b": 1
        }
        <<<
      `,
    ],
    [
      { headers: [{ name: 'content-type', value: 'text/x' }], body: { mimeType: 'text/plain', text: 'hi' } },
      dedent`
        GET http://x.test
        content-type: text/x

        hi
      `,
    ],
    [
      { authentication: { type: 'bearer', token: 't', prefix: 'Token' } },
      'GET http://x.test\nAuthorization: Token t\n',
    ],
    [
      { authentication: { type: 'basic', username: 'u', password: 'p', disabled: true } },
      'GET http://x.test\n',
    ],
    [
      { authentication: { type: 'apikey', key: 'k', value: 'v', addTo: 'queryParams' } },
      '# @auth apiKeyQuery k, v\nGET http://x.test\n',
    ],
    [
      { authentication: { type: 'apikey', key: 'k', value: 'v', addTo: 'cookie' } },
      'GET http://x.test\nCookie: k=v\n',
    ],
    [
      {
        authentication: {
          type: 'iam',
          accessKeyId: 'a',
          secretAccessKey: 's',
          region: 'r',
          service: 'v',
          sessionToken: 't',
        },
      },
      '# @auth cloudsig a, s, r, v, t\nGET http://x.test\n',
    ],
    [
      {
        authentication: {
          type: 'oauth2',
          grantType: 'client_credentials',
          accessTokenUrl: 'http://i',
          clientId: 'c',
          clientSecret: 's',
          scope: 'a b',
        },
      },
      '# @auth oauth2 client_credentials http://i, c, s, a,b\nGET http://x.test\n',
    ],
  ])('reads %j', async (value, expected) => {
    const { text, losses } = await one(value);
    expect(text).toBe(expected);
    expect(losses).toEqual([]);
  });

  it('reports what has no counterpart', async () => {
    const { losses } = await one({
      url: "http://x.test/{% prompt 'a' %}/{{ a | upper }}",
      authentication: { type: 'hawk' },
      preRequestScript: 'x()',
      afterResponseScript: 'insomnia.environment.set("t", insomnia.response.json().t);',
    });
    expect(losses).toEqual([
      '/resources/1/authentication: authentication of the type hawk has no counterpart',
      '/resources/1/preRequestScript: x is not understood',
      '/resources/1: the template tag prompt has no counterpart',
      '/resources/1: the filter of {{ a | upper }} has no counterpart',
    ]);
  });
});
