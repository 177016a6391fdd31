import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { fakeServer, header, type FakeResponse } from '../../../test/support/clients/fake-send.js';
import { failure, request } from '../../../test/support/clients/http-client.js';
import { form, json, url } from '../../../test/support/clients/oauth2-setup.js';
import { createAuthState, type PersonAsker } from '../auth/auth-state.js';
import { createAuthWrap, type ResolvedAuth } from '../auth/build-auth.js';
import { writeCarriedToken } from '../auth/carried-token.js';
import type { Token } from '../auth/token-slot.js';
import { compose } from '../message/compose.js';
import { RequestFailure } from '../message/message.js';
import { PersonWait } from '../message/person-wait.js';
import { timeLimit } from '../wraps/time-limit.js';

const AUTH: ResolvedAuth = {
  type: 'oauth2_device_code',
  params: ['https://login.test/device', 'https://login.test/token', 'app', '', 'read, write'],
};
const VARIABLE = 'SVC_OAUTH_09b93326';
const NEEDED = 'a person has to sign in; run svc auth login shop/auth.http -n readOrder in a terminal';

const token = (accessToken: string, more: Partial<Token> = {}): Token => ({
  accessToken,
  refreshToken: undefined,
  usableUntil: Infinity,
  ...more,
});

interface Setup {
  readonly env?: Readonly<Record<string, string>>;
  readonly asker?: PersonAsker;
  /** What the token endpoint does. */
  readonly onToken?: (index: number) => FakeResponse;
  /** The tokens that the target accepts. */
  readonly good?: (bearer: string) => boolean;
  readonly name?: string;
  readonly auth?: ResolvedAuth;
}

function setUp(given: Setup) {
  const clock = new ManualClock(1000);
  const secrets: string[] = [];
  const state = createAuthState({
    clock,
    wallClock: () => 5_000_000 + clock.now(),
    process: given.env ?? {},
    asker: given.asker,
  });
  const tokens = fakeServer((_request, index) => given.onToken?.(index) ?? { status: 500 });
  const isGood = given.good ?? (() => true);
  const target = fakeServer((received) => ({
    status: isGood((header(received, 'authorization') ?? '').slice('Bearer '.length)) ? 200 : 401,
  }));
  const place = { file: 'shop/auth.http', name: given.name ?? 'readOrder' };
  const wrap = createAuthWrap(given.auth ?? AUTH, state, tokens.send, (value) => secrets.push(value), place);
  const send = compose(target.send, [timeLimit(60, clock), ...(wrap ? [wrap] : [])]);
  const used = (): (string | undefined)[] => target.received.map((each) => header(each, 'authorization'));
  return { send, used, tokens, target, secrets, state, clock };
}

function askerFor(...tokens: readonly Token[]): PersonAsker & { readonly ask: ReturnType<typeof vi.fn> } {
  let count = 0;
  return {
    kept: new Map(),
    ask: vi.fn(async () => tokens[count++] ?? Promise.reject(new RequestFailure('auth', 'nobody is there'))),
  };
}

const carried = (given: Token): Readonly<Record<string, string>> => ({
  [VARIABLE]: writeCarriedToken(given, { wallClock: () => 5_001_000, clock: new ManualClock(1000) }),
});

const refreshed = (index: number): FakeResponse =>
  json({ access_token: `new-${index}`, refresh_token: `refresh-${index + 1}`, expires_in: 60 });

