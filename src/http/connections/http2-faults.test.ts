import * as http2 from 'node:http2';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { failure, failureText, request, testConnection } from '../../../test/support/clients/http-client.js';
import { clearHttp2Server, type Http2Responder } from '../../../test/support/servers/http2-server.js';
import { compose } from '../message/compose.js';
import { timeLimit } from '../wraps/time-limit.js';

describe('an HTTP/2 session', () => {
  const httpVersion = '2';
  const ok: Http2Responder = (stream) => stream.respond({}, { endStream: true });

  it('is replaced after GOAWAY; running requests end well', async () => {
    const server = await clearHttp2Server((stream, headers) => {
      if (headers[':path'] === '/1') stream.session?.goaway(0);
      setTimeout(() => stream.destroyed || ok(stream, headers, []), 30);
    });
    const { send } = testConnection({ httpVersion });
    const first = send(request(`${server.url}/1`));
    const beside = send(request(`${server.url}/2`));
    expect((await first).statusCode).toBe(200);
    expect((await beside).statusCode).toBe(200);
    expect((await send(request(`${server.url}/3`))).statusCode).toBe(200);
    expect(server.sessions).toHaveLength(2);
  });

  it.each<[string, Http2Responder, string]>([
    [
      'informational responses',
      (stream) => {
        for (let count = 0; count < 200; count++) stream.additionalHeaders({ ':status': 103 });
      },
      'protocol: localhost:PORT sent too many informational responses',
    ],
    [
      'headers',
      (stream) => {
        stream.respond({ a: Array.from({ length: 4200 }, () => '') });
      },
      'protocol: localhost:PORT sent too many headers',
    ],
  ])('limits the number of %s', async (_case, respond, message) => {
    const server = await clearHttp2Server(respond);
    const { send } = testConnection({ httpVersion });
    const { port } = new URL(server.url);
    expect(await failureText(send(request(`${server.url}/`)))).toBe(message.replace('PORT', port));
  });

  it('carries a body in frames of one byte', async () => {
    const server = await clearHttp2Server((stream) => {
      stream.respond({});
      for (let count = 0; count < 2000; count++) stream.write(String(count % 10));
      stream.end();
    });
    const { body } = await testConnection({ httpVersion }).send(request(`${server.url}/`));
    expect(Buffer.from(body).toString()).toBe('0123456789'.repeat(200));
  });

  it('is replaced when it was closed while idle', async () => {
    const server = await clearHttp2Server(ok);
    const { send } = testConnection({ httpVersion });
    await send(request(`${server.url}/1`));
    server.sessions[0]?.destroy();
    // A request on another connection comes to its end later than the news of the closed one.
    await testConnection({ httpVersion }).send(request(`${server.url}/other`));
    expect((await send(request(`${server.url}/2`, { method: 'POST' }))).statusCode).toBe(200);
  });

  it.each([
    ['GET', 'replaced'],
    ['POST', 'not replaced'],
  ])('that breaks before a response to %s is %s', async (method, verdict) => {
    let breaks = 1;
    const server = await clearHttp2Server((stream, headers) => {
      if (headers[':path'] === '/2' && breaks-- > 0) stream.session?.destroy();
      else ok(stream, headers, []);
    });
    const { send } = testConnection({ httpVersion });
    await send(request(`${server.url}/1`));
    const second = send(request(`${server.url}/2`, { method }));
    if (verdict === 'replaced') expect((await second).statusCode).toBe(200);
    else expect((await failure(second)).errorKind).toBe('reset');
  });

  it('may refuse a request, which is then sent again whatever its method', async () => {
    let refusals = 1;
    const server = await clearHttp2Server((stream, headers) => {
      if (refusals-- > 0) stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
      else ok(stream, headers, []);
    });
    const { send } = testConnection({ httpVersion });
    expect((await send(request(`${server.url}/`, { method: 'POST' }))).statusCode).toBe(200);
  });

  it.each<[string, boolean, (stream: http2.ServerHttp2Stream) => void, string]>([
    ['an error', false, (stream) => stream.destroy(new Error('x')), 'broke the request off (HTTP/2 code 2)'],
    ['"cancel"', false, (stream) => stream.close(8), 'broke the request off (HTTP/2 code 8)'],
    ['nothing', false, (stream) => stream.destroy(), 'closed the connection without a response'],
    ['an error', true, (stream) => stream.destroy(new Error('x')), 'broke the request off (HTTP/2 code 2)'],
    ['nothing', true, (stream) => stream.destroy(), 'closed the connection in the middle of the response'],
  ])('may break a request off with %s (in the body: %s)', async (_case, hasHead, breakOff, message) => {
    const server = await clearHttp2Server((stream) => {
      if (hasHead) stream.respond({ 'content-length': '10' });
      if (hasHead) stream.write('abc');
      setTimeout(() => breakOff(stream), 20);
    });
    const { send } = testConnection({ httpVersion });
    expect(await failureText(send(request(`${server.url}/`)))).toBe(
      `reset: ${server.url.slice(7)} ${message}`,
    );
  });

  it('may want HTTP/1.1', async () => {
    const server = await clearHttp2Server((stream) =>
      stream.close(http2.constants.NGHTTP2_HTTP_1_1_REQUIRED),
    );
    expect((await failure(testConnection({ httpVersion }).send(request(`${server.url}/`)))).errorKind).toBe(
      'protocol',
    );
  });

  it('cannot carry some repeated headers', async () => {
    const server = await clearHttp2Server(ok);
    const headers = [
      ['Authorization', 'a'],
      ['Authorization', 'b'],
    ] as const;
    const { send } = testConnection({ httpVersion });
    expect(await failureText(send(request(`${server.url}/`, { headers })))).toMatch(
      /^protocol: the request cannot be sent/,
    );
    expect((await send(request(`${server.url}/`))).statusCode).toBe(200);
  });

  it('keeps to the body limit, and lives on', async () => {
    const server = await clearHttp2Server((stream, headers) => {
      stream.respond();
      stream.end(headers[':path'] === '/large' ? Buffer.alloc(1000) : 'ok');
    });
    const { send } = testConnection({ httpVersion, maxBodyBytes: 999 });
    expect((await failure(send(request(`${server.url}/large`)))).errorKind).toBe('bodyLimit');
    expect((await send(request(`${server.url}/`))).body).toHaveLength(2);
    expect(server.sessions).toHaveLength(1);
  });

  it('gives what arrived of an event stream when the time is up', async () => {
    let closed = false;
    let hasWritten = false;
    const server = await clearHttp2Server((stream, headers) => {
      if (headers[':path'] === '/other') return ok(stream, headers, []);
      stream.on('close', () => (closed = true));
      stream.respond({ 'content-type': 'text/event-stream' });
      stream.write('data: 1\n\n', () => (hasWritten = true));
    });
    const clock = new ManualClock();
    const send = compose(testConnection({ httpVersion }).send, [timeLimit(400, clock)]);
    const sending = send(request(`${server.url}/`));
    await expect.poll(() => hasWritten).toBe(true);
    // Its response comes after all that was written before.
    await send(request(`${server.url}/other`));
    await clock.turn(400);
    expect(Buffer.from((await sending).body).toString()).toBe('data: 1\n\n');
    await expect.poll(() => closed).toBe(true);
  });

  it('ends a cancelled request only', async () => {
    const stop = new AbortController();
    let respond: (() => void) | undefined;
    const seen: (string | undefined)[] = [];
    const server = await clearHttp2Server((stream, headers) => {
      seen.push(headers[':path']);
      if (headers[':path'] === '/fast') respond = () => ok(stream, headers, []);
    });
    const { send } = testConnection({ httpVersion });
    const slow = failure(send(request(`${server.url}/slow`, { signal: stop.signal })));
    const fast = send(request(`${server.url}/fast`));
    await expect.poll(() => seen.length).toBe(2);
    stop.abort();
    expect((await slow).errorKind).toBe('cancelled');
    respond?.();
    expect((await fast).statusCode).toBe(200);
    expect(server.sessions).toHaveLength(1);
  });

  it('ends with the run', async () => {
    let streams = 0;
    const server = await clearHttp2Server(() => {
      streams += 1;
    });
    const { send, close } = testConnection({ httpVersion });
    const sent = failure(send(request(`${server.url}/`)));
    await expect.poll(() => streams).toBe(1);
    close();
    expect((await sent).errorKind).toBe('reset');
    await expect.poll(() => server.sessions[0]?.destroyed).toBe(true);
    expect((await failure(send(request(`${server.url}/`)))).errorKind).toBe('cancelled');
  });
});
