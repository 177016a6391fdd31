import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startTarget, run } from './exchange-facts-setup.js';

describe('the facts of an exchange', () => {
  it('are every request of the chain, with masked texts beside those with secrets', async () => {
    const url = await startTarget();
    const { login } = await run(dedent`
      ### login
      # @auth bearer {{apiToken}}
      POST ${url}/old

      {"key": "{{apiToken}}"}

      >>>
      expect status 200
      <<<

      >>>capture
      token from status
      <<<
    `);
    const { hops, cookies, maskedBody, reused, protocol, remoteAddress, remotePort } = login?.exchange ?? {};
    expect({ protocol, remoteAddress, remotePort, reused, maskedBody }).toEqual({
      protocol: 'HTTP/1.1',
      remoteAddress: '127.0.0.1',
      remotePort: Number(new URL(url).port),
      reused: true,
      maskedBody: '{"key": "[REDACTED]"}',
    });
    expect(hops).toMatchObject([
      { kind: 'redirect', method: 'POST', url: `${url}/old`, statusCode: 302, bodySize: 23 },
      {
        kind: 'request',
        method: 'GET',
        maskedUrl: `${url}/new?key=[REDACTED]`,
        statusCode: 200,
        bodySize: 0,
      },
    ]);
    expect(hops?.[0]).toMatchObject({
      maskedLocation: '/new?key=[REDACTED]',
      location: '/new?key=s3cret-value',
    });
    expect(hops?.[0]?.headers.at(0)).toEqual({ name: 'Host', value: new URL(url).host });
    expect(hops?.[0]?.headers.find(({ name }) => name === 'Authorization')).toEqual({
      name: 'Authorization',
      value: 'Bearer s3cret-value',
      masked: '[REDACTED]',
    });
    expect(hops?.[0]?.headers.at(-2)).toEqual({ name: 'Content-Length', value: '23' });
    expect(cookies).toEqual({
      sent: [],
      received: [
        { name: 'a', value: '1', maxAge: '60', sameSite: 'Lax', secure: true, httpOnly: false, hop: 0 },
        { name: 'b', value: '2', path: '/', secure: false, httpOnly: true, hop: 1 },
        { name: 'c', value: '3', secure: false, httpOnly: false, hop: 1 },
      ],
    });
    expect(login?.secretCaptures).toEqual(['token']);
    // The fields that were there before are as they were.
    expect(login?.request).toMatchObject({ method: 'POST', url: `${url}/old` });
  });
});
