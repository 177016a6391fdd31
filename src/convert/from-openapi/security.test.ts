import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { importedText, lossLines } from '../../../test/support/runs/imported.js';
import { ServiceError } from '../../errors.js';
import { convertOpenapi, type OpenapiOptions } from './convert-openapi.js';

const options: OpenapiOptions = { tests: false, saveBodies: false, location: '' };

async function convert(document: object, others: Partial<OpenapiOptions> = {}) {
  const converted = await convertOpenapi(JSON.stringify({ openapi: '3.1.0', ...document }), {
    ...options,
    ...others,
  });
  return { text: importedText(converted), losses: lossLines(converted) };
}

const securitySchemes = {
  token: { type: 'http', scheme: 'Bearer' },
  user: { type: 'http', scheme: 'basic' },
  'di gest': { type: 'http', scheme: 'digest' },
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key' },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'sid' },
  client: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://id.test/t' } } },
  login: { type: 'oauth2', flows: { implicit: {}, password: { tokenUrl: 'token' } } },
  browser: { type: 'oauth2', flows: { authorizationCode: { tokenUrl: 'https://id.test/t' } } },
  openid: { type: 'openIdConnect' },
  mtls: { type: 'mutualTLS' },
  hawk: { type: 'http', scheme: 'hawk' },
  again: { $ref: '#/components/securitySchemes/token' },
};

