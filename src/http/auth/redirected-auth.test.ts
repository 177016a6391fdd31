/** Every authentication method: two hops of every status, to every kind of origin. */
import { describe, expect, it } from 'vitest';
import {
  asSeen,
  fakeServer,
  header,
  type FakeServer,
  type Received,
} from '../../../test/support/clients/fake-send.js';
import { request } from '../../../test/support/clients/http-client.js';
import { digestFault, signatureFault } from '../../../test/support/clients/verify-credentials.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { compose } from '../message/compose.js';
import { cookies, createCookieJar } from '../wraps/cookie-jar.js';
import { followRedirects } from '../wraps/follow-redirects.js';
import type { HttpResponse } from '../message/message.js';
import { createAuthState } from './auth-state.js';
import { createAuthWrap, findCredentialPlaces, type ResolvedAuth } from './build-auth.js';

const origin = 'http://api.test';
const places = {
  'another port': 'http://api.test:8080',
  'another host': 'http://other.test',
  'another scheme': 'https://api.test',
};
const signing = { accessKey: 'AKID-9', secretKey: 'SECRET-9', region: 'eu-1', service: 'svc' };
const account = { username: 'mufasa', password: 'circle', realm: 'r' };

interface Method {
  readonly auth: ResolvedAuth;
  /** The credential is there and right. */
  readonly holds: (received: Received) => boolean;
}

const methods: Readonly<Record<string, Method>> = {
  bearer: {
    auth: { type: 'bearer', params: ['tok-1234'] },
    holds: (received) => header(received, 'authorization') === 'Bearer tok-1234',
  },
  basic: {
    auth: { type: 'basic', params: ['user', 'pass'] },
    holds: (received) => header(received, 'authorization') === 'Basic dXNlcjpwYXNz',
  },
  apiKey: {
    auth: { type: 'apiKey', params: ['X-Shop-Key', 'key-1234'] },
    holds: (received) => header(received, 'x-shop-key') === 'key-1234',
  },
  cloudsig: {
    auth: { type: 'cloudsig', params: ['AKID-9', 'SECRET-9', 'eu-1', 'svc', 'session-9'] },
    holds: (received) => signatureFault(asSeen(received), signing) === undefined,
  },
  oauth2: {
    auth: { type: 'oauth2_client_credentials', params: ['http://login.test/', 'client', 'secret-9'] },
    holds: (received) => header(received, 'authorization') === 'Bearer granted-1',
  },
  digest: {
    auth: { type: 'digest', params: [account.username, account.password] },
    holds: (received) => digestFault(asSeen(received), account) === undefined,
  },
};

/** `/0` leads to the first target, `/1` to the second, `/2` is the end. Whoever holds nothing is challenged. */
function chain(method: Method, status: number, first: string, second: string): FakeServer {
  return fakeServer((received) => {
    const path = new URL(received.url).pathname;
    const isDigest = method.auth.type === 'digest';
    if (isDigest && received.url.startsWith(`${origin}/`) && !method.holds(received)) return challenge;
    if (path === '/0') return { status, headers: [['Location', first]] };
    if (path === '/1') return { status, headers: [['Location', second]] };
    return isDigest && !method.holds(received) ? challenge : { status: 200 };
  });
}

const challenge = {
  status: 401,
  headers: [['WWW-Authenticate', 'Digest realm="r", nonce="n", qop="auth"']] as const,
};

async function run(
  method: Method,
  server: FakeServer,
): Promise<{ response: HttpResponse; tokens: FakeServer }> {
  const secrets = new SecretSet();
  const tokens = fakeServer((_request, index) => ({ body: `{"access_token":"granted-${index + 1}"}` }));
  const auth = createAuthWrap(method.auth, createAuthState(), tokens.send, (value) => secrets.add(value));
  const send = compose(server.send, [
    followRedirects({
      follow: true,
      max: 5,
      secrets,
      credentialHeaders: findCredentialPlaces(method.auth).headers,
    }),
    ...(auth === undefined ? [] : [auth]),
    cookies(createCookieJar(), true),
  ]);
  const headers = [
    ['Authorization', 'written'],
    ['X-Shop-Key', 'written'],
    ['X-Trace', '1'],
  ] as const;
  return {
    response: await send(request(`${origin}/0`, { method: 'POST', headers, body: Buffer.from('b') })),
    tokens,
  };
}

