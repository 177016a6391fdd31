import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, refusedHandshake } from '../../support/clients/event-client.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

/** The text of the response to a handshake with exactly these lines. */
function handshake({ port }: RunningServer, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      const body = text.indexOf('\r\n\r\n') + 4;
      if (body > 4 && text.length >= body + length) resolve(text);
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.write(`${['GET /api/v1/ws HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`);
  });
}

const GOOD = [
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const without = (name: string): string[] => GOOD.filter((line) => !line.startsWith(name));

describe('the handshake', () => {
  it('follows RFC 6455, without subprotocol and compression', async () => {
    const server = await startServer();
    const text = await handshake(server, [
      ...GOOD,
      'Sec-WebSocket-Protocol: chat, superchat',
      'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
    ]);
    expect(text).toMatch(/^HTTP\/1\.1 101 /);
    expect(text).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(text.toLowerCase()).not.toContain('sec-websocket-protocol');
    expect(text.toLowerCase()).not.toContain('sec-websocket-extensions');
  });

  it('is required: any other request is told to upgrade', async () => {
    const server = await startServer();
    const { status, headers, json } = await server.get('/ws');
    expect([status, headers.upgrade]).toEqual([426, 'websocket']);
    expect(json).toEqual({ error: 'Upgrade Required', message: 'this endpoint speaks WebSocket' });
    expect((await server.call('HEAD', '/ws')).status).toBeGreaterThanOrEqual(400);
    const post = await server.call('POST', '/ws');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET']);
  });

  it.each<[string, string[], RegExp]>([
    [
      'an older version',
      [...without('Sec-WebSocket-Version'), 'Sec-WebSocket-Version: 8'],
      /^HTTP\/1\.1 4\d\d /,
    ],
    ['no version', without('Sec-WebSocket-Version'), /^HTTP\/1\.1 4\d\d /],
    ['no key', without('Sec-WebSocket-Key'), /^HTTP\/1\.1 400 /],
    ['a bad key', [...without('Sec-WebSocket-Key'), 'Sec-WebSocket-Key: short'], /^HTTP\/1\.1 400 /],
    ['another protocol', [...without('Upgrade'), 'Upgrade: h2c'], /^HTTP\/1\.1 426 /],
    ['another host', [...without('Host'), 'Host: attacker.test'], /^HTTP\/1\.1 403 /],
  ])('is refused for %s, in JSON', async (_what, lines, status) => {
    const text = await handshake(await startServer(), [...lines, 'Connection: close']);
    expect(text).toMatch(status);
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['error', 'message']);
  });

  it('accepts only loopback origins, with any port', async () => {
    const server = await startServer();
    for (const origin of ['http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:9', undefined]) {
      await listen(server, origin === undefined ? {} : { origin });
    }
    for (const origin of ['http://localhost.attacker.test', 'null', 'http://attacker.test', 'file://']) {
      expect(await refusedHandshake(server, { origin })).toEqual({
        status: 403,
        json: { error: 'Forbidden', message: `origin not allowed: ${origin}` },
      });
    }
  });

  it('needs the token in a header or the query when there is one', async () => {
    const token = 'a-token-of-enough-characters';
    const server = await startServer({ args: ['--api-token', token], token });
    await listen(server, { headers: { Authorization: `Bearer ${token}` } });
    await listen(server, { query: `?token=${token}` });
    for (const wrong of [
      {},
      { query: '?token=x' },
      { headers: { Authorization: 'Bearer x' }, query: `?token=${token}` },
    ]) {
      expect((await refusedHandshake(server, wrong)).status).toBe(401);
    }
  });

  it('works in read-only mode', async () => {
    const client = await listen(await startServer({ args: ['--read-only'] }));
    client.socket.send('{"type":"ping"}');
    await client.until('pong');
  });
});

describe('a client', () => {
  it('receives nothing on connect, and a pong for a ping', async () => {
    const server = await startServer();
    const [client, other] = [await listen(server), await listen(server)];
    client.socket.send('{"type":"ping","id":4}');
    await client.until('pong');
    expect(client.texts).toEqual([
      `{"type":"pong","payload":null,"timestamp":"${client.events[0]?.timestamp}"}`,
    ]);
    expect(other.texts).toEqual([]);
  });

  it('that breaks the protocol is closed with the right code, without effect on others', async () => {
    const server = await startServer();
    const cases: readonly (readonly [number, Buffer | string, boolean])[] = [
      [1003, Buffer.from('{"type":"ping"}'), true],
      [1007, Buffer.from([0x7b, 0xff]), false],
      [1009, 'x'.repeat(32 * 1024 + 1), false],
    ];
    for (const [code, data, binary] of cases) {
      const { socket, closed } = await listen(server);
      socket.send(data, { binary });
      expect(await closed).toBe(code);
    }
    const flood = await listen(server);
    for (let index = 0; index < 150; index++) flood.socket.send('{}');
    expect(await flood.closed).toBe(1008);
    expect((await server.get('/health')).status).toBe(200);
  });

  it('is closed with 1001 when the server shuts down', async () => {
    const server = await startServer();
    const clients = await Promise.all(Array.from({ length: 20 }, () => listen(server)));
    server.svc.send('SIGINT');
    for (const { closed } of clients) expect(await closed).toBe(1001);
    expect((await server.svc.ended).code).toBe(0);
  });
});
