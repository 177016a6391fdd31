import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, header, headers } from '../../../test/support/clients/fake-send.js';
import { request } from '../../../test/support/clients/http-client.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { cookies, copyCookies, createCookieJar, type CookieJar } from './cookie-jar.js';
import { followRedirects } from './follow-redirects.js';
import type { HttpRequest } from '../message/message.js';

afterEach(() => void vi.useRealTimers());

/** A server sets these at that URL. */
async function receive(jar: CookieJar, url: string, ...setCookies: string[]): Promise<void> {
  const server = fakeServer(() => ({ headers: setCookies.map((value) => ['Set-Cookie', value]) }));
  await cookies(jar, true)(server.send)(request(url));
}

/** What the next request to that URL carries. */
async function sent(
  jar: CookieJar,
  url: string,
  written: HttpRequest['headers'] = [],
): Promise<string | undefined> {
  const server = fakeServer(() => ({}));
  await cookies(jar, true)(server.send)(request(url, { headers: written }));
  const [seen] = server.received;
  return seen === undefined ? undefined : header(seen, 'cookie');
}

async function roundTrip(setUrl: string, setCookie: string, url: string): Promise<string | undefined> {
  const jar = createCookieJar();
  await receive(jar, setUrl, setCookie);
  return sent(jar, url);
}

describe('domain', () => {
  it.each([
    ['http://shop.test/', 'a=1', 'http://shop.test/', 'a=1'],
    ['http://shop.test/', 'a=1', 'http://SHOP.test:8080/', 'a=1'],
    ['http://shop.test/', 'a=1', 'http://sub.shop.test/', undefined],
    ['http://sub.shop.test/', 'a=1', 'http://shop.test/', undefined],
    ['http://shop.test/', 'a=1; Domain=shop.test', 'http://sub.shop.test/', 'a=1'],
    ['http://shop.test/', 'a=1; Domain=.SHOP.test', 'http://sub.shop.test/', 'a=1'],
    ['http://sub.shop.test/', 'a=1; Domain=shop.test', 'http://shop.test/', 'a=1'],
    ['http://sub.shop.test/', 'a=1; Domain=shop.test', 'http://other.shop.test/', 'a=1'],
    ['http://shop.test/', 'a=1; Domain=shop.test', 'http://xshop.test/', undefined],
    ['http://shop.test/', 'a=1; Domain=other.test', 'http://other.test/', undefined],
    ['http://shop.test/', 'a=1; Domain=other.test', 'http://shop.test/', undefined],
    ['http://shop.test/', 'a=1; Domain=sub.shop.test', 'http://sub.shop.test/', undefined],
    ['http://shop.co.uk/', 'a=1; Domain=co.uk', 'http://other.co.uk/', undefined],
    ['http://shop.example.com/', 'a=1; Domain=com', 'http://evil.com/', undefined],
    ['http://127.0.0.1:1/', 'a=1', 'http://127.0.0.1:2/', 'a=1'],
    ['http://127.0.0.1/', 'a=1', 'http://127.0.0.2/', undefined],
    ['http://127.0.0.1/', 'a=1; Domain=0.0.1', 'http://127.0.0.1/', undefined],
    ['http://localhost/', 'a=1', 'http://localhost:3000/', 'a=1'],
    ['http://[::1]/', 'a=1', 'http://[::1]:8080/', 'a=1'],
  ])('%s sets %j: %s gets %j', async (setUrl, setCookie, url, expected) => {
    expect(await roundTrip(setUrl, setCookie, url)).toBe(expected);
  });
});

