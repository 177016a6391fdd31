import { describe, expect, it } from 'vitest';
import {
  asSeen,
  fakeServer,
  header,
  streamed,
  type FakeServer,
} from '../../../test/support/clients/fake-send.js';
import { request } from '../../../test/support/clients/http-client.js';
import { digestFault, digestFields } from '../../../test/support/clients/verify-credentials.js';
import { createAuthState } from './auth-state.js';
import { digest } from './digest.js';

const account = { username: 'Mufasa', password: 'Circle Of Life', realm: 'r, "s"' };
const url = 'http://api.test/dir/index.html?a=1&b=%20';

interface ServerOptions {
  /** Challenges; `$n` is replaced by the nonce. */
  readonly challenges?: readonly string[];
  /** The nonce that is valid for the n-th authorized request, from 0. */
  readonly nonce?: (authorized: number) => string;
  readonly stale?: boolean;
}

/** Recomputes every digest and refuses a wrong one, an old nonce and a count that was used before. */
function digestServer(options: ServerOptions = {}): FakeServer & { readonly faults: string[] } {
  const challenges = options.challenges ?? ['Digest realm="r, \\"s\\"", nonce="$n", qop="auth"'];
  const nonceAt = options.nonce ?? (() => 'n1');
  const used = new Set<string>();
  const faults: string[] = [];
  let authorized = 0;
  const server = fakeServer((received) => {
    const seen = asSeen(received);
    const fields = digestFields(seen);
    const nonce = nonceAt(authorized);
    const refuse = (stale: boolean): { status: number; headers: [string, string][] } => ({
      status: 401,
      headers: challenges.map((text) => [
        'WWW-Authenticate',
        text.replaceAll('$n', nonce) + (stale && text.startsWith('Digest') ? ', stale=true' : ''),
      ]),
    });
    if (fields === undefined) return refuse(false);
    authorized++;
    const fault = digestFault(seen, account);
    if (fault !== undefined) faults.push(fault);
    if (fault !== undefined) return refuse(false);
    if (fields['nonce'] !== nonce) return refuse(options.stale === true);
    const count = `${fields['nonce']} ${fields['nc']}`;
    if (fields['qop'] !== undefined && used.has(count)) faults.push(`count used again: ${count}`);
    used.add(count);
    return { status: 200, body: 'welcome' };
  });
  return { ...server, faults };
}

function client(server: FakeServer, password = account.password, state = createAuthState()) {
  return digest(account.username, password, state)(server.send);
}

function fieldsOf(server: FakeServer): (Readonly<Record<string, string>> | undefined)[] {
  return server.received.map((each) => digestFields(asSeen(each)));
}

