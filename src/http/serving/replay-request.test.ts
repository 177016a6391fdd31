import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectRaw } from '../../../test/support/clients/raw-client.js';
import { replayRequest } from './replay-request.js';

const UPGRADE_OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
const LAST = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

function post(framing: string): string {
  return `POST /first HTTP/1.1\r\nHost: a\r\n${framing}\r\n${UPGRADE_OFFER}\r\n`;
}

/** Accepts no upgrade, and responds with what it received. */
async function startServer(): Promise<{ port: number; bytesRead: () => number }> {
  const server = createServer((request, response) => {
    const { url, socket, headers } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const rest = [headers.upgrade, request.trailers['digest'], socket.remoteAddress];
      response.end(`<${[url, body, ...rest].join(' ')}>`);
    });
  });
  let socket: Socket | undefined;
  server.once('connection', (connected: Socket) => (socket = connected));
  server.on('upgrade', (request, stream, head: Buffer) => replayRequest(request, stream, head, server));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(server, { httpAllowHalfOpen: true });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, bytesRead: () => socket?.bytesRead ?? 0 };
}

/** What comes back for packets of which each is sent when the one before has arrived. */
async function responsesTo(packets: readonly string[], isHalfClosed = false): Promise<string[]> {
  const { port, bytesRead } = await startServer();
  const client = await connectRaw(port);
  let sent = 0;
  for (const packet of packets) {
    client.write(packet);
    sent += packet.length;
    if (packet !== packets.at(-1)) await expect.poll(bytesRead, { interval: 5 }).toBe(sent);
  }
  if (isHalfClosed) client.socket.end();
  await client.closed;
  return client.received().match(/<.*?>/g) ?? [];
}

describe('a request that asks for another protocol', () => {
  it.each<[string, string[]]>([
    ['of known length', [post('Content-Length: 4') + 'body' + LAST]],
    ['of known length in packets of its own', [post('Content-Length: 4'), 'bo', 'dy', LAST]],
    ['of known length, cut in the middle', [`${post('Content-Length: 4')}bo`, `dy${LAST}`]],
    ['in chunks', [`${post('Transfer-Encoding: chunked')}1\r\nb\r\n3\r\nody\r\n0\r\n\r\n${LAST}`]],
    [
      'in chunks, cut in the middle',
      [`${post('Transfer-Encoding: chunked')}3\r\nb`, 'od\r\n1\r\ny\r\n0\r\n', `\r\n${LAST}`],
    ],
  ])('is a plain one, with a body %s, and the next one follows', async (_case, packets) => {
    expect(await responsesTo(packets)).toEqual(['</first body   127.0.0.1>', '</last    127.0.0.1>']);
  });

  it('is a plain one without a body', async () => {
    const first = ['</first    127.0.0.1>', '</last    127.0.0.1>'];
    expect(await responsesTo([`GET /first HTTP/1.1\r\nHost: a\r\n${UPGRADE_OFFER}\r\n${LAST}`])).toEqual(
      first,
    );
    expect(await responsesTo([`${post('Transfer-Encoding: chunked')}0\r\n\r\n`, LAST])).toEqual(first);
    expect(await responsesTo([post('Transfer-Encoding: chunked'), '0\r\n\r\n', LAST])).toEqual(first);
  });

  it('keeps its trailers', async () => {
    const chunks = '4\r\nbody\r\n0\r\nDigest: abc\r\n\r\n';
    const trailer = 'Trailer: Digest\r\nTransfer-Encoding: chunked';
    const first = ['</first body  abc 127.0.0.1>', '</last    127.0.0.1>'];
    expect(await responsesTo([post(trailer) + chunks + LAST])).toEqual(first);
  });

  it('gets a response when its client has closed its half', async () => {
    const large = 'x'.repeat(300_000);
    expect(await responsesTo([post('Content-Length: 300000') + large], true)).toEqual([
      `</first ${large}   127.0.0.1>`,
    ]);
  });
});