/** Nothing of the method or of what was written in its place. */
function isBare(received: Received, method: Method): boolean {
  const names = received.headers.map(([name]) => name.toLowerCase());
  const hidden = new Set(['authorization', ...(method.auth.type === 'apiKey' ? ['x-shop-key'] : [])]);
  return !names.some((name) => hidden.has(name) || name.startsWith('x-amz-'));
}

for (const [name, method] of Object.entries(methods)) {
  for (const status of [301, 302, 303, 307, 308]) {
    describe(`${name}, ${status}`, () => {
      it('same origin twice: credentials at every hop', async () => {
        const server = chain(method, status, '/1?x=1', `${origin}:80/2`);
        const { response, tokens } = await run(method, server);
        expect(response.statusCode).toBe(200);
        const challenged = method.auth.type === 'digest' ? 1 : 0;
        expect(server.received).toHaveLength(3 + challenged);
        for (const each of server.received.slice(challenged)) expect(method.holds(each)).toBe(true);
        expect(tokens.received).toHaveLength(name === 'oauth2' ? 1 : 0);
      });

      for (const [place, other] of Object.entries(places)) {
        it(`${place} and back: none, and none restored`, async () => {
          const server = chain(method, status, `${other}/1`, `${origin}/2`);
          const { response } = await run(method, server);
          const elsewhere = server.received.slice(
            server.received.findIndex(({ url }) => url === `${other}/1`),
          );
          expect(elsewhere.map(({ url }) => url)).toEqual([`${other}/1`, `${origin}/2`]);
          for (const each of elsewhere) {
            expect(isBare(each, method)).toBe(true);
            expect(header(each, 'x-trace')).toBe('1');
          }
          expect(response.statusCode).toBe(method.auth.type === 'digest' ? 401 : 200);
          expect(response.warnings).toEqual([]);
        });

        it(`same origin, then ${place}: none at the second`, async () => {
          const server = chain(method, status, '/1', `${other}/2`);
          await run(method, server);
          const [last, before] = server.received.toReversed();
          expect(last?.url).toBe(`${other}/2`);
          expect(last !== undefined && isBare(last, method)).toBe(true);
          expect(before !== undefined && method.holds(before)).toBe(true);
        });
      }
    });
  }
}

describe('apiKeyQuery', () => {
  const method: Method = {
    auth: { type: 'apiKeyQuery', params: ['key', 'key-1234'] },
    holds: ({ url }) => new URL(url).searchParams.get('key') === 'key-1234',
  };

  for (const status of [301, 302, 303, 307, 308]) {
    for (const [place, other] of Object.entries({ 'the same origin': origin, ...places })) {
      it(`${status} to ${place}: not added to a Location`, async () => {
        const server = chain(method, status, `${other}/1?x=1`, `${origin}/2`);
        await run(method, server);
        expect(server.received.map(({ url }) => url)).toEqual([
          `${origin}/0?key=key-1234`,
          `${other}/1?x=1`,
          `${origin}/2`,
        ]);
      });
    }
  }
});

describe('signing a new URL', () => {
  it('digest counts on and signs the new path, method and body', async () => {
    const method = methods['digest'] as Method;
    const server = chain(method, 307, '/1?a=1', '/2');
    await run(method, server);
    const counts = server.received.map((each) => /nc=(\d+)/.exec(header(each, 'authorization') ?? '')?.[1]);
    expect(counts).toEqual([undefined, '00000001', '00000002', '00000003']);
    expect(server.received.map((each) => each.method)).toEqual(['POST', 'POST', 'POST', 'POST']);
  });
});
