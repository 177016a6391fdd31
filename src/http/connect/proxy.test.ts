import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import { RequestFailure } from '../message/message.js';
import { createProxyRule, type ProxyChoice } from './proxy.js';
import { readTarget } from '../message/target.js';

describe('the choice of a proxy', () => {
  const http = 'http://api.example.test';
  const https = 'https://api.example.test';

  it.each([
    ['http_proxy for http', { http_proxy: 'http://a:1', https_proxy: 'http://b:2' }, http, 'a:1'],
    ['https_proxy for https', { http_proxy: 'http://a:1', https_proxy: 'http://b:2' }, https, 'b:2'],
    ['lower case before upper case', { HTTP_PROXY: 'http://a:1', http_proxy: 'http://b:2' }, http, 'b:2'],
    ['upper case when lower case is empty', { HTTP_PROXY: 'http://a:1', http_proxy: '' }, http, 'a:1'],
    [
      'all_proxy after the one of the scheme',
      { all_proxy: 'http://c:3', HTTP_PROXY: 'http://a:1' },
      http,
      'a:1',
    ],
    ['all_proxy for the rest', { ALL_PROXY: 'http://c:3', HTTP_PROXY: 'http://a:1' }, https, 'c:3'],
    ['all_proxy in lower case first', { ALL_PROXY: 'http://c:3', all_proxy: 'http://d:4' }, https, 'd:4'],
    ['a proxy without a scheme', { http_proxy: 'a:3128' }, http, 'a:3128'],
    ['the usual ports', { http_proxy: 'http://a', https_proxy: 'https://b/' }, https, 'b:443'],
    ['none without variables', {}, http, undefined],
    ['none for http when only https has one', { https_proxy: 'http://b:2' }, http, undefined],
    ['none for hosts in no_proxy', { http_proxy: 'a:1', no_proxy: 'example.test' }, http, undefined],
    ['NO_PROXY when no_proxy is empty', { http_proxy: 'a:1', no_proxy: '', NO_PROXY: '*' }, http, undefined],
    ['only one of the two lists', { http_proxy: 'a:1', no_proxy: 'other.test', NO_PROXY: '*' }, http, 'a:1'],
  ])('takes %s', (_case, variables, url, shown) => {
    expect(proxyOf({ kind: 'environment', variables }, url)?.shown).toBe(shown);
  });

  it('takes a fixed one for every host, and none when told so', () => {
    expect(proxyOf({ kind: 'fixed', url: 'http://a:1' }, https)?.shown).toBe('a:1');
    expect(proxyOf({ kind: 'fixed', url: '' }, https)).toBeUndefined();
    expect(proxyOf({ kind: 'none' }, https)).toBeUndefined();
  });

  it('turns credentials into Basic and shows them nowhere else', () => {
    const proxy = proxyOf({ kind: 'fixed', url: 'http://us%40er:p%3Ass@[::1]:3128' }, http);
    expect(proxy).toEqual({
      secure: false,
      host: '::1',
      port: 3128,
      shown: '[::1]:3128',
      authorization: `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
    });
  });

  it.each(['socks5://u:hunter2@a:1', 'socks://a:1', 'ftp://u:hunter2@a', 'http://u:hunter2@a:x', 'http://'])(
    'refuses %s',
    (url) => {
      const fixed = caught(() => createProxyRule({ kind: 'fixed', url }));
      expect(fixed).toBeInstanceOf(ServiceError);
      expect(fixed).toMatchObject({ kind: 'input' });
      const variable = caught(() => proxyOf({ kind: 'environment', variables: { ALL_PROXY: url } }, http));
      expect(variable).toBeInstanceOf(RequestFailure);
      expect(variable).toMatchObject({ errorKind: 'proxy' });
      expect(variable.message).toContain('ALL_PROXY');
      expect(`${fixed.message} ${variable.message}`).not.toContain('hunter2');
    },
  );

  it('leaves hosts alone that a bad proxy would not serve', () => {
    const variables = { ALL_PROXY: 'socks5://a:1', NO_PROXY: 'example.test' };
    expect(proxyOf({ kind: 'environment', variables }, http)).toBeUndefined();
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['*', 'http://anything.test', true],
    ['example.test', 'http://example.test', true],
    ['example.test', 'http://EXAMPLE.test', true],
    ['example.test', 'http://example.test.', true],
    ['example.test', 'http://api.example.test', true],
    ['example.test', 'http://badexample.test', false],
    ['.example.test', 'http://api.example.test:8080', true],
    ['.example.test', 'http://example.test', true],
    ['.example.test', 'http://badexample.test', false],
    ['*.example.test', 'http://api.example.test', true],
    ['api.example.test', 'http://example.test', false],
    ['a.test, b.test,c.test d.test', 'http://d.test', true],
    ['127.0.0.1', 'http://127.0.0.1:9', true],
    ['127.0.0.1', 'http://127.0.0.10', false],
    ['0.0.1', 'http://127.0.0.1', false],
    ['10.0.0.0/8', 'http://10.250.3.4', true],
    ['10.0.0.0/8', 'http://11.0.0.1', false],
    ['10.0.0.0/33', 'http://10.0.0.1', false],
    ['10.0.0.0/8', 'http://10.example.test', false],
    ['::1', 'http://[::1]:80', true],
    ['[0:0::1]', 'http://[::1]', true],
    ['[::1]:8080', 'http://[::1]:8080', true],
    ['[::1]:8080', 'http://[::1]:8081', false],
    ['fd00::/8', 'http://[fd12::1]', true],
    ['fd00::/8', 'http://[fe80::1]', false],
    ['example.test:8080', 'http://example.test:8080', true],
    ['example.test:8080', 'http://example.test', false],
    ['example.test:443', 'https://example.test', true],
    ['127.0.0.0/8:8080', 'http://127.0.0.1:8080', true],
    ['localhost', 'http://127.0.0.1', false],
    ['', 'http://example.test', false],
    [' , ,', 'http://example.test', false],
  ])('%j for %s: %s', (list, url, spared) => {
    const variables = { http_proxy: 'proxy.test:1', https_proxy: 'proxy.test:1', no_proxy: list };
    expect(proxyOf({ kind: 'environment', variables }, url) === undefined).toBe(spared);
  });
});

function proxyOf(choice: ProxyChoice, url: string) {
  return createProxyRule(choice)(readTarget(url));
}

function caught(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
