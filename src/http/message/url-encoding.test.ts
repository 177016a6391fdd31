import { describe, expect, it } from 'vitest';
import { RequestFailure } from './message.js';
import { encodeFormComponent, encodeQueryComponent, prepareUrl } from './url-encoding.js';

describe('prepareUrl', () => {
  it.each([
    'http://127.0.0.1:8080/a/../b//c?x=1&x=2&y=%zz+%20',
    'https://my_service.example.test',
    "http://Example.TEST:80/a;b=c,d/[e]?[f]=!$'()*",
    'http://[::1]:8080/',
    'http://localhost?q',
  ])('leaves %s as written', (url) => {
    expect(prepareUrl(url)).toBe(url);
  });

  it.each([
    ['http://h/a b\tc', 'http://h/a%20b%09c'],
    ['http://h/"<>\\^`{|}', 'http://h/%22%3C%3E%5C%5E%60%7B%7C%7D'],
    ['http://h/é/😀?k=ü', 'http://h/%C3%A9/%F0%9F%98%80?k=%C3%BC'],
    ['http://h/\uD800x', 'http://h/%EF%BF%BDx'],
    ['http://h/a#b?c/d', 'http://h/a'],
    ['http://h#b', 'http://h'],
    ['http://h/a%2', 'http://h/a%2'],
    ['http://bücher.example/ä', 'http://xn--bcher-kva.example/%C3%A4'],
    ['http://h/user@host', 'http://h/user@host'],
    ['HTTP://H/ ', 'HTTP://H/%20'],
    ['127.0.0.1:8123/x', 'http://127.0.0.1:8123/x'],
    ['localhost', 'http://localhost'],
    ['localhost/a b?c=d#e', 'http://localhost/a%20b?c=d'],
    ['[::1]:80/', 'http://[::1]:80/'],
    ['my-host.example.test:8080?x', 'http://my-host.example.test:8080?x'],
  ])('prepares %j', (text, url) => {
    expect(prepareUrl(text)).toBe(url);
  });

  it.each([
    ['', 'does not start with http'],
    ['/path', 'does not start with http'],
    ['example.test/x', 'does not start with http'],
    ['http:/x', 'does not start with http'],
    ['mailto:ada', 'does not start with http'],
    ['host:8x/', 'does not start with http'],
    ['user:1@localhost/', 'does not start with http'],
    ['ftp://h/', 'scheme "ftp"'],
    ['http://', 'no host'],
    ['http:///path', 'no host'],
    ['http://:80/', 'no host'],
    ['http://user:hunter2@h/', 'user information'],
    ['http://h/a\r\nX: y', 'line break'],
    ['http://h/\0', 'NUL'],
    ['http://a b/', 'host "a b"'],
    ['http://h\\@evil/', 'user information'],
    ['http://h\\evil/', 'host'],
    ['http://h:8x/', 'port "8x"'],
    ['http://[::1/', 'not valid'],
    ['http://h%00/', 'not valid'],
  ])('refuses %j', (text, message) => {
    const attempt = () => prepareUrl(text);
    expect(attempt).toThrow(RequestFailure);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow('hunter2');
  });
});

describe('encoding of values', () => {
  const kept = 'AZaz09-._~';

  it('keeps only unreserved characters of a query', () => {
    expect(encodeQueryComponent(`${kept} +&=/?:@!'()*,;[]%é\uDC00`)).toBe(
      `${kept}%20%2B%26%3D%2F%3F%3A%40%21%27%28%29%2A%2C%3B%5B%5D%25%C3%A9%EF%BF%BD`,
    );
  });

  it('writes blanks of a form as plus signs', () => {
    expect(encodeFormComponent(`${kept} +%20`)).toBe(`${kept}+%2B%2520`);
  });
});
