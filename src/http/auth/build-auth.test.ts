import { describe, expect, it } from 'vitest';
import { fakeServer, header } from '../../../test/support/clients/fake-send.js';
import { request } from '../../../test/support/clients/http-client.js';
import { RequestFailure, type HttpRequest } from '../message/message.js';
import { createAuthState } from './auth-state.js';
import { createAuthWrap, findCredentialPlaces, secretParameters, type ResolvedAuth } from './build-auth.js';

async function sent(auth: ResolvedAuth, written: HttpRequest) {
  const server = fakeServer(() => ({}));
  const tokens = fakeServer(() => ({ body: '{"access_token":"tok"}' }));
  const secrets: string[] = [];
  const wrap = createAuthWrap(auth, createAuthState(), tokens.send, (value) => secrets.push(value));
  await (wrap?.(server.send) ?? server.send)(written);
  const [received] = server.received;
  if (received === undefined) throw new Error('nothing received');
  return { received, secrets, tokens };
}

const plain = request('http://api.test/x?a=1', {
  headers: [
    ['Accept', '*/*'],
    ['authorization', 'written'],
    ['X-KEY', 'written'],
    ['x-key', 'twice'],
    ['Last', '1'],
  ],
});

describe('methods', () => {
  it('bearer replaces a written Authorization in its place', async () => {
    const { received, secrets } = await sent({ type: 'bearer', params: ['t0ken='] }, plain);
    expect(received.headers.slice(0, 3)).toEqual([
      ['Accept', '*/*'],
      ['Authorization', 'Bearer t0ken='],
      ['X-KEY', 'written'],
    ]);
    expect(secrets).toEqual(['t0ken=']);
  });

  it.each([
    ['Aladdin', 'open sesame', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
    ['user', '', 'dXNlcjo='],
    ['us:er', 'p:ss', 'dXM6ZXI6cDpzcw=='],
    ['test', '123\u00a3', 'dGVzdDoxMjPCow=='],
  ])('basic %j and %j', async (username, password, credential) => {
    const { received, secrets } = await sent({ type: 'basic', params: [username, password] }, plain);
    expect(header(received, 'authorization')).toBe(`Basic ${credential}`);
    expect(secrets).toEqual([username, password, credential].filter((value) => value !== ''));
  });

  it('apiKey replaces every same-named header', async () => {
    const { received, secrets } = await sent({ type: 'apiKey', params: ['X-Key', 'k=1, 2'] }, plain);
    expect(received.headers).toEqual([
      ['Accept', '*/*'],
      ['authorization', 'written'],
      ['X-Key', 'k=1, 2'],
      ['Last', '1'],
    ]);
    expect(secrets).toEqual(['k=1, 2']);
  });

  it.each([
    ['http://api.test', 'http://api.test?k%20ey=v%26%2Fw%C3%A4'],
    ['http://api.test/?', 'http://api.test/?k%20ey=v%26%2Fw%C3%A4'],
    ['http://api.test/x?k%20ey=old&b', 'http://api.test/x?k%20ey=old&b&k%20ey=v%26%2Fw%C3%A4'],
    ['http://api.test/x?a=%zz+&', 'http://api.test/x?a=%zz+&&k%20ey=v%26%2Fw%C3%A4'],
  ])('apiKeyQuery is the last parameter of %s', async (url, expected) => {
    const auth = { type: 'apiKeyQuery', params: ['k ey', 'v&/w\u00e4'] } as const;
    const { received, secrets } = await sent(auth, request(url));
    expect(received.url).toBe(expected);
    expect(secrets).toEqual(['v&/w\u00e4']);
  });

  it('digest asks without credentials first', async () => {
    const { received, secrets } = await sent({ type: 'digest', params: ['user', 'pass'] }, plain);
    expect(header(received, 'authorization')).toBeUndefined();
    expect(secrets).toEqual(['user', 'pass']);
  });

  it.each([
    [[], false],
    [['session'], true],
  ])('cloudsig with session token %j', async (more, has) => {
    const params = ['AKID', 'SECRET', 'eu-1', 's3', ...more];
    const { received, secrets } = await sent({ type: 'cloudsig', params }, plain);
    expect(header(received, 'authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-1\/s3\//);
    expect(header(received, 'x-amz-security-token') !== undefined).toBe(has);
    expect(secrets).toEqual(['AKID', 'SECRET', ...more]);
  });

  it.each([['a, b'], [' a,b '], ['a\t,, b,']])('oauth2 client_credentials with scopes %j', async (scopes) => {
    const params = ['http://login.test/', 'id', 'secret', scopes];
    const { received, tokens, secrets } = await sent({ type: 'oauth2_client_credentials', params }, plain);
    expect(header(received, 'authorization')).toBe('Bearer tok');
    expect(Buffer.from(tokens.received[0]?.body ?? []).toString()).toBe(
      'grant_type=client_credentials&scope=a+b',
    );
    expect(secrets.slice(0, 2)).toEqual(['id', 'secret']);
  });

  it('oauth2 password', async () => {
    const params = ['http://login.test/', 'id', 'secret', 'ann', 'pw'];
    const { received, tokens, secrets } = await sent({ type: 'oauth2_password', params }, plain);
    expect(header(received, 'authorization')).toBe('Bearer tok');
    expect(Buffer.from(tokens.received[0]?.body ?? []).toString()).toBe(
      'grant_type=password&username=ann&password=pw',
    );
    expect(secrets.slice(0, 4)).toEqual(['id', 'secret', 'ann', 'pw']);
  });

  it('none is nothing', async () => {
    const auth: ResolvedAuth = { type: 'none', params: [] };
    expect(createAuthWrap(auth, createAuthState(), fakeServer(() => ({})).send, () => {})).toBeUndefined();
    expect((await sent(auth, plain)).received.headers).toEqual(plain.headers);
  });
});

describe('values that cannot be a header', () => {
  it.each([
    ['bearer', ['a\r\nX-Evil: 1']],
    ['bearer', ['a\0']],
    ['apiKey', ['X-Key', 'a\nX-Evil: 1']],
    ['apiKey', ['X Key', 'v']],
    ['apiKey', ['X-Key:', 'v']],
    ['apiKey', ['', 'v']],
    ['cloudsig', ['A\nX-Evil: 1', 'b', 'c', 'd']],
    ['cloudsig', ['A', 'b', 'c', 'd', 'tok\nX-Evil: 1']],
  ] as const)('%s %j fails unsent', async (type, params) => {
    const error: unknown = await sent({ type, params }, plain).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RequestFailure);
    expect((error as RequestFailure).errorKind).toBe('auth');
    expect((error as RequestFailure).message).not.toContain('X-Evil');
  });

  it('a user name with a line break ends in Base64', async () => {
    const { received } = await sent({ type: 'basic', params: ['a\nb', 'c'] }, plain);
    expect(header(received, 'authorization')).toBe(`Basic ${Buffer.from('a\nb:c').toString('base64')}`);
  });
});

describe('places and secrets', () => {
  it.each([
    ['apiKey', ['X-Key', 'v'], ['X-Key'], [], ['v']],
    ['apiKeyQuery', ['key', 'v'], [], ['key'], ['v']],
    ['bearer', ['t'], [], [], ['t']],
    ['cloudsig', ['a', 'b', 'region', 'service', 't'], [], [], ['a', 'b', 't']],
    ['oauth2_client_credentials', ['url', 'id', '', 'scopes'], [], [], ['id']],
    ['oauth2_password', ['url', 'id', 's', 'u', 'p', 'scopes'], [], [], ['id', 's', 'u', 'p']],
    ['none', [], [], [], []],
  ] as const)('%s', (type, params, headers, parameters, secrets) => {
    expect(findCredentialPlaces({ type, params })).toEqual({ headers, parameters });
    expect(secretParameters({ type, params })).toEqual(secrets);
  });
});