describe('challenge and credentials', () => {
  for (const algorithm of [
    '',
    'MD5',
    'md5-SESS',
    'SHA-256',
    'SHA-256-sess',
    'SHA-512-256',
    'SHA-512-256-sess',
  ]) {
    for (const qop of ['', 'auth', 'auth-int', 'auth,auth-int']) {
      it(`algorithm "${algorithm}", qop "${qop}": right for three requests in a row`, async () => {
        const challenge =
          'Digest realm="r, \\"s\\"", nonce="$n", opaque="o"' +
          (algorithm === '' ? '' : `, algorithm=${algorithm}`) +
          (qop === '' ? '' : `, qop="${qop}"`);
        const server = digestServer({ challenges: [challenge] });
        const send = client(server);
        const { body } = streamed('{"text":', '"streamed"}');
        const bodies = [null, Buffer.from('whole'), body];
        for (const each of bodies) {
          expect((await send(request(url, { method: 'POST', body: each }))).statusCode).toBe(200);
        }
        expect(server.faults).toEqual([]);
        expect(server.received).toHaveLength(4);
        const [plain, ...authorized] = fieldsOf(server);
        expect(plain).toBeUndefined();
        const counts = qop === '' ? [undefined, undefined, undefined] : ['00000001', '00000002', '00000003'];
        expect(authorized.map((each) => each?.['nc'])).toEqual(counts);
        expect(authorized.map((each) => each?.['opaque'])).toEqual(['o', 'o', 'o']);
        const cnonces = new Set(authorized.map((each) => each?.['cnonce']));
        expect(cnonces.size).toBe(algorithm.toLowerCase().endsWith('-sess') || qop === '' ? 1 : 3);
      });
    }
  }

  it('takes 16 random bytes in hex as client nonce', async () => {
    const server = digestServer();
    const asked: number[] = [];
    const random = (bytes: number): Uint8Array => {
      asked.push(bytes);
      return Buffer.alloc(bytes, 0xab);
    };
    await client(server, account.password, createAuthState({ random }))(request(url));
    expect(fieldsOf(server)[1]?.['cnonce']).toBe('ab'.repeat(16));
    expect(new Set(asked)).toEqual(new Set([16]));
  });

  it('honours userhash and charset', async () => {
    const challenges = [
      'Digest realm="r, \\"s\\"", nonce="$n", algorithm=SHA-256, qop="auth", userhash=true, charset=UTF-8',
    ];
    const server = digestServer({ challenges });
    expect((await client(server)(request(url))).statusCode).toBe(200);
    expect(fieldsOf(server)[1]?.['userhash']).toBe('true');
    expect(server.faults).toEqual([]);
  });

  it('chooses the strongest of several headers, other schemes among them', async () => {
    const same = 'realm="r, \\"s\\"", nonce="$n", qop="auth"';
    const challenges = [`Basic realm="x", Digest ${same}`, 'Negotiate', `dIGEST ${same}, algorithm=SHA-256`];
    const server = digestServer({ challenges });
    expect((await client(server)(request(url))).statusCode).toBe(200);
    expect(fieldsOf(server)[1]?.['algorithm']).toBe('SHA-256');
  });

  it('never sends a written Authorization', async () => {
    const server = digestServer();
    await client(server)(
      request(url, {
        headers: [
          ['authorization', 'Bearer mine'],
          ['X', 'y'],
        ],
      }),
    );
    expect(server.received.map((each) => each.headers.length)).toEqual([1, 2]);
    expect(server.received.some((each) => header(each, 'authorization') === 'Bearer mine')).toBe(false);
  });

  it.each([200, 204, 302, 400, 403, 407, 500])('%i to the first request is the result', async (status) => {
    const server = fakeServer(() => ({
      status,
      headers: [['WWW-Authenticate', 'Digest realm="r", nonce="n"']],
    }));
    expect((await client(server)(request(url))).statusCode).toBe(status);
    expect(server.received).toHaveLength(1);
  });

  it('shows all exchanges of the response', async () => {
    const response = await client(digestServer())(request(url));
    expect(response.exchanges.map((each) => each.response?.statusCode)).toEqual([401, 200]);
  });
});

describe('refusals', () => {
  it('a wrong password is tried once', async () => {
    const server = digestServer();
    const response = await client(server, 'wrong')(request(url));
    expect([response.statusCode, server.received.length]).toEqual([401, 2]);
    expect(response.warnings).toEqual([]);
  });

  it('a remembered challenge that is refused is answered once more, then the 401 is the result', async () => {
    const server = digestServer();
    const send = client(server, 'wrong');
    await send(request(url));
    const response = await send(request(url));
    expect([response.statusCode, server.received.length]).toEqual([401, 4]);
    expect(fieldsOf(server).map((each) => each?.['nc'])).toEqual([
      undefined,
      '00000001',
      '00000002',
      '00000003',
    ]);
  });

  it.each([
    ['no challenge at all', []],
    ['only other schemes', ['Basic realm="x"', 'Bearer']],
    ['only unknown algorithms', ['Digest realm="x", nonce="n", algorithm=SHA-3-512']],
    ['only unknown protection', ['Digest realm="x", nonce="n", qop="auth-conf"']],
  ])('%s: the 401 is the result, with a warning', async (_title, challenges) => {
    const server = digestServer({ challenges });
    const response = await client(server)(request(url));
    expect([response.statusCode, server.received.length]).toEqual([401, 1]);
    expect(response.warnings).toEqual([expect.stringContaining('no Digest challenge')]);
  });
});

