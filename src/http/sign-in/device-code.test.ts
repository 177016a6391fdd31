import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { fakeServer, header, type FakeResponse } from '../../../test/support/clients/fake-send.js';
import { form, json } from '../../../test/support/clients/oauth2-setup.js';
import type { TokenGrant } from '../auth/token-request.js';
import { RequestFailure } from '../message/message.js';
import { signInByDevice } from './device-code.js';

const GRANT: TokenGrant = {
  grant: 'device_code',
  personUrl: 'https://login.test/device',
  tokenUrl: 'https://login.test/token',
  clientId: 'app',
  clientSecret: '',
  username: '',
  password: '',
  scopes: ['read', 'write'],
};

const STARTED = {
  device_code: 'dev1ce',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://login.test/activate',
  expires_in: 900,
};

type Result = FakeResponse | RequestFailure;

/** Pauses take no time; the clock moves on by each of them. */
function setUp(started: FakeResponse, results: readonly Result[], grant = GRANT) {
  const clock = new ManualClock();
  let time = 0;
  let calls = 0;
  const shown: string[] = [];
  const pauses: number[] = [];
  const secrets: string[] = [];
  const stop = new AbortController();
  const server = fakeServer((request) => {
    if (request.url.endsWith('/device')) return started;
    const result = results[Math.min(calls++, results.length - 1)] ?? json({ access_token: 'tok3n' });
    if (result instanceof RequestFailure) throw result;
    return result;
  });
  const signIn = () =>
    signInByDevice(grant, {
      send: server.send,
      signal: stop.signal,
      clock: {
        now: () => time,
        at: clock.at,
        sleep: async (ms, signal) => {
          if (signal?.aborted) return false;
          pauses.push(ms / 1000);
          time += ms;
          return true;
        },
      },
      onSecret: (value) => secrets.push(value),
      random: (count) => new Uint8Array(count),
      requestName: 'readOrder',
      port: 0,
      show: async (text) => void shown.push(text),
    });
  return { signIn, shown, pauses, secrets, stop, server };
}

const refused = (error: string, description?: string): FakeResponse =>
  json({ error, ...(description !== undefined && { error_description: description }) }, 400);
const PENDING = refused('authorization_pending');
const TOKEN = json({ access_token: 'tok3n', refresh_token: 'r3fresh', expires_in: 60 });

describe('a sign-in with a device code', () => {
  it('shows where to enter which code, and asks for the token until it is there', async () => {
    const { signIn, shown, pauses, secrets, server } = setUp(json(STARTED), [PENDING, PENDING, TOKEN]);
    expect(await signIn()).toMatchObject({ accessToken: 'tok3n', refreshToken: 'r3fresh' });
    expect(shown).toEqual([
      'Sign in for readOrder: open https://login.test/activate and enter WDJB-MJHT (valid for 15 min)\n',
    ]);
    expect(pauses).toEqual([5, 5, 5]);
    expect(server.received.map(form)).toEqual([
      { client_id: 'app', scope: 'read write' },
      ...Array.from({ length: 3 }, () => ({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: 'dev1ce',
        client_id: 'app',
      })),
    ]);
    expect(secrets).toEqual(['dev1ce', 'tok3n', 'r3fresh']);
  });

  it('identifies a client with a secret like other grants', async () => {
    const { signIn, server } = setUp(json(STARTED), [TOKEN], { ...GRANT, clientSecret: 's3cret' });
    await signIn();
    expect(server.received.map((each) => header(each, 'authorization'))).toEqual([
      'Basic YXBwOnMzY3JldA==',
      'Basic YXBwOnMzY3JldA==',
    ]);
    expect(form(server.received[0])).toMatchObject({ client_id: 'app' });
    expect(form(server.received[1])).not.toHaveProperty('client_secret');
  });

  it.each<[string, Record<string, unknown>, readonly Result[], readonly number[]]>([
    ['as the provider says', { interval: 2 }, [PENDING, TOKEN], [2, 2]],
    ['as the provider says as text', { interval: '7' }, [TOKEN], [7]],
    ['not without a pause', { interval: 0.001 }, [PENDING, TOKEN], [0.1, 0.1]],
    ['slower after each slow_down', {}, [refused('slow_down'), refused('slow_down'), TOKEN], [5, 10, 15]],
    [
      'half as often after each lost connection',
      { interval: 20 },
      [lost('reset'), lost('timeout'), lost('connect'), TOKEN],
      [20, 40, 60, 60],
    ],
    [
      'half as often while the server is out of order',
      {},
      [{ status: 503 }, { status: 429 }, TOKEN],
      [5, 10, 20],
    ],
  ])('asks %s', async (_case, more, results, expected) => {
    const { signIn, pauses } = setUp(json({ ...STARTED, ...more }), results);
    expect(await signIn()).toMatchObject({ accessToken: 'tok3n' });
    expect(pauses).toEqual(expected);
  });

  it.each<[string, Record<string, unknown>, readonly Result[], string]>([
    [
      'denied',
      {},
      [refused('access_denied', 'Ann said no')],
      'the sign-in was refused with status 400: access_denied, Ann said no',
    ],
    [
      'expired',
      {},
      [PENDING, refused('expired_token')],
      'the code expired before anybody signed in; try again',
    ],
    ['too late', { expires_in: 12 }, [PENDING], 'nobody signed in within 12 s; try again'],
    ['a server that is lost', { expires_in: 300 }, [lost('dns')], 'nobody signed in within 5 min; try again'],
    [
      'another refusal',
      {},
      [refused('invalid_client')],
      'the token endpoint responded with status 400: invalid_client',
    ],
    [
      'a redirect',
      {},
      [{ status: 302 }],
      'the token endpoint responded with status 302; redirects of the token URL are not followed',
    ],
    [
      'hostile texts',
      {},
      [refused('access_denied', '\u001b[2J\nyou: root')],
      'the sign-in was refused with status 400: access_denied, \\u001b[2J\\u000ayou: root',
    ],
  ])('ends: %s', async (_case, more, results, message) => {
    const { signIn } = setUp(json({ ...STARTED, ...more }), results);
    await expect(signIn()).rejects.toMatchObject({ errorKind: 'auth', message });
  });

  it('sends nothing once it is interrupted', async () => {
    const { signIn, stop, server } = setUp(json(STARTED), [PENDING]);
    stop.abort();
    await expect(signIn()).rejects.toMatchObject({ errorKind: 'cancelled' });
    expect(server.received).toEqual([]);
  });
});

