import { describe, expect, it } from 'vitest';
import { fakeServer, header } from '../../test/support/clients/fake-send.js';
import { request } from '../../test/support/clients/http-client.js';
import { failureText } from '../../test/support/clients/web-fetch.js';
import { followFetchRedirects } from './fetch-redirects.js';

const HEADERS = [
  ['Authorization', 'Bearer t'],
  ['Cookie', 'a=b'],
  ['X-Own', '1'],
  ['Accept', 'text/plain'],
  ['Accept-Language', 'en'],
  ['User-Agent', 'mine'],
  ['Content-Type', 'text/x'],
  ['Content-Language', 'de'],
] as const;

/** Sends to the first URL; each hop is redirected to the next one. */
async function follow(
  [url = '', ...targets]: readonly string[],
  { method = 'GET', status = 302 } = {},
): Promise<{ method: string; body: string; names: string[] }> {
  const server = fakeServer((_request, index) => {
    const location = targets[index];
    return location === undefined ? {} : { status, headers: [['Location', location]] };
  });
  const followed = followFetchRedirects(true, [['Accept-Encoding', 'gzip']]);
  const body = method === 'GET' ? null : Buffer.from('lamp');
  await followed(server.send)(request(url, { method, headers: HEADERS, body }));
  const last = server.received.at(-1);
  if (last === undefined) throw new Error('nothing was sent');
  const names = [...HEADERS, ['Accept-Encoding', 'gzip']] as const;
  return {
    method: last.method,
    body: Buffer.from(last.body).toString(),
    names: names.map(([name]) => name).filter((name) => header(last, name) !== undefined),
  };
}

const ALL = [...HEADERS.map(([name]) => name), 'Accept-Encoding'];
const FEW = ['Accept', 'Accept-Language', 'User-Agent', 'Accept-Encoding'];

describe('headers after a redirect', () => {
  it.each([
    ['the same origin', ['http://a.example/', '/b'], ALL],
    ['the default port spelled out', ['http://a.example/', 'http://A.example:80/b'], ALL],
    ['another host', ['http://a.example/', 'http://b.example/'], FEW],
    ['a host below', ['http://a.example/', 'http://x.a.example/'], FEW],
    ['another port', ['http://a.example/', 'http://a.example:8080/'], FEW],
    ['from http to https', ['http://a.example/', 'https://a.example/'], FEW],
    ['from https to http', ['https://a.example/', 'http://a.example/'], FEW],
    ['there and back', ['http://a.example/', 'http://b.example/', 'http://a.example/'], FEW],
    ['elsewhere at last', ['http://a.example/', '/b', 'http://b.example/'], FEW],
  ])('%s', async (_, urls, names) => {
    expect((await follow(urls)).names).toEqual(names);
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'PUT', 'lamp'],
    [308, 'PUT', 'lamp'],
  ])('%i within the origin sends %s', async (status, method, body) => {
    const sent = await follow(['http://a.example/', '/b'], { method: 'PUT', status });
    expect(sent).toMatchObject({ method, body });
    expect(sent.names.filter((name) => name.startsWith('Content-'))).toHaveLength(body === '' ? 0 : 2);
  });

  it.each([
    ['http://a.example/', 'http://b.example/'],
    ['http://a.example/', 'http://a.example:81/'],
    ['https://a.example/', 'http://a.example/'],
    ['http://a.example:8080/', 'https://a.example/'],
    ['http://a.example/', 'https://a.example:8443/'],
    ['http://a.example/', 'https://b.example/'],
  ])('no body goes from %s to %s', async (from, to) => {
    for (const status of [307, 308])
      expect(await failureText(follow([from, to], { method: 'POST', status }))).toBe(
        'unsupported_request: the redirect would send the body to another origin',
      );
    expect(await follow([from, to], { method: 'POST', status: 303 })).toMatchObject({
      method: 'GET',
      body: '',
    });
  });

  it('the body goes along to https of the same host, with its type only', async () => {
    const sent = await follow(['http://a.example/', 'https://a.example/'], { method: 'POST', status: 307 });
    expect(sent).toEqual({
      method: 'POST',
      body: 'lamp',
      names: ['Accept', 'Accept-Language', 'User-Agent', 'Content-Type', 'Accept-Encoding'],
    });
  });
});
