import { describe, expect, it } from 'vitest';
import { rawServer, type RawServer } from '../../test/support/servers/raw-server.js';
import { failureText, fetchHere } from '../../test/support/clients/web-fetch.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';

function redirect(location: string, status = 302, body = ''): string {
  return `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

function server(respond: (path: string, number: number) => string): Promise<RawServer> {
  return rawServer((socket, { text, number }) => {
    socket.end(respond(/^\S+ (\S+)/.exec(text)?.[1] ?? '', number));
  });
}

function headersOf(text = ''): string[] {
  return text
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]?.toLowerCase() ?? '')
    .filter((name) => name !== '');
}

describe('redirects', () => {
  it('are followed ten times and no more', async () => {
    const { port } = await server((path) => {
      const left = Number(path.slice(1));
      return left === 0 ? OK : redirect(`/${left - 1}`);
    });
    expect((await fetchHere(`http://a.example:${port}/10`)).redirects).toBe(10);
    expect(await failureText(fetchHere(`http://a.example:${port}/11`))).toBe(
      'too_many_redirects: stopped at redirect 11; the limit is 10',
    );
    expect(
      await failureText(
        fetchHere(`http://a.example:${port}/0?`).then(() => fetchHere(`http://a.example:${port}/99`)),
      ),
    ).toMatch(/^too_many_redirects/);
  });

  it.each([
    [
      'http://169.254.169.254/latest',
      'blocked_target: 169.254.169.254 is not a public network target (redirect 1)',
    ],
    ['http://localhost./', 'blocked_target: localhost. is not a public network target (redirect 1)'],
    ['http://mail.example:25/', 'blocked_target: port 25 is not open to public targets (redirect 1)'],
    ['ftp://files.example/', 'invalid_url: redirect target 1: not http or https'],
    ['http:shop.example', 'invalid_url: redirect target 1: not http or https'],
    [
      'http://user@shop.example/',
      'invalid_url: redirect target 1: contains credentials; use an Authorization header',
    ],
    [
      'http://@shop.example/',
      'invalid_url: redirect target 1: contains credentials; use an Authorization header',
    ],
    ['http://256.1.1.1/', 'invalid_url: redirect target 1: not parsable'],
  ])('to %s are refused', async (location, message) => {
    const { port } = await server(() => redirect(location));
    expect(await failureText(fetchHere(`http://a.example:${port}/`))).toBe(message);
  });

  it('are the result when they are not to be followed, body included', async () => {
    const { port } = await server(() => redirect('/next', 302, 'gone'));
    const fetched = await fetchHere(`http://a.example:${port}/`, { follow: false });
    expect(fetched).toMatchObject({ statusCode: 302, redirects: 0 });
    expect(Buffer.from(fetched.body).toString()).toBe('gone');
  });

  it('do not read large bodies on the way, and 3xx without a target is a result', async () => {
    const { port } = await server((path) => (path === '/' ? redirect('/2', 302, 'x'.repeat(5000)) : OK));
    expect((await fetchHere(`http://a.example:${port}/`)).statusCode).toBe(200);
    const bare = await server(() => 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    expect((await fetchHere(`http://a.example:${bare.port}/`)).statusCode).toBe(302);
  });

  it.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('with %i send %s', async (status, method) => {
    const { port, requests } = await server((path) => (path === '/' ? redirect('/2', status) : OK));
    const url = `http://a.example:${port}/`;
    const headers = [['Content-Type', 'text/plain']] as const;
    await fetchHere(url, { request: { method: 'POST', url, headers, body: Buffer.from('lamp') } });
    expect(requests[1]).toMatch(new RegExp(`^${method} /2 `));
    expect(headersOf(requests[1]).includes('content-type')).toBe(method === 'POST');
  });
});

describe('what travels along', () => {
  const headers = [
    ['Authorization', 'Bearer t'],
    ['X-Own', '1'],
    ['Accept-Language', 'en'],
  ] as const;

  it('is everything within an origin', async () => {
    const { port, requests } = await server((path) => (path === '/' ? redirect('/2') : OK));
    const url = `http://a.example:${port}/`;
    await fetchHere(url, { request: { method: 'GET', url, headers, body: null } });
    expect(headersOf(requests[1])).toEqual(expect.arrayContaining(['authorization', 'x-own']));
  });

  it('is almost nothing elsewhere, and nothing returns on the way back', async () => {
    const { port, requests } = await server((path) => {
      if (path === '/') return redirect(`http://b.example:${port}/2`);
      return path === '/2' ? redirect(`http://a.example:${port}/3`) : OK;
    });
    const url = `http://a.example:${port}/`;
    await fetchHere(url, { request: { method: 'GET', url, headers, body: null } });
    for (const request of [requests[1], requests[2]]) {
      const expected = ['host', 'accept-language', 'user-agent', 'accept-encoding', 'connection'];
      expect(headersOf(request).sort()).toEqual(expected.sort());
    }
  });

  it('is never the body to another origin', async () => {
    const { port, requests } = await server(() => redirect(`http://b.example:${port}/2`, 307));
    const url = `http://a.example:${port}/`;
    const sent = fetchHere(url, { request: { method: 'POST', url, headers, body: Buffer.from('lamp') } });
    expect(await failureText(sent)).toBe(
      'unsupported_request: the redirect would send the body to another origin',
    );
    expect(requests).toHaveLength(1);
  });
});
