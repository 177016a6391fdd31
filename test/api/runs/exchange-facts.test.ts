import { createServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RequestResult, RunResult } from '../../../src/server/api-types.js';
import { dedent } from '../../support/dedent.js';
import { createCertificate } from '../../support/files/certificates.js';
import { loopback } from '../../support/runs/run-requests.js';
import { deadUrl } from '../../support/servers/dead-url.js';
import { listening } from '../../support/servers/raw-server.js';
import { startServer } from '../../support/servers/running-server.js';

const packed = gzipSync('x'.repeat(5000));

async function startTarget(): Promise<string> {
  const { url } = await loopback(({ path }, response) => {
    if (path === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
      return undefined;
    }
    if (path !== '/old') return { json: {}, headers: { 'set-cookie': ['b=2; Path=/; HttpOnly', 'c=3'] } };
    return {
      status: 302,
      headers: { location: '/new?key=s3cret-value', 'set-cookie': 'a=1; Max-Age=60; SameSite=Lax; Secure' },
    };
  });
  return url;
}

async function startTlsTarget(): Promise<string> {
  const certificate = createCertificate({ name: 'depot', hosts: ['127.0.0.1'] });
  const server = createServer(certificate, (_request, response) => response.end('ok'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${await listening(server)}`;
}

async function run(text: string, settings = ''): Promise<Record<string, RequestResult>> {
  const server = await startServer({
    files: { 'a.http': text, 'service.yaml': `environments: {qa: {apiToken: s3cret-value}}\n${settings}` },
  });
  const { json } = await server.call('POST', '/execute', { json: { file: 'a.http', environment: 'qa' } });
  return Object.fromEntries((json as RunResult).results.map((result) => [result.name, result]));
}

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

  it('are times and sizes on the wire', async () => {
    const url = await startTarget();
    const { first, second } = await run(`### first\nGET ${url}/packed\n\n### second\nPOST ${url}/x\n\nhello`);
    expect(first?.exchange?.reused).toBe(false);
    expect(first?.exchange?.timing.connect).toBeGreaterThan(0);
    expect(first?.exchange?.timing.wait).toBeGreaterThan(0);
    expect(first?.exchange?.sizes).toMatchObject({ responseBody: packed.length, decodedBody: 5000 });
    expect(second?.exchange).toMatchObject({
      reused: true,
      timing: { dns: 0, connect: 0, tls: 0 },
      sizes: { requestBody: 5, responseBody: 2, decodedBody: 2 },
    });
    const { requestHead } = second?.exchange?.sizes ?? {};
    const headers = second?.exchange?.hops[0]?.headers ?? [];
    const head = `POST /x HTTP/1.1\r\n${headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('')}\r\n`;
    expect(requestHead).toBe(head.length);
  });

  it('are protocol, TLS and certificate', async () => {
    const { secure } = await run(`### secure\nGET ${await startTlsTarget()}/\n`, 'validateSSL: false\n');
    expect(secure?.exchange?.tls).toMatchObject({
      version: 'TLSv1.3',
      cipher: expect.stringMatching(/^TLS_/),
      trusted: false,
      certificate: {
        subject: 'CN=depot',
        issuer: 'CN=depot',
        altNames: 'IP Address:127.0.0.1',
        validFrom: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(secure?.exchange?.timing.tls).toBeGreaterThan(0);
  });
});

describe('a request that was not completed', () => {
  it('names the assertions that were not evaluated', async () => {
    const { refused } = await run(dedent`
      ### refused
      GET ${await deadUrl()}

      >>>
      expect status 200
      expect body.total approx 1 +- 0.5
      <<<
    `);
    expect(refused).toMatchObject({
      errorKind: 'connect',
      assertions: [],
      unevaluated: [
        { subject: 'status', operator: 'equals', expected: '200', line: 5 },
        { subject: 'body.total', operator: 'approx', expected: '1 +- 0.5', line: 6 },
      ],
      exchange: { protocol: '', remoteAddress: '', hops: [{ statusCode: 0 }] },
    });
  });
});
