import { describe, expect, it } from 'vitest';
import { fakeServer, header } from '../../../test/support/clients/fake-send.js';
import { failure, request } from '../../../test/support/clients/http-client.js';
import {
  client,
  form,
  json,
  setUp,
  tokenServer,
  url,
  user,
} from '../../../test/support/clients/oauth2-setup.js';
import { RequestFailure, type Send } from '../message/message.js';
import { createAuthState } from './auth-state.js';

describe('token request', () => {
  it('client_credentials by Basic, each part form-encoded', async () => {
    const tokens = tokenServer();
    const { send, used } = setUp({ tokens, grant: { ...client, scopes: ['b', 'a'] } });
    await send(request(url, { headers: [['Authorization', 'written']] }));
    const [call] = tokens.received;
    expect([call?.method, call?.url]).toEqual(['POST', client.tokenUrl]);
    expect(header(call ?? request(url), 'content-type')).toBe('application/x-www-form-urlencoded');
    expect(header(call ?? request(url), 'authorization')).toBe(
      `Basic ${Buffer.from('client+id:s3cret%3A%26%25%C3%BC').toString('base64')}`,
    );
    expect(form(call)).toEqual({ grant_type: 'client_credentials', scope: 'b a' });
    expect(used()).toEqual(['Bearer token-1']);
  });

  it('password', async () => {
    const tokens = tokenServer();
    await setUp({ tokens, grant: user }).send(request(url));
    expect(form(tokens.received[0])).toEqual({
      grant_type: 'password',
      username: 'ann b',
      password: 'pä=ss&word',
    });
    expect(Buffer.from(tokens.received[0]?.body ?? []).toString()).toBe(
      'grant_type=password&username=ann+b&password=p%C3%A4%3Dss%26word',
    );
  });

  it('without a secret the client stands in the form', async () => {
    const tokens = tokenServer();
    await setUp({ tokens, grant: { ...client, clientSecret: '' } }).send(request(url));
    expect(header(tokens.received[0] ?? request(url), 'authorization')).toBeUndefined();
    expect(form(tokens.received[0])).toEqual({ grant_type: 'client_credentials', client_id: 'client id' });
  });

  it.each([
    ['401', { status: 401 }],
    ['invalid_client', json({ error: 'invalid_client' }, 400)],
  ])('%s: once more with the client in the form', async (_title, refusal) => {
    const tokens = fakeServer((_request, index) => (index === 0 ? refusal : json({ access_token: 't' })));
    const { send, used } = setUp({ tokens });
    const response = await send(request(url));
    expect(tokens.received.map((each) => header(each, 'authorization') !== undefined)).toEqual([true, false]);
    expect(form(tokens.received[1])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client id',
      client_secret: client.clientSecret,
    });
    expect(used()).toEqual(['Bearer t']);
    expect(response.exchanges.map((each) => each.response?.statusCode)).toEqual([refusal.status, 200, 200]);
  });

  it.each([
    ['twice', client, 2],
    ['only once without a secret', { ...client, clientSecret: '' }, 1],
  ])('a client that stays refused is tried %s', async (_title, grant, calls) => {
    const tokens = fakeServer(() => json({ error: 'invalid_client' }, 401));
    const { send, target } = setUp({ tokens, grant });
    const refused = await failure(send(request(url)));
    expect([refused.errorKind, tokens.received.length, target.received.length]).toEqual(['auth', calls, 0]);
    expect(refused.exchanges).toHaveLength(calls);
  });

  it('uses the signal of a budget, and ends when nobody waits', async () => {
    const controller = new AbortController();
    const tokens: { send: Send } = {
      send: (call) =>
        new Promise((_resolve, reject) => {
          call.signal.addEventListener('abort', () => reject(call.signal.reason));
        }),
    };
    const { send } = setUp({ tokens });
    const waiting = failure(send(request(url, { signal: controller.signal })));
    controller.abort(new RequestFailure('timeout', 'too slow'));
    expect((await waiting).errorKind).toBe('timeout');
  });
});