describe('where nobody may be asked', () => {
  it.each([
    ['readOrder', NEEDED],
    ['', 'a person has to sign in; run svc auth login shop/auth.http in a terminal'],
    [
      "Ann's $(id)",
      `a person has to sign in; run svc auth login shop/auth.http -n 'Ann'\\''s $(id)' in a terminal`,
    ],
  ])('request %j fails unsent with what to do', async (name, message) => {
    const { send, target, tokens } = setUp({ name });
    expect(await failure(send(request(url)))).toMatchObject({ errorKind: 'auth', message });
    expect([target.received, tokens.received]).toEqual([[], []]);
  });

  it('the token of the environment is used, and no secret is left unreported', async () => {
    const env = carried(token('acc3ss', { refreshToken: 'r3fresh' }));
    const { send, used, tokens, secrets } = setUp({ env });
    await send(request(url));
    expect([used(), tokens.received]).toEqual([['Bearer acc3ss'], []]);
    expect(secrets).toEqual(expect.arrayContaining([env[VARIABLE], 'acc3ss', 'r3fresh']));
  });

  it.each([
    ['an expired one', { usableUntil: 900 }, 0],
    ['one that expires later', { usableUntil: 3000 }, 2000],
  ])('%s is refreshed, again and again', async (_case, life, wait) => {
    const env = carried(token('old', { refreshToken: 'refresh-0', ...life }));
    const { send, used, tokens, clock } = setUp({ env, onToken: refreshed });
    await clock.turn(wait);
    for (let round = 0; round < 2; round++) {
      await send(request(url));
      await clock.turn(60_000);
    }
    expect(used()).toEqual(['Bearer new-0', 'Bearer new-1']);
    expect(tokens.received.map(form)).toEqual([
      { grant_type: 'refresh_token', refresh_token: 'refresh-0', client_id: 'app' },
      { grant_type: 'refresh_token', refresh_token: 'refresh-1', client_id: 'app' },
    ]);
  });

  it.each<[string, Partial<Token>, FakeResponse, string, number]>([
    ['expired for good', { usableUntil: 900 }, { status: 500 }, NEEDED, 0],
    [
      'with a refresh token that is refused',
      { usableUntil: 900, refreshToken: 'r' },
      json({ error: 'invalid_grant' }, 400),
      NEEDED,
      1,
    ],
    [
      'while the provider is out of order',
      { usableUntil: 900, refreshToken: 'r' },
      { status: 503 },
      'the token endpoint responded with status 503 and no access token',
      2,
    ],
  ])('a token %s', async (_case, more, response, message, calls) => {
    const { send, target, tokens } = setUp({ env: carried(token('old', more)), onToken: () => response });
    expect(await failure(send(request(url)))).toMatchObject({ errorKind: 'auth', message });
    expect(await failure(send(request(url)))).toMatchObject({ errorKind: 'auth', message });
    expect([target.received.length, tokens.received.length]).toEqual([0, calls]);
  });

  it('a text that svc has not written is refused without being shown', async () => {
    const { send } = setUp({ env: { [VARIABLE]: 'raw-t0ken' } });
    const { message } = await failure(send(request(url)));
    expect(message).toBe(`${VARIABLE} does not contain what svc auth login prints; set it again`);
  });

  it('a refused token is refreshed once, and otherwise the refusal is the result', async () => {
    const renewing = setUp({
      env: carried(token('old', { refreshToken: 'r' })),
      onToken: refreshed,
      good: (bearer) => bearer !== 'old',
    });
    expect(await renewing.send(request(url))).toMatchObject({ statusCode: 200 });
    expect(renewing.used()).toEqual(['Bearer old', 'Bearer new-0']);
    const final = setUp({ env: carried(token('old')), good: () => false });
    expect(await final.send(request(url))).toMatchObject({
      statusCode: 401,
      warnings: ['the target refused the token; svc auth login shop/auth.http -n readOrder gets another one'],
    });
    expect(final.used()).toEqual(['Bearer old']);
  });
});

