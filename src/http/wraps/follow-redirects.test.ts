import { describe, expect, it } from 'vitest';
import { fakeServer, header, streamed, type FakeResponse } from '../../../test/support/clients/fake-send.js';
import { failure, request } from '../../../test/support/clients/http-client.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { followRedirects, type RedirectOptions } from './follow-redirects.js';
import { RequestFailure, type HttpRequest, type Wrap } from '../message/message.js';

const first = 'http://api.test/start?q=1';

function redirecting(options: Partial<RedirectOptions> = {}): Wrap {
  return followRedirects({
    follow: true,
    max: 10,
    secrets: new SecretSet(),
    credentialHeaders: [],
    ...options,
  });
}

function to(location: string, status = 302): FakeResponse {
  return { status, headers: [['Location', location]] };
}

/** Sends the responses in order, and 200 after the last one. */
function serverWith(...responses: FakeResponse[]): ReturnType<typeof fakeServer> {
  return fakeServer((_request, index) => responses[index] ?? { status: 200, body: 'done' });
}

describe('methods and bodies', () => {
  const body = Buffer.from('{"a":1}');
  const written: HttpRequest['headers'] = [
    ['Content-Type', 'application/json'],
    ['content-language', 'en'],
    ['Content-MD5', 'abc'],
    ['Expect', '100-continue'],
    ['X-Kept', 'yes'],
    ['X-Kept', 'twice'],
  ];

  for (const status of [301, 302, 303]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      it(`${status} after ${method} asks without body and content headers`, async () => {
        const server = serverWith(to('/next', status));
        await redirecting()(server.send)(request(first, { method, headers: written, body }));
        const hop = server.received[1];
        expect(hop?.method).toBe(method === 'HEAD' ? 'HEAD' : 'GET');
        expect(hop?.body.length).toBe(0);
        expect(hop?.headers).toEqual([
          ['X-Kept', 'yes'],
          ['X-Kept', 'twice'],
        ]);
      });
    }
  }

  for (const status of [307, 308]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      it(`${status} after ${method} keeps method, body and headers`, async () => {
        const server = serverWith(to('/next', status));
        await redirecting()(server.send)(request(first, { method, headers: written, body }));
        const hop = server.received[1];
        expect(hop?.method).toBe(method);
        expect(Buffer.from(hop?.body ?? []).toString()).toBe('{"a":1}');
        expect(hop?.headers).toEqual(written);
      });
    }
  }

  it('opens a streamed body again for 307 and 308, and not after 303', async () => {
    const { body: stream, opened } = streamed('one ', 'two');
    const server = serverWith(to('/b', 307), to('/c', 308), to('/d', 303));
    await redirecting()(server.send)(request(first, { method: 'POST', body: stream }));
    expect(server.received.map((each) => Buffer.from(each.body).toString())).toEqual([
      'one two',
      'one two',
      'one two',
      '',
    ]);
    expect(opened()).toBe(3);
  });

  it('does not restore a body that a 303 dropped', async () => {
    const server = serverWith(to('/b', 303), to('/c', 307));
    await redirecting()(server.send)(request(first, { method: 'POST', body }));
    expect(server.received.map((each) => each.method)).toEqual(['POST', 'GET', 'GET']);
    expect(server.received[2]?.body.length).toBe(0);
  });
});

describe('what is followed', () => {
  for (const status of [200, 201, 300, 304, 305, 306, 399, 401, 500]) {
    it(`${status} with a Location is the response`, async () => {
      const server = serverWith(to('/next', status));
      const response = await redirecting()(server.send)(request(first));
      expect(response.statusCode).toBe(status);
      expect(server.received).toHaveLength(1);
    });
  }

  it.each([[[]], [[['Location', '']]], [[['Location', '  ']]]] as const)(
    'a 302 that names no target is the response: %j',
    async (headers) => {
      const server = serverWith({ status: 302, headers });
      expect((await redirecting()(server.send)(request(first))).statusCode).toBe(302);
    },
  );

  it('nothing when switched off', async () => {
    const server = serverWith(to('/next'));
    const response = await redirecting({ follow: false })(server.send)(request(first));
    expect([response.statusCode, server.received.length]).toEqual([302, 1]);
  });

  it('as many as allowed', async () => {
    const server = serverWith(to('/1'), to('/2'), to('/3'));
    const response = await redirecting({ max: 3 })(server.send)(request(first));
    expect(response.statusCode).toBe(200);
    expect(response.exchanges.map((each) => each.request.url)).toEqual([
      first,
      'http://api.test/1',
      'http://api.test/2',
      'http://api.test/3',
    ]);
  });

  it('one more is a failure that shows every exchange', async () => {
    const server = fakeServer(() => to('/again'));
    const refused = await failure(redirecting({ max: 3 })(server.send)(request(first)));
    expect(refused.errorKind).toBe('redirects');
    expect(refused.message).toContain('more than 3 redirects');
    expect(server.received).toHaveLength(4);
    expect(refused.exchanges).toHaveLength(4);
  });

  it('none when none is allowed', async () => {
    const refused = await failure(redirecting({ max: 0 })(serverWith(to('/x')).send)(request(first)));
    expect(refused.errorKind).toBe('redirects');
  });
});