describe('security', () => {
  it.each([
    [{ token: [] }, ['# @auth bearer {{token_token}}']],
    [{ again: [] }, ['# @auth bearer {{again_token}}']],
    [{ user: [] }, ['# @auth basic {{user_username}}, {{user_password}}']],
    [{ 'di gest': [] }, ['# @auth digest {{di_gest_username}}, {{di_gest_password}}']],
    [{ key: [] }, ['# @auth apiKey X-Key, {{key_key}}']],
    [{ queryKey: [] }, ['# @auth apiKeyQuery key, {{queryKey_key}}']],
    [{ cookieKey: [] }, ['Cookie: sid={{cookieKey_key}}']],
    [{ key: [], queryKey: [] }, ['# @auth apiKey X-Key, {{key_key}}', '? key = {{queryKey_key}}']],
    [{ key: [], token: [] }, ['# @auth bearer {{token_token}}', 'X-Key: {{key_key}}']],
    [
      { client: ['a', 'b:c'] },
      [
        '# @auth oauth2 client_credentials https://id.test/t, {{client_client_id}}, {{client_client_secret}}, a,b:c',
      ],
    ],
    [
      { login: [] },
      [
        '# @auth oauth2 password https://x.test/token, {{login_client_id}}, {{login_client_secret}}, {{login_username}}, {{login_password}}',
      ],
    ],
    [{ browser: [] }, ['# @auth bearer {{browser_token}}']],
    [{ openid: [] }, ['# @auth bearer {{openid_token}}']],
    [{ mtls: [] }, []],
    [{}, []],
  ])('%j', async (alternative, expected) => {
    const document = {
      servers: [{ url: 'https://x.test/v1' }],
      paths: { '/a': { get: { security: [alternative, { user: [] }] } } },
      components: { securitySchemes },
    };
    const { text } = await convert(document);
    const lines = text.split('\n').filter((line) => /^(?:# @auth|\?|X-Key|Cookie)/.test(line));
    expect(lines).toEqual(expected);
  });

  it('of the document is lost once, not with every operation', async () => {
    const paths = {
      '/a': { get: {}, put: {} },
      '/b': { get: { security: [] }, put: { security: [{ none: [] }] } },
    };
    const security = [{ browser: [], token: [], mtls: [], hawk: [] }];
    const { losses } = await convert({ paths, security, components: { securitySchemes } });
    expect(losses).toEqual([
      '/components/securitySchemes/browser: this OAuth2 flow has no counterpart; a token is sent as it is',
      '/security: token is a second way to sign in, which has no counterpart',
      '/components/securitySchemes/mtls: client certificates are given when running, with --cert and --key',
      '/components/securitySchemes/hawk: this kind of security scheme has no counterpart',
      '/paths/~1b/put/security: the security scheme none is not defined',
    ]);
  });
});

describe('the address', () => {
  it.each([
    [
      [{ url: 'https://{v}.x.test/{b}/', variables: { v: { default: 'a' }, b: { enum: ['c'] } } }],
      '',
      'https://a.x.test/c',
    ],
    [[{ url: '/v1' }], '', 'http://localhost:3000/v1'],
    [[{ url: '/v1' }], 'https://docs.test/spec/api.yaml', 'https://docs.test/v1'],
    [[{ url: '../v1' }], 'https://docs.test/spec/api.yaml', 'https://docs.test/v1'],
    [[{ url: '//x.test/v1/' }], '', 'https://x.test/v1'],
    [[], 'https://docs.test/spec/api.yaml', 'https://docs.test'],
    [[{ url: 'https://x.test/{open}' }], '', 'https://x.test/{{open}}'],
    [undefined, '', 'http://localhost:3000'],
  ])('of %j from %j is %s', async (servers, location, expected) => {
    const { text } = await convert({ servers, paths: { '/a': { get: {} } } }, { location });
    expect(text).toContain(`@baseUrl = ${expected}\n`);
  });

  it('of a path or operation has a variable of its own', async () => {
    const servers = [{ url: 'https://files.x.test/' }];
    const paths = { '/a': { servers, get: {}, put: { servers: [{ url: '/up' }] } }, '/b': { get: {} } };
    const requests = ['GET {{baseUrl_2}}/a', 'PUT {{baseUrl_3}}/a', 'GET {{baseUrl}}/b'];
    const { text, losses } = await convert({ paths });
    expect(text.match(/^(?:GET|PUT|@) ?.*/gm)).toEqual([
      '@baseUrl = http://localhost:3000',
      '@baseUrl_2 = https://files.x.test',
      '@baseUrl_3 = http://localhost:3000/up',
      ...requests,
    ]);
    expect(losses).toEqual([]);
    const given = await convert({ paths }, { baseUrl: 'http://127.0.0.1:8080/' });
    expect(given.text.match(/^(?:GET|PUT|@) ?.*/gm)).toEqual([
      '@baseUrl = http://127.0.0.1:8080',
      '@baseUrl_2 = http://127.0.0.1:8080',
      '@baseUrl_3 = http://127.0.0.1:8080',
      ...requests,
    ]);
    expect(given.losses).toEqual([
      '/paths/~1a/servers/0: the given base URL replaces https://files.x.test, as {{baseUrl_2}}',
      '/paths/~1a/put/servers/0: the given base URL replaces http://localhost:3000/up, as {{baseUrl_3}}',
    ]);
  });

  it('that all operations share is the base URL, wherever it stands', async () => {
    const servers = [{ url: 'https://live.x.test' }];
    const paths = { '/a': { servers, get: {} }, '/b': { get: { servers } } };
    const { text, losses } = await convert({ paths }, { baseUrl: 'http://127.0.0.1:8080' });
    expect(text.match(/^(?:GET|@) ?.*/gm)).toEqual([
      '@baseUrl = http://127.0.0.1:8080',
      'GET {{baseUrl}}/a',
      'GET {{baseUrl}}/b',
    ]);
    expect(losses).toEqual([]);
  });

  it('may be left open by the document itself', async () => {
    const { text } = await convert({ servers: [{ url: '{{baseUrl}}/v1' }], paths: { '/a': { get: {} } } });
    expect(text).toContain('# Needs: baseUrl\n');
  });
});

describe('references to other documents', () => {
  const paths = {
    '/a': { $ref: 'paths/a.yaml' },
    '/b': {
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '../secret.yaml#/x' } } } } },
    },
  };
  const texts: Readonly<Record<string, string>> = {
    'spec/paths/a.yaml':
      'post: {requestBody: {content: {application/json: {schema: {$ref: "../s.json#/S"}}}}}',
    'spec/s.json':
      '{"S": {"type": "object", "properties": {"back": {"$ref": "main.json#/components/schemas/Name"}}}}',
  };

  it('are followed as far as the loader lets them', async () => {
    const components = { schemas: { Name: { type: 'string', example: 'here' } } };
    const { text, losses } = await convert(
      { paths, components },
      {
        location: 'spec/main.json',
        loadDocument: async (location) => {
          const found = texts[location];
          if (found === undefined) throw new ServiceError('forbidden', `${location} lies outside`);
          return found;
        },
      },
    );
    expect(text).toContain(dedent`
      POST {{baseUrl}}/a
      Content-Type: application/json

      {
        "back": "here"
      }
    `);
    expect(losses).toEqual([
      '/paths/~1b/post: the reference ../secret.yaml#/x is left empty: secret.yaml lies outside',
    ]);
  });

  it('are left empty without a loader', async () => {
    const { text, losses } = await convert({ paths }, { location: 'spec/main.json' });
    expect(text.match(/^POST .*/gm)).toEqual(['POST {{baseUrl}}/b']);
    expect(losses).toEqual([
      '/paths/~1a: the reference paths/a.yaml is left empty: references to other documents are not followed',
      '/paths/~1b/post: the reference ../secret.yaml#/x is left empty: references to other documents are not followed',
    ]);
  });
});