describe('where a person may be asked', () => {
  it('one sign-in serves all requests that need it, also those of later runs', async () => {
    let finish = (_token: Token): void => {};
    const asker: PersonAsker = {
      kept: new Map(),
      ask: vi.fn(() => new Promise<Token>((resolve) => (finish = resolve))),
    };
    const { send, used, secrets, clock } = setUp({ asker });
    const all = Array.from({ length: 5 }, () => send(request(url, { personWait: new PersonWait(clock) })));
    await expect.poll(() => vi.mocked(asker.ask).mock.calls.length).toBe(1);
    finish(token('sign3d'));
    await Promise.all(all);
    await send(request(url));
    expect(used()).toEqual(Array.from({ length: 6 }, () => 'Bearer sign3d'));
    expect(asker.ask).toHaveBeenCalledTimes(1);
    expect(secrets).toContain('sign3d');
    const later = setUp({ asker });
    await later.send(request(url));
    expect([later.used(), vi.mocked(asker.ask).mock.calls.length]).toEqual([['Bearer sign3d'], 1]);
  });

  it('the wait counts neither for the time limit nor for the duration, the rest does', async () => {
    let finish = (_token: Token): void => {};
    const asker: PersonAsker = {
      kept: new Map(),
      ask: vi.fn(() => new Promise<Token>((resolve) => (finish = resolve))),
    };
    const { state, tokens, clock } = setUp({ asker });
    const slow = compose(
      ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      [timeLimit(60, clock), createAuthWrap(AUTH, state, tokens.send, () => undefined) ?? ((next) => next)],
    );
    const personWait = new PersonWait(clock);
    let seen: string | undefined;
    const failed = failure(slow(request(url, { personWait }))).then(({ errorKind }) => (seen = errorKind));
    await expect.poll(() => vi.mocked(asker.ask).mock.calls.length).toBe(1);
    await clock.turn(3_600_000);
    expect(seen).toBeUndefined();
    finish(token('late'));
    await clock.untilWaiting();
    expect(personWait.ms).toBe(3_600_000);
    await clock.turn(59);
    expect(seen).toBeUndefined();
    await clock.turn(1);
    expect(await failed).toBe('timeout');
  });

  it('a refused sign-in fails all that waited for it, and the next request asks again', async () => {
    const asker = askerFor();
    const { send, target } = setUp({ asker });
    const failures = await Promise.all([failure(send(request(url))), failure(send(request(url)))]);
    expect(failures.map(({ message }) => message)).toEqual(['nobody is there', 'nobody is there']);
    expect([asker.ask.mock.calls.length, target.received]).toEqual([1, []]);
    await failure(send(request(url)));
    expect(asker.ask).toHaveBeenCalledTimes(2);
  });

  it('an interruption ends the sign-in', async () => {
    let seen: { readonly aborted: boolean } | undefined;
    const asker: PersonAsker = {
      kept: new Map(),
      ask: (_grant, { signal }) => {
        seen = signal;
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new RequestFailure('cancelled', 'stopped'))),
        );
      },
    };
    const stop = new AbortController();
    const { send, clock } = setUp({ asker });
    const sent = failure(send(request(url, { signal: stop.signal, personWait: new PersonWait(clock) })));
    await expect.poll(() => seen).toBeDefined();
    stop.abort();
    expect(await sent).toMatchObject({ errorKind: 'cancelled' });
    expect(seen?.aborted).toBe(true);
  });

  it('asks when a refresh is refused, and not when the network fails', async () => {
    const old = token('old', { refreshToken: 'r', usableUntil: 900 });
    const asker = askerFor(token('sign3d'));
    const refusing = setUp({
      env: carried(old),
      asker,
      onToken: () => json({ error: 'invalid_grant' }, 400),
    });
    await refusing.send(request(url));
    expect(refusing.used()).toEqual(['Bearer sign3d']);
    const lost = setUp({
      env: carried(old),
      asker: askerFor(token('sign3d')),
      onToken: () => {
        throw new RequestFailure('connect', 'the connection was refused');
      },
    });
    expect(await failure(lost.send(request(url)))).toMatchObject({
      message: 'the token request failed: the connection was refused',
    });
  });

  it('asks again when the target refuses a token of the environment, but not a new one', async () => {
    const asker = askerFor(token('first'), token('second'));
    const { send, used } = setUp({ env: carried(token('old')), asker, good: () => false });
    expect(await send(request(url))).toMatchObject({ statusCode: 401 });
    expect(await send(request(url))).toMatchObject({ statusCode: 401 });
    expect(used()).toEqual(['Bearer old', 'Bearer first', 'Bearer first']);
    expect(asker.ask).toHaveBeenCalledTimes(1);
  });
});
