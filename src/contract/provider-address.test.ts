import { describe, expect, it } from 'vitest';
import { createUrlPlacer, readAddress } from './provider-address.js';

describe('the address of a provider', () => {
  it.each([
    ['http://127.0.0.1:9001', 'http://127.0.0.1:9001'],
    ['https://stock.test/api/v1/', 'https://stock.test/api/v1'],
    ['HTTP://[::1]:80', 'HTTP://[::1]:80'],
  ])('%s is %s', (text, address) => {
    expect(readAddress(text)).toBe(address);
  });

  it.each([
    '',
    'stock.test',
    '/api',
    'ftp://stock.test',
    'http://',
    'http:///x',
    'http://ada:pw@stock.test',
    'http://@stock.test',
    'http://stock.test?x=1',
    'http://stock.test/#part',
    'http://stock test',
    'http://stock.test:99999',
    'http://a\\b',
  ])('%j is none', (text) => {
    expect(readAddress(text)).toBeUndefined();
  });
});

describe('a request', () => {
  const place = createUrlPlacer('http://127.0.0.1:9001/api');

  it.each([
    ['http://127.0.0.1:9001/api/items/7?x=1', 'http://127.0.0.1:9001/api/items/7?x=1'],
    ['http://127.0.0.1:9001/api', 'http://127.0.0.1:9001/api'],
    ['http://127.0.0.1:9001/apis/7', 'http://127.0.0.1:9001/api/apis/7'],
    ['http://127.0.0.1:9001/items', 'http://127.0.0.1:9001/api/items'],
    ['https://stock.test:8443/items/7#part', 'http://127.0.0.1:9001/api/items/7#part'],
    ['http://stock.test', 'http://127.0.0.1:9001/api/'],
    ['http://stock.test?x=1', 'http://127.0.0.1:9001/api/?x=1'],
    ['/items/7', 'http://127.0.0.1:9001/api/items/7'],
  ])('to %s goes to %s', (url, placed) => {
    expect(place(url)).toBe(placed);
  });

  it('knows the default port', () => {
    expect(createUrlPlacer('http://stock.test')('http://STOCK.test:80/a')).toBe('http://STOCK.test:80/a');
  });
});