describe('what a provider shows', () => {
  const complete = { verification_uri_complete: 'https://login.test/activate?code=WDJB-MJHT' };

  it.each<[string, Record<string, unknown>, string]>([
    [
      'the complete address too',
      complete,
      'https://login.test/activate and enter WDJB-MJHT (valid for 15 min)\nor open https://login.test/activate?code=WDJB-MJHT\n',
    ],
    [
      'no complete address that is not safe',
      { verification_uri_complete: 'http://evil.test/' },
      'https://login.test/activate and enter WDJB-MJHT (valid for 15 min)\n',
    ],
    [
      'an address of this machine',
      { verification_uri: 'http://127.0.0.1:80/x' },
      'http://127.0.0.1:80/x and enter WDJB-MJHT (valid for 15 min)\n',
    ],
    [
      'the name of an early draft',
      { verification_uri: undefined, verification_url: 'https://a.test/d' },
      'https://a.test/d and enter WDJB-MJHT (valid for 15 min)\n',
    ],
    [
      'escaped texts',
      { user_code: 'A\u001b]0;x\u0007\nB' },
      'https://login.test/activate and enter A\\u001b]0;x\\u0007\\u000aB (valid for 15 min)\n',
    ],
    [
      'an address without what a terminal interprets',
      { verification_uri: 'https://a.test/\u001b[1m ü' },
      'https://a.test/%1B[1m%20%C3%BC and enter WDJB-MJHT (valid for 15 min)\n',
    ],
    [
      'a short time in seconds',
      { expires_in: 90 },
      'https://login.test/activate and enter WDJB-MJHT (valid for 90 s)\n',
    ],
    [
      'no time that it does not say',
      { expires_in: 'soon' },
      'https://login.test/activate and enter WDJB-MJHT (valid for 15 min)\n',
    ],
  ])('%s', async (_case, more, text) => {
    const { signIn, shown } = setUp(json({ ...STARTED, ...more }), [TOKEN]);
    await signIn();
    expect(shown).toEqual([`Sign in for readOrder: open ${text}`]);
  });

  const NO_ADDRESS =
    'the device endpoint gave no address to sign in at: only https addresses and those of this machine are shown';

  it.each<[string, FakeResponse, string]>([
    ['a plain http address', json({ ...STARTED, verification_uri: 'http://login.test/' }), NO_ADDRESS],
    ['a script', json({ ...STARTED, verification_uri: 'javascript:alert(1)' }), NO_ADDRESS],
    [
      'a host that looks local',
      json({ ...STARTED, verification_uri: 'http://127.0.0.1.evil.test/' }),
      NO_ADDRESS,
    ],
    ['a user name', json({ ...STARTED, verification_uri: 'https://bank.test@evil.test/' }), NO_ADDRESS],
    ['no address', json({ ...STARTED, verification_uri: undefined }), NO_ADDRESS],
    [
      'a long address',
      json({ ...STARTED, verification_uri: `https://a.test/${'x'.repeat(5000)}` }),
      NO_ADDRESS,
    ],
    [
      'no code',
      json({ ...STARTED, device_code: '' }),
      'the device endpoint responded with status 200 and no device code',
    ],
    [
      'a refusal',
      refused('invalid_scope', 'unknown \u202e'),
      'the device endpoint responded with status 400: invalid_scope, unknown \\u202e',
    ],
    [
      'a redirect',
      { status: 307 },
      'the device endpoint responded with status 307; redirects of the device URL are not followed',
    ],
    [
      'another document',
      { body: '<html>' },
      'the device endpoint responded with status 200 and no device code',
    ],
    [
      'a flood',
      json({ ...STARTED, more: 'x'.repeat(2_000_000) }),
      'the device endpoint responded with status 200 and no device code',
    ],
  ])('refuses %s', async (_case, started, message) => {
    const { signIn, shown } = setUp(started, [TOKEN]);
    await expect(signIn()).rejects.toMatchObject({ errorKind: 'auth', message });
    expect(shown).toEqual([]);
  });
});

function lost(kind: 'reset' | 'timeout' | 'connect' | 'dns'): RequestFailure {
  return new RequestFailure(kind, 'the connection is lost');
}
