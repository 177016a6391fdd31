import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { fakeServer, header, type FakeResponse } from '../../../test/support/clients/fake-send.js';
import { failure, request } from '../../../test/support/clients/http-client.js';
import { form, json, setUp, tokenServer, url, user } from '../../../test/support/clients/oauth2-setup.js';
import { RequestFailure } from '../message/message.js';
import { createAuthState } from './auth-state.js';

describe('cache', () => {
  it('one token for all requests of a run, and no exchange shown for those that reuse it', async () => {
    const tokens = tokenServer();
    const { send, used } = setUp({ tokens });
    expect((await send(request(url))).exchanges).toHaveLength(2);
    expect((await send(request(url))).exchanges).toHaveLength(1);
    expect([tokens.received.length, used()]).toEqual([1, ['Bearer token-1', 'Bearer token-1']]);
  });

  it('one fetch for 20 requests at the same time', async () => {
    const tokens = fakeServer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return json({ access_token: 'shared' });
    });
    const { send, used } = setUp({ tokens });
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(request(url))));
    expect(tokens.received).toHaveLength(1);
    expect(used()).toEqual(Array.from({ length: 20 }, () => 'Bearer shared'));
    expect(responses.map((each) => each.exchanges.length).sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 19 }, () => 1),
      2,
    ]);
  });

  it('one failed fetch fails all that waited for it', async () => {
    const tokens = fakeServer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { status: 400 };
    });
    const { send, target } = setUp({ tokens });
    const failures = await Promise.all(Array.from({ length: 20 }, () => failure(send(request(url)))));
    expect([tokens.received.length, target.received.length]).toEqual([1, 0]);
    expect(new Set(failures.map((each) => each.errorKind))).toEqual(new Set(['auth']));
  });

  it('who runs out of time leaves the others their token', async () => {
    let respond = (): void => {};
    const tokens = fakeServer(async ({ signal }) => {
      await new Promise<void>((resolve) => (respond = resolve));
      if (signal.aborted) throw new RequestFailure('cancelled', 'aborted');
      return json({ access_token: 'shared' });
    });
    const { send, used } = setUp({ tokens });
    const hasty = new AbortController();
    const first = failure(send(request(url, { signal: hasty.signal })));
    const second = send(request(url));
    await expect.poll(() => tokens.received.length).toBe(1);
    hasty.abort(new RequestFailure('timeout', 'too slow'));
    expect((await first).errorKind).toBe('timeout');
    respond();
    expect((await second).statusCode).toBe(200);
    expect([tokens.received.length, used()]).toEqual([1, ['Bearer shared']]);
  });

  it('a fetch that everybody left is started again by the next', async () => {
    const tokens = fakeServer(async ({ signal }, index) => {
      if (index > 0) return json({ access_token: 'second' });
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      throw new RequestFailure('cancelled', 'aborted');
    });
    const { send } = setUp({ tokens });
    const leaving = new AbortController();
    const first = failure(send(request(url, { signal: leaving.signal })));
    await expect.poll(() => tokens.received.length).toBe(1);
    leaving.abort();
    const second = send(request(url));
    expect((await first).errorKind).toBe('cancelled');
    expect((await second).statusCode).toBe(200);
  });

  it.each([
    ['grant', { ...user, grant: 'client_credentials' as const }],
    ['token URL', { ...user, tokenUrl: 'http://login.test/other' }],
    ['client', { ...user, clientId: 'other' }],
    ['secret', { ...user, clientSecret: 'other' }],
    ['user', { ...user, username: 'other' }],
    ['password', { ...user, password: 'other' }],
    ['scopes', { ...user, scopes: ['x'] }],
  ])('another %s has a token of its own', async (_title, other) => {
    const state = createAuthState();
    const tokens = tokenServer();
    for (const grant of [user, other, user, other]) await setUp({ tokens, state, grant }).send(request(url));
    expect(tokens.received).toHaveLength(2);
  });

  it('the order of scopes does not matter, and no password is kept', async () => {
    const state = createAuthState();
    const tokens = tokenServer();
    for (const scopes of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      await setUp({ tokens, state, grant: { ...user, scopes } }).send(request(url));
    }
    expect(tokens.received).toHaveLength(1);
    expect([...state.tokens.keys()].join()).not.toContain(user.password);
    expect([...state.tokens.keys()].join()).not.toContain(user.clientSecret);
  });
});

