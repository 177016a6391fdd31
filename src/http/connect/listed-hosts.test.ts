import { describe, expect, it } from 'vitest';
import { isPublicHost, ListedHosts, readListedHost, type ListedHost } from './listed-hosts.js';

function entry(text: string): ListedHost {
  const found = readListedHost(text);
  if (found === undefined) throw new Error(`${text} is no entry`);
  return found;
}

function isAllowed(list: readonly string[], url: string): boolean {
  const { protocol } = new URL(url);
  const [, host = '', digits] = /^https?:\/\/(\[[^\]]*\]|[^:/]*)(?::(\d+))?/.exec(url) ?? [];
  const secure = protocol === 'https:';
  const port = digits === undefined ? (secure ? 443 : 80) : Number(digits);
  try {
    new ListedHosts(list.map(entry)).checkName({ host: host.replace(/^\[|\]$/g, ''), port, secure });
    return true;
  } catch {
    return false;
  }
}

describe('an entry of the list', () => {
  it.each([
    ['shop.example.test', { name: 'shop.example.test', below: false, port: 'default' }],
    [' Shop.Example.Test. ', { name: 'shop.example.test', below: false, port: 'default' }],
    ['shop.example.test:8443', { name: 'shop.example.test', below: false, port: 8443 }],
    ['shop.example.test:*', { name: 'shop.example.test', below: false, port: 'any' }],
    ['*.example.test', { name: 'example.test', below: true, port: 'default' }],
    ['*.example.test:*', { name: 'example.test', below: true, port: 'any' }],
    ['127.0.0.1:80', { name: '127.0.0.1', below: false, port: 80 }],
    ['[::1]:8080', { name: '::1', below: false, port: 8080 }],
    ['[0:0::0:1]', { name: '::1', below: false, port: 'default' }],
    ['bücher.example', { name: 'xn--bcher-kva.example', below: false, port: 'default' }],
  ])('may be %j', (text, expected) => expect(readListedHost(text)).toEqual(expected));

  it.each([
    ...['', ' ', '*', '*:80', '*.', '*.*.test', 'a.*.test', '*example.test', '*.127.0.0.1', '::1', '[::1'],
    ...[
      'a:',
      'a:0',
      'a:65536',
      'a:b',
      'a:-1',
      'http://a',
      'a/b',
      'a b',
      'u@a',
      'a?b',
      '[::1]x',
      'a%2eb',
      '-a',
    ],
    ...['10.0.0.0/8', '256.1.1.1', 'a,b'],
  ])('may not be %j', (text) => expect(readListedHost(text)).toBeUndefined());

  it.each([
    ['shop.example.com', true],
    ['*.example.com', true],
    ['93.184.216.34', true],
    ['[2606:4700::1]', true],
    ['localhost', false],
    ['intranet', false],
    ['*.internal', false],
    ['*.local', false],
    ['10.0.0.1', false],
    ['0x7f.1', false],
    ['[::1]', false],
    ['[::ffff:127.0.0.1]', false],
  ])('%s leads to the public network: %s', (text, expected) =>
    expect(isPublicHost(entry(text))).toBe(expected),
  );
});

describe('the list', () => {
  it.each([
    [['shop.test'], 'http://shop.test/', true],
    [['shop.test'], 'https://shop.test/', true],
    [['shop.test'], 'https://SHOP.test./', true],
    [['shop.test'], 'http://shop.test:8080/', false],
    [['shop.test'], 'http://shop.test:443/', false],
    [['shop.test'], 'https://shop.test:80/', false],
    [['shop.test'], 'http://shop.test.evil.test/', false],
    [['shop.test'], 'http://evilshop.test/', false],
    [['shop.test'], 'http://a.shop.test/', false],
    [['shop.test:8080'], 'http://shop.test:8080/', true],
    [['shop.test:8080'], 'http://shop.test/', false],
    [['shop.test:*'], 'http://shop.test:1/', true],
    [['*.shop.test'], 'http://a.shop.test/', true],
    [['*.shop.test'], 'http://a.b.shop.test/', true],
    [['*.shop.test'], 'http://shop.test/', false],
    [['*.shop.test'], 'http://.shop.test/', false],
    [['*.shop.test'], 'http://ashop.test/', false],
    [['127.0.0.1'], 'http://127.0.0.1/', true],
    [['127.0.0.1'], 'http://0x7f.1/', true],
    [['127.0.0.1'], 'http://2130706433/', true],
    [['127.0.0.1'], 'http://127.0.0.2/', false],
    [['127.0.0.1'], 'http://localhost/', false],
    [['127.0.0.1'], 'http://[::ffff:127.0.0.1]/', false],
    [['localhost'], 'http://127.0.0.1/', false],
    [['[::1]:8080'], 'http://[0::1]:8080/', true],
    [['[::1]:8080'], 'http://[::2]:8080/', false],
    [[], 'http://shop.test/', false],
  ])('%j and %s: %s', (list, url, expected) => expect(isAllowed(list, url)).toBe(expected));

  it.each([
    [{ host: 'Forbidden.test.', port: 443, secure: true }, 'forbidden.test:443'],
    [{ host: '0x7f.1', port: 8080, secure: false }, '127.0.0.1:8080'],
    [{ host: '::1', port: 80, secure: false }, '[::1]:80'],
  ])('names the host as it was read: %j', (place, shown) => {
    expect(() => new ListedHosts([]).checkName(place)).toThrow(
      expect.objectContaining({
        errorKind: 'blocked',
        message: `${shown} is not on the operator's list of hosts`,
      }),
    );
  });
});