describe('path', () => {
  it.each([
    ['http://shop.test/a/b', 'x=1', 'http://shop.test/a/c', 'x=1'],
    ['http://shop.test/a/b', 'x=1', 'http://shop.test/a', 'x=1'],
    ['http://shop.test/a/b', 'x=1', 'http://shop.test/', undefined],
    ['http://shop.test/a', 'x=1', 'http://shop.test/other', 'x=1'],
    ['http://shop.test/', 'x=1; Path=/api', 'http://shop.test/api', 'x=1'],
    ['http://shop.test/', 'x=1; Path=/api', 'http://shop.test/api/v1?q=1', 'x=1'],
    ['http://shop.test/', 'x=1; Path=/api', 'http://shop.test/apiary', undefined],
    ['http://shop.test/', 'x=1; Path=/api', 'http://shop.test/API', undefined],
    ['http://shop.test/', 'x=1; Path=/api/', 'http://shop.test/api', undefined],
    ['http://shop.test/a/b', 'x=1; Path=relative', 'http://shop.test/a/c', 'x=1'],
    ['http://shop.test/a/b', 'x=1; Path=/', 'http://shop.test/', 'x=1'],
  ])('%s sets %j: %s gets %j', async (setUrl, setCookie, url, expected) => {
    expect(await roundTrip(setUrl, setCookie, url)).toBe(expected);
  });
});

describe('secure', () => {
  it.each([
    ['https://shop.test/', 'a=1; Secure', 'https://shop.test/', 'a=1'],
    ['https://shop.test/', 'a=1; Secure', 'http://shop.test/', undefined],
    ['http://shop.test/', 'a=1; secure', 'https://shop.test/', 'a=1'],
    ['http://127.0.0.1/', 'a=1; Secure', 'http://127.0.0.1/', undefined],
    ['http://localhost/', 'a=1; Secure', 'http://localhost/', undefined],
    ['http://shop.test/', 'a=1', 'https://shop.test/', 'a=1'],
    ['http://shop.test/', 'a=1; HttpOnly; SameSite=Strict', 'http://shop.test/', 'a=1'],
  ])('%s sets %j: %s gets %j', async (setUrl, setCookie, url, expected) => {
    expect(await roundTrip(setUrl, setCookie, url)).toBe(expected);
  });
});

describe('expiry', () => {
  it.each([
    ['a=1; Max-Age=0', undefined],
    ['a=1; Max-Age=-1', undefined],
    ['a=1; Max-Age=60', 'a=1'],
    ['a=1; Max-Age=soon', 'a=1'],
    ['a=1; Max-Age=99999999999999999999', 'a=1'],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', undefined],
    ['a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT', 'a=1'],
    ['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60', 'a=1'],
    ['a=1; Expires=nonsense', 'a=1'],
  ])('%j gives %j', async (setCookie, expected) => {
    expect(await roundTrip('http://shop.test/', setCookie, 'http://shop.test/')).toBe(expected);
  });

  it('ends when its time has come', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', 'short=1; Max-Age=10', 'long=1; Max-Age=1000');
    vi.setSystemTime(1_009_000);
    expect(await sent(jar, 'http://shop.test/')).toBe('short=1; long=1');
    vi.setSystemTime(1_011_000);
    expect(await sent(jar, 'http://shop.test/')).toBe('long=1');
  });

  it('a cookie is deleted by one that has expired', async () => {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', 'a=1', 'b=1');
    await receive(jar, 'http://shop.test/', 'a=; Max-Age=0');
    expect(await sent(jar, 'http://shop.test/')).toBe('b=1');
  });
});

describe('the jar', () => {
  it('replaces by name, domain and path, and keeps the place', async () => {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', 'a=1', 'b=1');
    await receive(jar, 'http://shop.test/', 'a=2');
    expect(await sent(jar, 'http://shop.test/')).toBe('a=2; b=1');
  });

  it('sends longer paths first', async () => {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', 'a=root; Path=/', 'a=deep; Path=/x/y', 'a=mid; Path=/x');
    expect(await sent(jar, 'http://shop.test/x/y/z')).toBe('a=deep; a=mid; a=root');
  });

  it('distinguishes names by case and takes odd values as they are', async () => {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', 'a=1', 'A=2', 'e=', 'q="x y"', 'eq=a=b==');
    expect(await sent(jar, 'http://shop.test/')).toBe('a=1; A=2; e=; q="x y"; eq=a=b==');
  });

  it('ignores what is no cookie', async () => {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', '', 'nothing', '=value', ';', 'good=1');
    expect(await sent(jar, 'http://shop.test/')).toBe('good=1');
  });

  it('is not opened before a cookie arrives', async () => {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/');
    expect(await sent(jar, 'http://shop.test/')).toBeUndefined();
    expect(jar.opened).toBeUndefined();
  });

  it('takes cookies from concurrent responses', async () => {
    const jar = createCookieJar();
    await Promise.all(['a=1', 'b=2', 'c=3'].map((cookie) => receive(jar, 'http://shop.test/', cookie)));
    expect((await sent(jar, 'http://shop.test/'))?.split('; ').sort()).toEqual(['a=1', 'b=2', 'c=3']);
  });

  it('neither sends nor stores when it is switched off', async () => {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', 'a=1');
    const server = fakeServer(() => ({ headers: [['Set-Cookie', 'b=2']] }));
    await cookies(jar, false)(server.send)(request('http://shop.test/', { headers: [['Cookie', 'w=1']] }));
    expect(server.received[0]?.headers).toEqual([['Cookie', 'w=1']]);
    expect(await sent(jar, 'http://shop.test/')).toBe('a=1');
  });
});

