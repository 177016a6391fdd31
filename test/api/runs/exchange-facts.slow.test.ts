import { createServer } from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { createCertificate } from '../../support/files/certificates.js';
import { deadUrl } from '../../support/servers/dead-url.js';
import { listening } from '../../support/servers/raw-server.js';
import { packed, startTarget, run } from './exchange-facts-setup.js';

async function startTlsTarget(): Promise<string> {
  const certificate = createCertificate({ name: 'depot', hosts: ['127.0.0.1'] });
  const server = createServer(certificate, (_request, response) => response.end('ok'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${await listening(server)}`;
}

/** Phases and whole requests, in milliseconds. */
function timesOf(result: Awaited<ReturnType<typeof run>>[string] | undefined): number[] {
  const { timing, hops = [] } = result?.exchange ?? {};
  const times = [...Object.values(timing ?? {}), ...hops.map(({ duration }) => duration)];
  expect(times.length).toBeGreaterThan(7);
  return times;
}

describe('the facts of an exchange', () => {
  it('are times and sizes on the wire', async () => {
    const url = await startTarget();
    const { first, second } = await run(`### first\nGET ${url}/packed\n\n### second\nPOST ${url}/x\n\nhello`);
    expect(first?.exchange?.reused).toBe(false);
    for (const time of timesOf(first)) expect(time).toSatisfy(Number.isInteger);
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
    for (const time of timesOf(secure)) expect(time).toSatisfy(Number.isInteger);
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
