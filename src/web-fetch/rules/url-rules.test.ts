import { describe, expect, it } from 'vitest';
import { readUrl, sanitisedUrl } from './url-rules.js';

describe('readUrl', () => {
  it.each([
    [' \thttps://Shop.example/a b#c\n', 'https://shop.example/a%20b'],
    ['HTTP://shop.example:80', 'http://shop.example/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://１２７.0.0.1/', 'http://127.0.0.1/'],
  ])('reads %j', (text, url) => expect(readUrl(text, 'url')).toBe(url));

  it.each([
    ['https:shop.example', 'not http or https'],
    ['http:///shop.example', 'no host'],
    ['ftp://shop.example/', 'not http or https'],
    ['//shop.example/', 'not http or https'],
    ['http://user@shop.example/', 'contains credentials; use an Authorization header'],
    ['http://:@shop.example/', 'contains credentials; use an Authorization header'],
    ['http://@shop.example/', 'contains credentials; use an Authorization header'],
    ['http://shop.example/a\u0000b', 'control character'],
    ['http://shop.example\\@b.example/', 'not parsable'],
    ['http://shop.example:0/', 'bad port'],
    ['http://shop.example:99999/', 'bad port'],
    ['http://256.1.1.1/', 'not parsable'],
    ['http://shop.0x7f/', 'not parsable'],
    ['http://[fe80::1%25eth0]/', 'not parsable'],
    [`http://shop.example/${'x'.repeat(8192)}`, 'too long'],
    [' ', 'no host'],
  ])('refuses %j', (text, fault) => {
    expect(() => readUrl(text, 'url')).toThrow(`url: ${fault}`);
  });
});

describe('sanitisedUrl', () => {
  it.each([
    ['https://u:p@shop.example:8443/a?b=c#d', 'https://shop.example:8443/a'],
    ['https://shop.example/?', 'https://shop.example/'],
    ['ftp://shop.example/', ''],
    ['nonsense', ''],
  ])('makes %j %j', (text, url) => expect(sanitisedUrl(text)).toBe(url));
});
