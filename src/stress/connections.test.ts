import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { createCertificate } from '../../test/support/files/certificates.js';
import { deadUrl } from '../../test/support/servers/dead-url.js';
import { secureHttp2Server } from '../../test/support/servers/http2-server.js';
import { rawServer } from '../../test/support/servers/raw-server.js';
import { TurnedTime } from '../../test/support/runs/load-time.js';
import { cutEventStream } from '../../test/support/runs/cut-event-stream.js';
import { stressRun } from '../../test/support/runs/stress-run.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const certificate = createCertificate({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] });
const { cert, key } = certificate;
const trusting = { tls: { ca: cert } };

describe('connections of the load', () => {
  it('are kept, and no more than are needed at once', async () => {
    const time = new TurnedTime();
    const server = await rawServer((socket) => {
      void time.hold(10, socket).then(() => socket.write(OK));
    });
    const result = await stressRun(
      { 'a.http': `GET ${server.url}/\n` },
      { time, stress: { duration: 300, vus: 3, rate: 1 } },
    );
    expect(result.errorCount).toBe(0);
    // One after the other, each of 10 ms.
    expect(result.totalRequests).toBe(90);
    expect(server.sockets).toHaveLength(3);
  });

  it('are made anew when the server closes them', async () => {
    const server = await rawServer((socket) => socket.write(OK.replace('\r\n', '\r\nConnection: close\r\n')));
    const result = await stressRun({ 'a.http': `GET ${server.url}/\n` });
    expect(result.errorCount).toBe(0);
    expect(server.sockets).toHaveLength(result.totalRequests);
  });

  it('that died while they were kept cost no error where a request may be sent again', async () => {
    const server = await rawServer((socket, { number }) => {
      if (number % 2 === 1) socket.write(OK);
      else socket.resetAndDestroy();
    });
    const once = await stressRun(
      { 'a.http': `GET ${server.url}/\n` },
      { stress: { duration: 200, rate: 20, maxVUs: 1 } },
    );
    // Every second request finds that its connection died, and is sent once more.
    expect([once.errorCount, once.totalRequests, server.requests.length]).toEqual([0, 4, 7]);
    const posted = await stressRun(
      { 'a.http': `POST ${server.url}/\n` },
      { stress: { duration: 200, rate: 20, maxVUs: 1 } },
    );
    expect(posted.errorKinds).toEqual({ reset: 2 });
  });

  it('that nobody accepts are connection errors', async () => {
    const result = await stressRun({ 'a.http': `GET ${await deadUrl()}/\n` });
    expect(result.errorKinds).toEqual({ connect: result.totalRequests });
    const nowhere = await stressRun(
      { 'a.http': 'GET http://no-such-host.invalid/\n' },
      { stress: { duration: 100, rate: 10 } },
    );
    expect(nowhere.errorKinds).toEqual({ dns: 1 });
  });

  it.each(['quick', 'ordinary'] as const)('are secured (%s path)', async (path) => {
    const server = await rawServer((socket) => socket.write(OK), { cert, key });
    const result = await stressRun({ 'a.http': `GET ${server.url}/\n` }, { path, options: trusting });
    expect(result.errorKinds).toEqual({});
    expect(result.totalRequests).toBe(6);
    const distrusted = await stressRun({ 'a.http': `GET ${server.url}/\n` }, { path });
    expect(distrusted.errorKinds).toEqual({ tls: distrusted.totalRequests });
  });

  it('of HTTP/2 take the ordinary path once the protocol is negotiated', async () => {
    const time = new TurnedTime();
    const server = await secureHttp2Server(
      (stream) =>
        void time.hold(30, stream).then(() => stream.respond({ ':status': 204 }, { endStream: true })),
      { cert, key },
    );
    const result = await stressRun(
      {
        'a.http': dedent`
          GET ${server.url}/
          >>>
          expect status 204
          <<<
        `,
      },
      { time, options: trusting, stress: { duration: 300, vus: 8, rate: 1 } },
    );
    expect(result.errorKinds).toEqual({});
    expect(result.totalRequests).toBe(80);
    // The one that found out, and the one that carries everything.
    expect(server.sessions.length).toBeLessThanOrEqual(2);
  });

  it('speak HTTP/1.1 over TLS where the server wants it', async () => {
    const server = await secureHttp2Server(
      (stream) => stream.respond({ ':status': 500 }, { endStream: true }),
      {
        cert,
        key,
        allowHTTP1: true,
      },
    );
    const result = await stressRun(
      { 'a.http': `GET ${server.url}/\n` },
      { options: { ...trusting, httpVersion: '1.1' }, stress: { duration: 200, vus: 4, thinkTime: 50 } },
    );
    expect(result.statusCodes).toEqual({ 200: 16 });
    expect(server.sessions).toHaveLength(0);
  });

  it('are not used for what takes longer than the limit', async () => {
    const time = new TurnedTime();
    const server = await rawServer((socket, { number }) => {
      if (number > 1) socket.write(OK);
      else void time.hold(Infinity, socket);
    });
    const result = await stressRun(
      { 'a.http': `# @timeout 100\nGET ${server.url}/\n` },
      { time, stress: { duration: 400, rate: 10, maxVUs: 1 } },
    );
    expect(result.errorKinds).toEqual({ timeout: 1 });
    expect(result.successCount).toBe(3);
    expect(result.latency.max).toBe(100);
    expect(server.sockets).toHaveLength(2);
  });

  it('count an event stream that the time limit cuts as a response', async () => {
    expect(await cutEventStream('quick', 60)).toMatchObject({ errorKinds: {}, totalRequests: 2 });
  });
});