describe('failures', () => {
  it.each([
    [
      'an error',
      json({ error: 'invalid_grant', error_description: 'no such user' }, 400),
      /status 400: invalid_grant, no such user$/,
    ],
    ['text', { status: 500, body: 'secret stack trace' }, /status 500 and no access token$/],
    [
      'a redirect',
      { status: 302, headers: [['Location', '/x']] as const },
      /status 302; redirects of the token URL/,
    ],
    ['no JSON', { status: 200, body: 'access_token=abc' }, /status 200 and no access token$/],
    ['no token', json({ token: 'x' }), /status 200 and no access token$/],
    ['an empty token', json({ access_token: '' }), /status 200 and no access token$/],
    ['a token that is no text', json({ access_token: 5 }), /status 200 and no access token$/],
    ['a list', json(['x']), /status 200 and no access token$/],
    ['null', json(null), /status 200 and no access token$/],
    ['control characters', json({ error: 'x\n\u001b[31m' }, 400), /status 400: x\\u000a\\u001b\[31m$/],
  ])('%s: the request is not sent', async (_title, response, message) => {
    const tokens = fakeServer(() => response);
    const { send, target } = setUp({ tokens });
    const refused = await failure(send(request(url)));
    expect(refused.errorKind).toBe('auth');
    expect(refused.message).toMatch(message);
    expect(refused.exchanges.length).toBeGreaterThan(0);
    expect([target.received.length, tokens.received.length]).toEqual([0, 1]);
  });

  it('shows no secret that the server repeats', async () => {
    const description = `bad ${user.password} of ${user.username} for ${encodeURIComponent(user.clientSecret)}`;
    const tokens = fakeServer(() => json({ error: 'invalid_grant', error_description: description }, 400));
    const refused = await failure(setUp({ tokens, grant: user }).send(request(url)));
    expect(refused.message).toMatch(/invalid_grant, bad \[REDACTED\] of \[REDACTED\] for \[REDACTED\]$/);
  });

  it('a token endpoint out of reach', async () => {
    const tokens = fakeServer(() => {
      throw new RequestFailure('connect', 'login.test refused the connection');
    });
    const refused = await failure(setUp({ tokens }).send(request(url)));
    expect(refused.errorKind).toBe('auth');
    expect(refused.message).toContain('login.test refused the connection');
  });

  it.each(['timeout', 'cancelled'] as const)('%s stays what it is', async (kind) => {
    const tokens = fakeServer(() => {
      throw new RequestFailure(kind, 'the time is over');
    });
    expect((await failure(setUp({ tokens }).send(request(url)))).errorKind).toBe(kind);
  });

  it.each(['ftp://login.test/', 'http://user:pw@login.test/', 'login.test', ''])(
    'token URL %j',
    async (tokenUrl) => {
      const refused = await failure(
        setUp({ tokens: tokenServer(), grant: { ...client, tokenUrl } }).send(request(url)),
      );
      expect(refused.errorKind).toBe('auth');
    },
  );

  it('are not remembered', async () => {
    const tokens = fakeServer((_request, index) =>
      index === 0 ? { status: 500 } : json({ access_token: 't' }),
    );
    const { send, used } = setUp({ tokens });
    await failure(send(request(url)));
    expect((await send(request(url))).statusCode).toBe(200);
    expect(used()).toEqual(['Bearer t']);
  });

  it('a token that would break the header', async () => {
    const tokens = fakeServer(() => json({ access_token: 'a\r\nX: y' }));
    const refused = await failure(setUp({ tokens }).send(request(url)));
    expect(refused.errorKind).toBe('auth');
    expect(refused.message).not.toContain('X: y');
    expect(refused.exchanges).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('tokens and the composed credential are reported', async () => {
    const tokens = tokenServer({ refresh_token: 'refresh-1', id_token: 'id-1' });
    const { send, secrets } = setUp({ tokens });
    await send(request(url));
    const basic = Buffer.from('client+id:s3cret%3A%26%25%C3%BC').toString('base64');
    expect(new Set(secrets)).toEqual(new Set([basic, 'token-1', 'refresh-1', 'id-1']));
  });

  it('a cached token is reported to everybody who uses it', async () => {
    const state = createAuthState();
    const tokens = tokenServer();
    await setUp({ tokens, state }).send(request(url));
    const later = setUp({ tokens, state });
    await later.send(request(url));
    expect(later.secrets).toEqual(['token-1']);
  });
});