describe('written cookies', () => {
  async function filled(): Promise<CookieJar> {
    const jar = createCookieJar();
    await receive(jar, 'http://shop.test/', 'a=jar', 'b=jar', 'c=jar');
    return jar;
  }

  it.each([
    ['b=mine', 'b=mine; a=jar; c=jar'],
    ['b=mine; z=1', 'b=mine; z=1; a=jar; c=jar'],
    ['B=mine', 'B=mine; a=jar; b=jar; c=jar'],
    ['a=1;b=2;c=3', 'a=1;b=2;c=3'],
    [' b = mine ', ' b = mine ; a=jar; c=jar'],
    ['', 'a=jar; b=jar; c=jar'],
  ])('%j wins name by name', async (written, expected) => {
    expect(await sent(await filled(), 'http://shop.test/', [['cookie', written]])).toBe(expected);
  });

  it('in several headers stay apart, and the jar follows the last', async () => {
    const server = fakeServer(() => ({}));
    const written: HttpRequest['headers'] = [
      ['Cookie', 'a=1'],
      ['X', 'y'],
      ['Cookie', 'd=1'],
    ];
    await cookies(await filled(), true)(server.send)(request('http://shop.test/', { headers: written }));
    expect(server.received[0]?.headers).toEqual([
      ['Cookie', 'a=1'],
      ['X', 'y'],
      ['Cookie', 'd=1; b=jar; c=jar'],
    ]);
  });
});

describe('copies', () => {
  it('go into an empty and into a used jar, without a way back', async () => {
    const [from, to] = [createCookieJar(), createCookieJar()];
    await receive(from, 'http://shop.test/', 'a=from', 'b=from; Path=/x; Secure');
    await receive(to, 'http://shop.test/', 'a=to', 'c=to');
    await copyCookies(from, to);
    expect((await sent(to, 'https://shop.test/x'))?.split('; ').sort()).toEqual(['a=from', 'b=from', 'c=to']);
    expect(await sent(to, 'http://shop.test/x')).not.toContain('b=from');
    await receive(to, 'http://shop.test/', 'a=later');
    expect(await sent(from, 'http://shop.test/')).toBe('a=from');
  });

  it('of nothing open nothing', async () => {
    const [from, to] = [createCookieJar(), createCookieJar()];
    await copyCookies(from, to);
    expect(to.opened).toBeUndefined();
  });
});

describe('redirects', () => {
  const follow = followRedirects({ follow: true, max: 5, secrets: new SecretSet(), credentialHeaders: [] });

  it('store cookies of every hop and send each only where it belongs', async () => {
    const jar = createCookieJar();
    const server = fakeServer(({ url }) => {
      const setCookie: [string, string] = ['Set-Cookie', `at=${new URL(url).hostname}; Path=/`];
      if (url === 'http://one.test/')
        return { status: 302, headers: [setCookie, ['Location', 'http://two.test/']] };
      if (url === 'http://two.test/')
        return { status: 302, headers: [setCookie, ['Location', 'http://one.test/end']] };
      return {};
    });
    const written: HttpRequest['headers'] = [['Cookie', 'mine=1']];
    await follow(cookies(jar, true)(server.send))(request('http://one.test/', { headers: written }));
    expect(server.received.map((each) => headers(each, 'cookie'))).toEqual([['mine=1'], [], ['at=one.test']]);
  });
});