describe('expiry', () => {
  it.each([
    ['3600', 3600, 3570],
    ['60', 60, 30],
    ['half of 20', 20, 10],
    ['text', '100', 70],
  ])('%s seconds: renewed after the right time', async (_title, expiresIn, usable) => {
    const clock = new ManualClock();
    const tokens = tokenServer({ expires_in: expiresIn });
    const { send, used } = setUp({ tokens, state: createAuthState({ clock }) });
    await send(request(url));
    await clock.turn(usable * 1000 - 1);
    await send(request(url));
    await clock.turn(1);
    await send(request(url));
    expect(used()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  it.each([undefined, null, 'soon', {}, true])('expires_in %j: until the run ends', async (expiresIn) => {
    const clock = new ManualClock();
    const tokens = tokenServer({ expires_in: expiresIn });
    const { send } = setUp({ tokens, state: createAuthState({ clock }) });
    await send(request(url));
    await clock.turn(1e12);
    await send(request(url));
    expect(tokens.received).toHaveLength(1);
  });

  it.each([0, -5])('expires_in %i: never reused', async (expiresIn) => {
    const tokens = tokenServer({ expires_in: expiresIn });
    const { send } = setUp({ tokens, state: createAuthState({ clock: new ManualClock() }) });
    await send(request(url));
    await send(request(url));
    expect(tokens.received).toHaveLength(2);
  });
});

describe('refresh', () => {
  /** Each token lives 60 s; the second and later ones bring no refresh token unless `again`. */
  function refreshing(onRefresh: (index: number) => FakeResponse, again = false) {
    const clock = new ManualClock();
    const tokens = fakeServer((received, index) => {
      if (form(received)['grant_type'] === 'refresh_token') return onRefresh(index);
      const refresh = index === 0 || again ? { refresh_token: 'refresh-0' } : {};
      return json({ access_token: `granted-${index}`, expires_in: 60, ...refresh });
    });
    const setup = setUp({ tokens, grant: user, state: createAuthState({ clock }) });
    return { ...setup, tokens, pass: (seconds: number) => clock.turn(seconds * 1000) };
  }

  it('uses the refresh token when there is one, again and again', async () => {
    const { send, tokens, used, pass } = refreshing((index) =>
      json({ access_token: `refreshed-${index}`, expires_in: 60 }),
    );
    for (let round = 0; round < 3; round++) {
      await send(request(url));
      await pass(60);
    }
    expect(used()).toEqual(['Bearer granted-0', 'Bearer refreshed-1', 'Bearer refreshed-2']);
    for (const call of tokens.received.slice(1)) {
      expect(form(call)).toEqual({ grant_type: 'refresh_token', refresh_token: 'refresh-0' });
      expect(header(call, 'authorization')).toMatch(/^Basic /);
    }
  });

  it('takes a new refresh token in place of the old', async () => {
    const { send, tokens, pass } = refreshing((index) =>
      json({ access_token: `refreshed-${index}`, refresh_token: `refresh-${index}`, expires_in: 60 }),
    );
    for (let round = 0; round < 3; round++) {
      await send(request(url));
      await pass(60);
    }
    expect(tokens.received.map((each) => form(each)['refresh_token'])).toEqual([
      undefined,
      'refresh-0',
      'refresh-1',
    ]);
  });

  it.each([
    ['refused', () => json({ error: 'invalid_grant' }, 400)],
    ['out of order', () => ({ status: 500 })],
    [
      'out of reach',
      () => {
        throw new RequestFailure('reset', 'the connection was reset');
      },
    ],
  ] as const)('%s: the same grant again', async (_title, onRefresh) => {
    const { send, tokens, used, pass } = refreshing(onRefresh);
    await send(request(url));
    await pass(60);
    const response = await send(request(url));
    expect(used()).toEqual(['Bearer granted-0', 'Bearer granted-2']);
    expect(tokens.received.map((each) => form(each)['grant_type'])).toEqual([
      'password',
      'refresh_token',
      'password',
    ]);
    expect(response.exchanges.length).toBeGreaterThanOrEqual(2);
  });

  it('refused as a client: by form, and only then by the grant', async () => {
    const { send, tokens, pass } = refreshing(() => json({ error: 'invalid_client' }, 401));
    await send(request(url));
    await pass(60);
    await send(request(url));
    expect(tokens.received.map((each) => form(each)['grant_type'])).toEqual([
      'password',
      'refresh_token',
      'refresh_token',
      'password',
    ]);
  });

  it('no time left: no further call', async () => {
    const { send, tokens, pass } = refreshing(() => {
      throw new RequestFailure('timeout', 'too slow');
    });
    await send(request(url));
    await pass(60);
    expect((await failure(send(request(url)))).errorKind).toBe('timeout');
    expect(tokens.received).toHaveLength(2);
  });
});
