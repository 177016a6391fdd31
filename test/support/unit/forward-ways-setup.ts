import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { connectRaw } from '../clients/raw-client.js';
import { listening, rawServer } from '../servers/raw-server.js';
import { TrafficRecorder } from '../../../src/record/capture/traffic-recorder.js';
import type { Recording } from '../../../src/record/recordings/recording.js';
import type { ForwardParts } from '../../../src/record/proxy/forward.js';
import { readTargetAddress } from '../../../src/record/proxy/target-address.js';
import { Upstream } from '../../../src/record/proxy/upstream.js';

export interface Exchange {
  readonly method: string;
  readonly requestBody: string;
  /** Everything that the target sends, one byte per character. */
  readonly response: string;
  readonly closes: boolean;
  /** Where the bytes of both sides are split. */
  readonly splits: readonly number[];
}

export type Way = new (
  request: IncomingMessage,
  response: ServerResponse,
  parts: ForwardParts,
) => { start(): void };

export interface Running {
  readonly port: number;
  readonly list: () => Promise<readonly Recording[]>;
  /** What the target received of the last request. */
  readonly lastRequest: () => string;
  exchange: Exchange;
}

export async function startWay(Way: Way): Promise<Running> {
  const running = { exchange: undefined as unknown as Exchange };
  const target = await rawServer((socket) => void respond(socket, running.exchange));
  const address = readTargetAddress(`${target.url}/base`);
  if (address === undefined) throw new Error('no target');
  const options = { proxy: { kind: 'none' }, tls: { validate: true }, connectTimeout: 60_000 } as const;
  const upstream = new Upstream({ ...options, address, isOwn: () => false });
  const recorder = new TrafficRecorder({
    ...{ deduplicate: false, exclude: [], sanitize: [], secrets: new Map() },
    ...{ maxBodyBytes: 50_000, maxRecordings: 10_000 },
    onFault: (error) => {
      throw error;
    },
  });
  const parts = { address, upstream, recorder, responseTimeoutMs: 60_000 };
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

export async function respond(socket: Socket, { response, closes, splits }: Exchange): Promise<void> {
  await writeInPieces(socket, response, splits);
  if (closes) socket.end();
}

export async function writeInPieces(socket: Socket, text: string, splits: readonly number[]): Promise<void> {
  let from = 0;
  for (const share of [...splits, 100]) {
    const to = Math.max(from, Math.floor((text.length * share) / 100));
    if (to > from && socket.writable) socket.write(text.slice(from, to), 'latin1');
    from = to;
    await setImmediate();
  }
}

/** What the client received, without how a body was split into chunks. */
export async function received(running: Running, exchange: Exchange): Promise<unknown> {
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

export function readReceived(text: string, method: string): unknown {
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
export function bodyOf(head: string, text: string, isEmpty: boolean): string | undefined {
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
export function comparable(recordings: readonly Recording[]): unknown {
  const hidden = new Set(['arrival', 'startedAt', 'duration', 'fingerprint', 'knownSecrets']);
  const text = JSON.stringify(recordings, (key, value: unknown) => (hidden.has(key) ? undefined : value));
  return text.replaceAll(/127\.0\.0\.1:\d+/g, 'target');
}

export async function expectSame(plain: Running, byNode: Running, exchange: Exchange): Promise<unknown> {
  const [own, node] = [await received(plain, exchange), await received(byNode, exchange)];
  expect(own).toEqual(node);
  expect(plain.lastRequest()).toBe(byNode.lastRequest());
  return own;
}
