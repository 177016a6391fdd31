/** Compares both ways of forwarding: the same traffic must give the same responses, requests and recordings. */
import fc from 'fast-check';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectRaw } from '../../../test/support/clients/raw-client.js';
import { listening, rawServer } from '../../../test/support/servers/raw-server.js';
import { TrafficRecorder } from '../capture/traffic-recorder.js';
import type { Recording } from '../recordings/recording.js';
import type { ForwardParts } from './forward.js';
import { NodeForwarding } from './forward-by-node.js';
import { PlainForwarding } from './forward-plain.js';
import { readTargetAddress } from './target-address.js';
import { Upstream } from './upstream.js';

interface Exchange {
  readonly method: string;
  readonly requestBody: string;
  /** Everything that the target sends, one byte per character. */
  readonly response: string;
  readonly closes: boolean;
  /** Where the bytes of both sides are split. */
  readonly splits: readonly number[];
}

type Way = new (request: IncomingMessage, response: ServerResponse, parts: ForwardParts) => { start(): void };

interface Running {
  readonly port: number;
  readonly list: () => Promise<readonly Recording[]>;
  /** What the target received of the last request. */
  readonly lastRequest: () => string;
  exchange: Exchange;
}

async function startWay(Way: Way): Promise<Running> {
  const running = { exchange: undefined as unknown as Exchange };
  const target = await rawServer((socket) => void respond(socket, running.exchange));
  const address = readTargetAddress(`${target.url}/base`);
  if (address === undefined) throw new Error('no target');
  const options = { proxy: { kind: 'none' }, tls: { validate: true }, connectTimeout: 5000 } as const;
  const upstream = new Upstream({ ...options, address, isOwn: () => false });
  const recorder = new TrafficRecorder({
    ...{ deduplicate: false, exclude: [], sanitize: [], secrets: new Map() },
    ...{ maxBodyBytes: 50_000, maxRecordings: 10_000 },
    onFault: (error) => {
      throw error;
    },
  });
  const parts = { address, upstream, recorder, responseTimeoutMs: 20_000 };
  const server = createServer((request, response) => new Way(request, response, parts).start());
  const port = await listening(server);
  onTestFinished(() => {
    upstream.close();
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(running, {
    port,
    list: async () => (await recorder.recordings()).list,
    lastRequest: () => target.requests.at(-1)?.replace(`:${target.port}`, '') ?? '',
  });
}

async function respond(socket: Socket, { response, closes, splits }: Exchange): Promise<void> {
  await writeInPieces(socket, response, splits);
  if (closes) socket.end();
}

async function writeInPieces(socket: Socket, text: string, splits: readonly number[]): Promise<void> {
  let from = 0;
  for (const share of [...splits, 100]) {
    const to = Math.max(from, Math.floor((text.length * share) / 100));
    if (to > from && socket.writable) socket.write(text.slice(from, to), 'latin1');
    from = to;
    await setImmediate();
  }
}

/** What the client received, without how a body was split into chunks. */
async function received(running: Running, exchange: Exchange): Promise<unknown> {
  running.exchange = exchange;
  const client = await connectRaw(running.port);
  client.socket.setEncoding('latin1');
  const { method, requestBody } = exchange;
  const length = requestBody === '' ? '' : `Content-Length: ${requestBody.length}\r\n`;
  const head = `${method} /crates/7?full=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Trace: abcdefgh12\r\n`;
  const type = 'Content-Type: application/json\r\n';
  await writeInPieces(client.socket, `${head}${type}${length}\r\n${requestBody}`, exchange.splits);
  await client.closed;
  return readReceived(client.received(), method);
}

function readReceived(text: string, method: string): unknown {
  const interim = /^(?:HTTP\/1\.1 1\d\d .*\r\n(?:.+\r\n)*\r\n)*/.exec(text)?.[0] ?? '';
  const rest = text.slice(interim.length);
  const end = rest.indexOf('\r\n\r\n') + 4;
  if (end < 4) return 'cut off';
  const head = rest.slice(0, end);
  const status = Number(head.split(' ')[1]);
  // What exactly was wrong with a response is told in different words.
  if (status === 502) return `502 ${/did not respond: 127.0.0.1:\d+ ([^("]*)/.exec(rest)?.[1]?.trim()}`;
  const body = bodyOf(head, rest.slice(end), method === 'HEAD' || status === 204 || status === 304);
  return body === undefined ? 'cut off' : { interim, head, body };
}

/** Undefined when it is not complete. */
function bodyOf(head: string, text: string, isEmpty: boolean): string | undefined {
  if (isEmpty) return text;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length !== undefined) return text.length === Number(length) ? text : undefined;
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return text;
  let body = '';
  for (let rest = text; ;) {
    const line = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, line), 16);
    if (line === -1 || Number.isNaN(size)) return undefined;
    if (size === 0) return rest.endsWith('\r\n\r\n') ? `${body} and ${rest.slice(line)}` : undefined;
    body += rest.slice(line + 2, line + 2 + size);
    rest = rest.slice(line + 4 + size);
  }
}

/** Without times and without fingerprints, whose key differs. */
function comparable(recordings: readonly Recording[]): unknown {
  const hidden = new Set(['arrival', 'startedAt', 'duration', 'fingerprint', 'knownSecrets']);
  const text = JSON.stringify(recordings, (key, value: unknown) => (hidden.has(key) ? undefined : value));
  return text.replaceAll(/127\.0\.0\.1:\d+/g, 'target');
}

