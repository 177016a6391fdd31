import { describe, expect, it } from 'vitest';
import { startTarget } from '../support/servers/recording.js';
import { exchangeRaw } from '../support/clients/raw-exchange.js';
import { startProxy, endProxy } from './mock-proxy-setup.js';

describe('svc mock --proxy', () => {
  it('answers routes itself and passes the rest on, below the path of the target', async () => {
    const seen: string[] = [];
    const target = await startTarget((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.host}`);
      request.pipe(response);
    });
    const svc = await startProxy(
      '--proxy',
      `${target.url}/v2`,
      '--json',
      '--delay',
      '50ms',
      '--fail-on-unmatched',
    );
    expect((await exchangeRaw(svc.port, { method: 'GET', target: '/own' })).body.toString()).toBe('own');
    const sent = { method: 'POST', target: '/other?x=1', body: 'b'.repeat(3_000_000) };
    expect((await exchangeRaw(svc.port, sent)).body.toString()).toBe(sent.body);
    expect(seen).toEqual([`POST /v2/other?x=1 127.0.0.1:${target.port}`]);
    const { code, stdout } = await endProxy(svc);
    expect(code).toBe(1);
    const [own, other] = stdout.split('\n').map((line) => (line === '' ? {} : (JSON.parse(line) as object)));
    expect(own).not.toHaveProperty('proxied');
    expect(other).toMatchObject({ method: 'POST', path: '/other', status: 200, proxied: true });
  });

  it('ends loops', async () => {
    let loop = 0;
    const between = await startTarget((request, response) => {
      const headers = request.rawHeaders.filter(
        (_, at, all) => !/^(?:host|connection)$/i.test(all[at - (at % 2)] ?? ''),
      );
      void exchangeRaw(loop, { method: 'GET', target: request.url ?? '', headers }).then(({ status, body }) =>
        response.writeHead(status).end(body),
      );
    });
    const svc = await startProxy('--proxy', between.url);
    loop = svc.port;
    const { status, body } = await exchangeRaw(loop, { method: 'GET', target: '/round' });
    expect([status, body.toString()]).toEqual([508, expect.stringContaining('leads to this mock server')]);
  });

  it('responds with 502 while nobody listens there', async () => {
    const svc = await startProxy('--proxy', 'http://127.0.0.1:1');
    const { status, body } = await exchangeRaw(svc.port, { method: 'GET', target: '/x' });
    expect(status).toBe(502);
    expect(JSON.parse(body.toString())).toEqual({
      error: 'Bad Gateway',
      message: expect.stringMatching(/^the target did not respond: .*127\.0\.0\.1:1/) as string,
    });
  });
});
