/** Everything over real sockets, against servers that recompute what they receive. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { createCertificate } from '../../../test/support/files/certificates.js';
import { failure, request, testConnection } from '../../../test/support/clients/http-client.js';
import {
  digestFault,
  digestFields,
  signatureFault,
  type SeenRequest,
} from '../../../test/support/clients/verify-credentials.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { compose } from '../message/compose.js';
import { cookies, createCookieJar } from '../wraps/cookie-jar.js';
import { followRedirects } from '../wraps/follow-redirects.js';
import type { HttpResponse, Send } from '../message/message.js';
import { buildMultipartBody } from '../message/multipart.js';
import { systemClock, type Clock } from '../../primitives/clock.js';
import { timeLimit } from '../wraps/time-limit.js';
import { createAuthState } from './auth-state.js';
import { createAuthWrap, findCredentialPlaces, type ResolvedAuth } from './build-auth.js';

type Handler = (seen: SeenRequest, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<{ readonly url: string; readonly seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((each) => {
      seen.push(each);
      handler(each, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** Speaks HTTP/2 to those who can; the pseudo header stands for Host. */
async function serveSecurely(
  handler: Handler,
): Promise<{ readonly url: string; readonly seen: SeenRequest[]; readonly ca: string }> {
  const { cert, key } = createCertificate({ name: 'loopback', hosts: ['127.0.0.1'], authority: true });
  const seen: SeenRequest[] = [];
  const server = createSecureServer({ cert, key }, (incoming, response) => {
    void readRequest(incoming as unknown as IncomingMessage).then((each) => {
      seen.push(each);
      handler(each, response as unknown as ServerResponse);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, ca: cert };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  const headers: [string, string][] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const value = Buffer.from(incoming.rawHeaders[index + 1] ?? '', 'latin1').toString();
    const name = incoming.rawHeaders[index] ?? '';
    if (name === ':authority') headers.push(['host', value]);
    else if (!name.startsWith(':')) headers.push([name, value]);
  }
  return { method: incoming.method ?? '', target: incoming.url ?? '', headers, body: Buffer.concat(chunks) };
}

function clientFor(
  auth: ResolvedAuth,
  { limit = 30_000, clock = systemClock, ca }: { limit?: number; clock?: Clock; ca?: string } = {},
): { readonly send: Send; readonly secrets: SecretSet } {
  const secrets = new SecretSet();
  const tls = { validate: true, ...(ca === undefined ? {} : { ca }) };
  const connection = testConnection({ maxSockets: 30, tls });
  const wrap = createAuthWrap(auth, createAuthState(), connection.send, (value) => secrets.add(value));
  const { headers } = findCredentialPlaces(auth);
  const send = compose(connection.send, [
    timeLimit(limit, clock),
    followRedirects({ follow: true, max: 5, secrets, credentialHeaders: headers }),
    ...(wrap === undefined ? [] : [wrap]),
    cookies(createCookieJar(), true),
  ]);
  return { send, secrets };
}

function valueOf(seen: SeenRequest | undefined, name: string): string | undefined {
  return seen?.headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

async function* twoPieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('first piece, ');
  yield Buffer.from('second piece');
}

function upload() {
  return buildMultipartBody([
    { name: 'field', value: 'grün' },
    { name: 'file', filename: 'a "b".txt', type: 'text/plain', length: undefined, open: twoPieces },
  ]);
}

describe('digest', () => {
  const account = { username: 'Jäsøn "D"', password: 'пароль', realm: 'Grüße, 世界' };

  for (const algorithm of ['MD5', 'MD5-sess', 'SHA-256', 'SHA-256-sess', 'SHA-512-256', 'SHA-512-256-sess']) {
    for (const more of [
      '',
      ', qop="auth"',
      ', qop="auth-int"',
      ', qop=auth, charset=UTF-8',
      ', qop=auth, userhash=true',
    ]) {
      it(`${algorithm}${more}`, async () => {
        const faults: (string | undefined)[] = [];
        const { url, seen } = await serve((each, response) => {
          if (digestFields(each) !== undefined) faults.push(digestFault(each, account));
          const accepted = digestFields(each) !== undefined && faults.at(-1) === undefined;
          const challenge = `Digest realm="${account.realm}", nonce="n", algorithm=${algorithm}${more}`;
          response.statusCode = accepted ? 200 : 401;
          response.setHeader('WWW-Authenticate', Buffer.from(challenge).toString('latin1'));
          response.end();
        });
        const { send } = clientFor({ type: 'digest', params: [account.username, account.password] });
        const { body, contentType } = upload();
        for (const target of ['/', '/a/../b//c?x=%20&y={', '?q']) {
          const sent = request(url + target, {
            method: 'POST',
            headers: [['Content-Type', contentType]],
            body,
          });
          expect((await send(sent)).statusCode).toBe(200);
        }
        expect(faults).toEqual([undefined, undefined, undefined]);
        expect(seen).toHaveLength(4);
      });
    }
  }
});

describe('cloudsig', () => {
  it.each([
    ['execute-api', '/'],
    ['execute-api', '/a/../b//c%20d/?z=1&a=%2F&a=&b&%C3%A4=1'],
    ['s3', '/a/../b//c%20d@e?list-type=2&prefix=a%20b'],
  ])('%s %s with a streamed multipart body', async (service, target) => {
    const account = { accessKey: 'AKID', secretKey: 'SEC/RET+', region: 'eu-1', service };
    const faults: (string | undefined)[] = [];
    const { url } = await serve((each, response) => {
      faults.push(signatureFault(each, account));
      response.end();
    });
    const { send } = clientFor({ type: 'cloudsig', params: ['AKID', 'SEC/RET+', 'eu-1', service] });
    const { body, contentType } = upload();
    await send(request(url + target, { method: 'PUT', headers: [['Content-Type', contentType]], body }));
    await send(
      request(url + target, {
        headers: [
          ['X-Amz-Note', 'ä  b'],
          ['x-amz-note', 'c'],
        ],
      }),
    );
    expect(faults).toEqual([undefined, undefined]);
  });
});

describe('over HTTP/2', () => {
  it('a signature holds', async () => {
    const faults: (string | undefined)[] = [];
    const account = { accessKey: 'AKID', secretKey: 'SECRET', region: 'eu-1', service: 's3' };
    const { url, ca } = await serveSecurely((each, response) => {
      faults.push(signatureFault(each, account));
      response.end();
    });
    const { send } = clientFor({ type: 'cloudsig', params: ['AKID', 'SECRET', 'eu-1', 's3'] }, { ca });
    const { body, contentType } = upload();
    const headers = [['Content-Type', contentType]] as const;
    const response = await send(request(`${url}/a%20b?c`, { method: 'PUT', headers, body }));
    expect([response.httpVersion, faults]).toEqual(['2.0', [undefined]]);
  });
});

describe('oauth2', () => {
  it('one token for 20 parallel requests, renewed after it was revoked', async () => {
    let granted = 0;
    const login = await serve((_each, response) => {
      granted++;
      setTimeout(
        () => response.end(JSON.stringify({ access_token: `token-${granted}`, expires_in: 3600 })),
        20,
      );
    });
    let good = 'token-1';
    const api = await serve((each, response) => {
      response.statusCode = valueOf(each, 'authorization') === `Bearer ${good}` ? 200 : 401;
      response.end();
    });
    const { send, secrets } = clientFor({
      type: 'oauth2_password',
      params: [`${login.url}/token`, 'id', 'secret', 'ann', 'pass word'],
    });
    const all = (): Promise<HttpResponse[]> =>
      Promise.all(Array.from({ length: 20 }, () => send(request(api.url))));
    expect((await all()).map((each) => each.statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(granted).toBe(1);
    good = 'token-2';
    expect((await all()).map((each) => each.statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(granted).toBe(2);
    expect(Buffer.from(login.seen[0]?.body ?? []).toString()).toBe(
      'grant_type=password&username=ann&password=pass+word',
    );
    expect([secrets.has('token-1'), secrets.has('token-2')]).toEqual([true, true]);
  });

  it('a token endpoint that is too slow uses up the time of the request', async () => {
    const clock = new ManualClock();
    const login = await serve(() => {});
    const api = await serve((_each, response) => response.end());
    const { send } = clientFor(
      { type: 'oauth2_client_credentials', params: [login.url, 'id', 'secret'] },
      { limit: 100, clock },
    );
    const failed = failure(send(request(api.url)));
    await expect.poll(() => login.seen.length).toBe(1);
    await clock.turn(100);
    expect((await failed).errorKind).toBe('timeout');
    expect(api.seen).toEqual([]);
  });

  it('a redirect of the token URL is refused', async () => {
    const trap = await serve((_each, response) => response.end('{"access_token":"stolen"}'));
    const login = await serve((_each, response) => response.writeHead(307, { Location: trap.url }).end());
    const { send } = clientFor({ type: 'oauth2_client_credentials', params: [login.url, 'id', 'secret'] });
    expect((await failure(send(request(trap.url)))).message).toContain('status 307');
    expect(trap.seen).toEqual([]);
  });
});

describe('redirects and cookies', () => {
  it('from http to https go without credentials, and a Secure cookie only travels there', async () => {
    const secure = await serveSecurely((_each, response) => response.end('end'));
    const plain = await serve((each, response) => {
      const next = each.target === '/1' ? '/2' : `${secure.url}/3`;
      response.writeHead(302, { Location: next, 'Set-Cookie': 'kept=1; Secure; Path=/' }).end();
    });
    const { send } = clientFor({ type: 'basic', params: ['user', 'pass'] }, { ca: secure.ca });
    const response = await send(request(`${plain.url}/1`));
    expect([response.statusCode, response.httpVersion]).toEqual([200, '2.0']);
    const seen = [...plain.seen, ...secure.seen];
    expect(seen.map((each) => valueOf(each, 'authorization') !== undefined)).toEqual([true, true, false]);
    expect(seen.map((each) => valueOf(each, 'cookie'))).toEqual([undefined, undefined, 'kept=1']);
  });

  it('lead to another port without credentials, and cookies belong to the host', async () => {
    const other = await serve((_each, response) => response.end('end'));
    const first = await serve((each, response) => {
      const next = each.target === '/1' ? '/2' : `${other.url}/3`;
      response.writeHead(307, { Location: next, 'Set-Cookie': `at${each.target.slice(1)}=ä; Path=/` }).end();
    });
    const { send } = clientFor({ type: 'apiKey', params: ['X-Shop-Key', 'key-1234'] });
    const { body, contentType } = upload();
    const headers = [
      ['Content-Type', contentType],
      ['X-Copy', 'key-1234'],
      ['X-Trace', '1'],
      ['Cookie', 'mine=1'],
    ] as const;
    const response = await send(request(`${first.url}/1`, { method: 'POST', headers, body }));
    expect(response.url).toBe(`${other.url}/3`);
    expect(response.exchanges.map((each) => each.response?.statusCode)).toEqual([307, 307, 200]);
    const seen = [...first.seen, ...other.seen];
    expect(seen.map((each) => valueOf(each, 'x-shop-key'))).toEqual(['key-1234', 'key-1234', undefined]);
    expect(seen.map((each) => valueOf(each, 'x-copy'))).toEqual(['key-1234', 'key-1234', undefined]);
    expect(seen.map((each) => valueOf(each, 'x-trace'))).toEqual(['1', '1', '1']);
    expect(seen.map((each) => valueOf(each, 'cookie'))).toEqual(['mine=1', 'mine=1; at1=ä', 'at1=ä; at2=ä']);
    const bodies = seen.map((each) => Buffer.from(each.body).toString());
    expect(bodies[0]).toContain('first piece, second piece');
    expect(new Set(bodies).size).toBe(1);
  });
});