async function expectSame(plain: Running, byNode: Running, exchange: Exchange): Promise<unknown> {
  const [own, node] = [await received(plain, exchange), await received(byNode, exchange)];
  expect(own).toEqual(node);
  expect(plain.lastRequest()).toBe(byNode.lastRequest());
  return own;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

describe('both ways of forwarding', () => {
  it.each([
    ['a body of known length', `${OK}Content-Length: 9\r\n\r\n{"id":17}`],
    ['no body', `${OK}Content-Length: 0\r\n\r\n`],
    ['chunks and trailers', `${CHUNKED}2\r\n{}\r\n1;x=y\r\n \r\n0\r\nX-Sum: 7\r\nTE: x\r\n\r\n`],
    ['a body up to the end of the connection', `${OK}\r\n{"id":17}`],
    ['a response of HTTP/1.0', 'HTTP/1.0 203 Fine\r\nA: b\r\n\r\nup to the end'],
    ['the status 204', 'HTTP/1.1 204 No Content\r\nA: b\r\n\r\n'],
    ['the status 304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
    ['interim responses', `HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hint\r\nLink: </a>\r\n\r\n${OK}\r\nhi`],
    ['headers for one connection', `${OK}Connection: X-A\r\nX-A: b\r\nKeep-Alive: timeout=5\r\n\r\nhi`],
    ['a redirect and a cookie', `HTTP/1.1 302\r\nLocation: /base/x\r\nSet-Cookie: a=b; Domain=x\r\n\r\n`],
    ['bytes above ASCII', 'HTTP/1.1 200 G\xfct\r\nA: \xff\xc3\xa9\r\nContent-Length: 2\r\n\r\n\xff\0'],
    ['more than the response', `${OK}Content-Length: 2\r\n\r\nhi${OK}`],
    ['a length and chunks', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`],
    ['a folded header', `${OK}A: b\r\n c\r\nContent-Length: 0\r\n\r\n`],
    ['a control character in a header', `${OK}A: b\x01\r\nContent-Length: 0\r\n\r\n`],
    ['a body that ends too soon', `${OK}Content-Length: 9\r\n\r\n{"id"`],
    ['a chunk that is none', `${CHUNKED}2\r\n{}\r\nzz\r\n`],
    ['another protocol', 'SSH-2.0-Server\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['a head that is too long', `${OK}A: ${'b'.repeat(300_000)}\r\n\r\n`],
    ['nothing', ''],
  ])('agree on a response with %s', async (_, response) => {
    const [plain, byNode] = [await startWay(PlainForwarding), await startWay(NodeForwarding)];
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      for (const splits of [[], [10, 40, 41, 90]]) {
        const requestBody = method === 'POST' || method === 'PUT' ? '{"crateId":17}' : '';
        await expectSame(plain, byNode, { method, requestBody, response, closes: true, splits });
      }
    expect(comparable(await plain.list())).toBe(comparable(await byNode.list()));
  });

  it('agree on any traffic', async () => {
    const [plain, byNode] = [await startWay(PlainForwarding), await startWay(NodeForwarding)];
    const percent = fc.integer({ min: 0, max: 100 });
    const splits = fc.array(percent, { maxLength: 6 }).map((all) => all.toSorted((a, b) => a - b));
    const body = fc.oneof(
      fc.constantFrom('', '{}', '{"id":12345678,"token":"k3y-0123456789abcdef"}', '\xff\0binary', 'x'),
      fc
        .tuple(fc.constantFrom('a', '{"a":1}', '\x80'), fc.integer({ min: 1, max: 40_000 }))
        .map(([unit, times]) => unit.repeat(times)),
    );
    const cases = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      requestBody: body,
      status: fc.constantFrom('200 OK', '201 Created', '404 Not Found', '500', '204 None', '304 Same'),
      interim: fc.constantFrom('', '', 'HTTP/1.1 103 Hint\r\nLink: </a>\r\n\r\n'),
      headers: fc.constantFrom('', 'ETag: "a1"\r\n', 'X-A: b\r\nx-a:  c \r\n', 'Content-Encoding: gzip\r\n'),
      body,
      framing: fc.constantFrom('length', 'chunked', 'close'),
      chunks: splits,
      closes: fc.boolean(),
      splits,
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ status, interim, headers, framing, chunks, closes, ...rest }) => {
        const isEmpty = rest.method === 'HEAD' || /^(?:204|304)/.test(status);
        const content = isEmpty ? '' : framed(rest.body, framing, chunks);
        const length = isEmpty && framing === 'chunked' ? '' : framingHeader(framing, rest.body);
        const response = `${interim}HTTP/1.1 ${status}\r\n${headers}${length}\r\n${content}`;
        await expectSame(plain, byNode, { ...rest, response, closes: closes || framing === 'close' });
      }),
      { numRuns: 150 },
    );
    expect(comparable(await plain.list())).toBe(comparable(await byNode.list()));
    expect((await plain.list()).length).toBeGreaterThan(100);
  });
});

function framingHeader(framing: string, body: string): string {
  if (framing === 'length') return `Content-Length: ${body.length}\r\n`;
  return framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : '';
}

function framed(body: string, framing: string, splits: readonly number[]): string {
  if (framing !== 'chunked') return body;
  let text = '';
  let from = 0;
  for (const share of [...splits, 100]) {
    const to = Math.floor((body.length * share) / 100);
    if (to > from) text += `${(to - from).toString(16)}\r\n${body.slice(from, to)}\r\n`;
    from = Math.max(from, to);
  }
  return `${text}0\r\n\r\n`;
}