describe('targets', () => {
  it.each([
    ['/abs?x=2', 'http://api.test/abs?x=2'],
    ['rel', 'http://api.test/dir/rel'],
    ['../up', 'http://api.test/up'],
    ['?only=query', 'http://api.test/dir/start?only=query'],
    ['#top', 'http://api.test/dir/start?q=1'],
    ['/page#part', 'http://api.test/page'],
    ['//other.test/x', 'http://other.test/x'],
    ['HTTPS://Other.TEST:443/x', 'https://other.test/x'],
    ['/a b"<>^`{|}', 'http://api.test/a%20b%22%3C%3E%5E%60%7B%7C%7D'],
    ['/%7Euser/%2F', 'http://api.test/%7Euser/%2F'],
    ['/straße', 'http://api.test/stra%C3%9Fe'],
    [' /padded ', 'http://api.test/padded'],
  ])('%s leads to %s', async (location, expected) => {
    const server = serverWith(to(location));
    await redirecting()(server.send)(request('http://api.test/dir/start?q=1'));
    expect(server.received[1]?.url).toBe(expected);
  });

  it('are relative to the URL of the response', async () => {
    const server = serverWith(to('http://other.test/a/b'), to('c'));
    await redirecting()(server.send)(request(first));
    expect(server.received[2]?.url).toBe('http://other.test/a/c');
  });

  it.each([
    ['ftp://files.test/s3cret-path', 'scheme "ftp"'],
    ['file:///etc/s3cret-path', 'scheme "file"'],
    ['javascript:s3cret-path', 'scheme "javascript"'],
    ['data:text/plain,s3cret-path', 'scheme "data"'],
    ['http://user:s3cret-path@api.test/', 'user information'],
    ['http://s3cret-path:99999/', 'not a URL'],
    ['http://', 'not a URL'],
  ])('%s is refused without showing it', async (location, reason) => {
    const server = serverWith(to(location));
    const refused = await failure(redirecting()(server.send)(request(first)));
    expect(refused.errorKind).toBe('redirects');
    expect(refused.message).toContain(reason);
    expect(refused.message).not.toContain('s3cret-path');
    expect(refused.exchanges).toHaveLength(1);
    expect(server.received).toHaveLength(1);
  });
});

describe('what is carried', () => {
  it('warnings of every hop', async () => {
    const server = serverWith({ ...to('/b'), warnings: ['first'] }, { warnings: ['second'] });
    const response = await redirecting()(server.send)(request(first));
    expect(response.warnings).toEqual(['first', 'second']);
  });

  it('earlier exchanges on the failure of a later hop', async () => {
    const server = fakeServer((_request, index) => {
      if (index === 0) return to('/b');
      throw new RequestFailure('reset', 'the connection was reset');
    });
    const refused = await failure(redirecting()(server.send)(request(first)));
    expect(refused.errorKind).toBe('reset');
    expect(refused.exchanges.map((each) => each.request.url)).toEqual([first]);
  });

  it('the signal of the request', async () => {
    const { signal } = new AbortController();
    const server = serverWith(to('/b'));
    await redirecting()(server.send)(request(first, { signal }));
    expect(server.received[1]?.signal).toBe(signal);
  });
});

/** Each origin that a chain can lead to, twice, for every status and every kind of credential. */
describe('credentials that were written', () => {
  const origin = 'http://api.test';
  const elsewhere = {
    'another port': 'http://api.test:8080',
    'another host': 'http://other.test',
    'a host below': 'http://sub.api.test',
    'another scheme': 'https://api.test',
  };
  const secrets = new SecretSet();
  secrets.addAll(['hunter2-hunter2', 'p@ss wörd']);
  const credentials: HttpRequest['headers'] = [
    ['Authorization', 'Bearer written'],
    ['proxy-authorization', 'Basic written'],
    ['Cookie', 'sid=written'],
    ['X-Shop-Key', 'k'],
    ['X-Api-Key', 'a'],
    ['api_key', 'b'],
    ['X-Auth-Token', 'c'],
    ['X-Amz-Security-Token', 'd'],
    ['x-vault-token', 'e'],
    ['Private-Token', 'f'],
    ['X-Access-Token', 'g'],
    ['X-Plain', 'is hunter2-hunter2 indeed'],
    ['X-Base64', Buffer.from('hunter2-hunter2').toString('base64')],
    ['X-Percent', 'p%40ss+w%C3%B6rd'],
  ];
  const harmless: HttpRequest['headers'] = [
    ['Accept', '*/*'],
    ['X-Trace', '1'],
  ];
  const start = request(`${origin}/0`, { headers: [...credentials, ['Host', 'api.test'], ...harmless] });
  const follow = redirecting({ secrets, credentialHeaders: ['x-shop-KEY'] });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`${status} to the same origin keeps all, twice`, async () => {
      const server = serverWith(to('/1', status), to(`${origin}:80/2`, status));
      await follow(server.send)(start);
      for (const hop of server.received) expect(hop.headers).toEqual(start.headers);
      expect(server.received.map((each) => each.hop?.originLeft)).toEqual([undefined, false, false]);
    });

    for (const [place, other] of Object.entries(elsewhere)) {
      it(`${status} to ${place} drops all, and going back restores none`, async () => {
        const server = serverWith(to(`${other}/1`, status), to(`${origin}/2`, status), to('/3', status));
        await follow(server.send)(start);
        expect(server.received).toHaveLength(4);
        for (const hop of server.received.slice(1)) {
          expect(hop.headers).toEqual(harmless);
          expect(hop.hop).toEqual({ originLeft: true });
        }
      });

      it(`${status} to the same origin and then to ${place} drops all at the second`, async () => {
        const server = serverWith(to('/1', status), to(`${other}/2`, status));
        await follow(server.send)(start);
        expect(server.received[1]?.headers).toEqual(start.headers);
        expect(server.received[2]?.headers).toEqual(harmless);
      });
    }
  }

  it('knows one address in several spellings', async () => {
    const server = serverWith(to('/1'));
    await follow(server.send)({ ...start, url: 'http://127.1/0' });
    expect(header(server.received[1] ?? start, 'authorization')).toBe('Bearer written');
  });
});