describe('nonces', () => {
  it('a stale one is replaced at once, also on a remembered challenge', async () => {
    const server = digestServer({ nonce: (authorized) => (authorized < 2 ? 'n1' : 'n2'), stale: true });
    const send = client(server);
    for (let round = 0; round < 4; round++) expect((await send(request(url))).statusCode).toBe(200);
    expect(server.faults).toEqual([]);
    expect(fieldsOf(server).map((each) => each && `${each['nonce']} ${each['nc']}`)).toEqual([
      undefined,
      'n1 00000001',
      'n1 00000002',
      'n1 00000003',
      'n2 00000001',
      'n2 00000002',
    ]);
  });

  it.each([
    ['accepted', 200],
    ['the result', 401],
  ])('one that is stale on the first use is renewed once; what follows is %s', async (_title, status) => {
    const server = fakeServer((_received, index) => {
      const offer = `Digest realm="r", nonce="n${index}", qop="auth"${index === 0 ? '' : ', stale=TRUE'}`;
      return { status: index < 2 ? 401 : status, headers: [['WWW-Authenticate', offer]] };
    });
    const response = await client(server)(request(url));
    expect(response.statusCode).toBe(status);
    expect(fieldsOf(server).map((each) => each?.['nonce'])).toEqual([undefined, 'n0', 'n1']);
    expect(response.exchanges).toHaveLength(3);
  });

  it('a server that wants a new one each time costs one more exchange each time', async () => {
    const server = digestServer({ nonce: (authorized) => `n${Math.floor((authorized + 1) / 2)}` });
    const send = client(server);
    for (let round = 0; round < 3; round++) expect((await send(request(url))).statusCode).toBe(200);
    expect(server.faults).toEqual([]);
  });

  it('are counted up by parallel requests too', async () => {
    const server = digestServer();
    const send = client(server);
    await send(request(url));
    await Promise.all(Array.from({ length: 20 }, () => send(request(url))));
    expect(server.faults).toEqual([]);
    expect(server.received).toHaveLength(22);
  });

  it('are counted across requests that met the same challenge at the same time', async () => {
    const server = digestServer();
    const send = client(server);
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(request(url))));
    expect(responses.map((each) => each.statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(server.faults).toEqual([]);
  });

  it('are counted across users of one origin', async () => {
    const nonces: string[] = [];
    const server = fakeServer((received) => {
      const fields = digestFields(asSeen(received));
      if (fields !== undefined) nonces.push(`${fields['username']} ${fields['nc']}`);
      const challenge: [string, string] = ['WWW-Authenticate', 'Digest realm="r", nonce="fixed", qop=auth'];
      return fields === undefined ? { status: 401, headers: [challenge] } : {};
    });
    const state = createAuthState();
    for (const user of ['one', 'two', 'one']) await digest(user, 'p', state)(server.send)(request(url));
    expect(nonces).toEqual(['one 00000001', 'two 00000002', 'one 00000003']);
  });
});

describe('memory', () => {
  it('is per origin and user', async () => {
    const server = digestServer();
    const state = createAuthState();
    const send = client(server, account.password, state);
    await send(request(url));
    await send(request('http://api.test:8080/'));
    await send(request('https://api.test/'));
    await digest('Other', 'p', state)(server.send)(request(url));
    expect(fieldsOf(server).map((each) => each === undefined)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('is not shared between runs', async () => {
    const server = digestServer();
    await client(server)(request(url));
    await client(server)(request(url));
    expect(fieldsOf(server).map((each) => each === undefined)).toEqual([true, false, true, false]);
  });
});
