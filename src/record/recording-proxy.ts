import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import { bindPort } from '../http/serving/bind-port.js';
import { asksForServiceWorker, NO_SERVICE_WORKER, opensPage } from '../http/serving/foreign-pages.js';
import { hasTooManyHeaders, MAX_HEADER_COUNT } from '../http/message/headers.js';
import { isAllowedHost } from '../http/serving/allowed-host.js';
import type { ProxyChoice } from '../http/connect/proxy.js';
import { replayRequest } from '../http/serving/replay-request.js';
import type { ServedPort, ServedPorts } from '../http/serving/served-ports.js';
import type { TlsSettings } from '../http/connect/tls-settings.js';
import { Forwarding, type ForwardParts } from './proxy/forward.js';
import { isLocalAddress, isThisMachine } from './proxy/local-address.js';
import { Recorder, type RecorderOptions } from './capture/recorder.js';
import type { Recordings } from './recordings/recordings.js';
import { parserFault, refuse, refuseSocket } from './proxy/refuse.js';
import type { TargetAddress } from './proxy/target-address.js';
import { Tunnelling } from './proxy/tunnel.js';
import { Upstream } from './proxy/upstream.js';

export interface RecordingProxyOptions extends RecorderOptions {
  readonly address: TargetAddress;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Of servers that must not be the target, beside this one. */
  readonly ownPorts: readonly number[];
  /** Told of the port: the pages of the target are not those of the user. */
  readonly ports: Pick<ServedPorts, 'add'>;
  readonly proxy: ProxyChoice;
  readonly tls: TlsSettings;
  readonly limits?: ProxyLimits;
}

/** Milliseconds. */
export interface ProxyLimits {
  readonly connect: number;
  readonly answer: number;
  /** For what is under way when the proxy stops. */
  readonly grace: number;
}

/** server.md 13 */
export const PROXY_LIMITS: ProxyLimits = { connect: 10_000, answer: 120_000, grace: 5000 };

export interface RecordingProxy {
  readonly address: AddressInfo;
  readonly target: TargetAddress;
  readonly startedAt: number;
  /** After everything that has ended is there. */
  recordings(): Promise<Recordings>;
  /** Nothing new is taken; what is open gets the grace, or the given milliseconds. */
  stop(grace?: number): Promise<void>;
}

/** Bound when it resolves; throws ServiceError when the port or the target cannot be used. */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { address: target, host, port, limits = PROXY_LIMITS } = options;
  const isHere = await isThisMachine(target.target.host);
  if (isHere && [port, ...options.ownPorts].includes(target.target.port)) throw ownTarget();
  const server = createServer(SERVER_OPTIONS);
  server.maxHeadersCount = 0;
  const bound: { port: number } = { port: 0 };
  const isOwn = (socket: Socket): boolean =>
    socket.remotePort === bound.port && isLocalAddress(socket.remoteAddress ?? '');
  const { proxy, tls } = options;
  const upstream = new Upstream({ address: target, proxy, tls, connectTimeout: limits.connect, isOwn });
  const recorder = new Recorder(options);
  const desk = new Desk(server, { address: target, upstream, recorder, answerTimeout: limits.answer }, host);
  const address = await bindPort(server, host, port);
  bound.port = address.port;
  if (isHere && address.port === target.target.port) {
    server.close();
    throw ownTarget();
  }
  const served = await options.ports.add(address.port);
  desk.served = served;
  return {
    address,
    target,
    startedAt: Date.now(),
    recordings: () => recorder.recordings(),
    stop: async (grace = limits.grace) => {
      await desk.close(grace);
      upstream.close();
      await served.release();
    },
  };
}

function ownTarget(): ServiceError {
  return new ServiceError('usage', 'targetUrl must not be this server');
}

/** An upload may take as long as it likes; its head may not. */
const SERVER_OPTIONS = {
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 10_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 64 * 1024,
} as const;

/** Takes what comes in, refuses what is not for us, and knows what is open. */
class Desk {
  readonly #server: Server;
  readonly #parts: ForwardParts;
  readonly #rule: { readonly bound: string; readonly machine: string };
  readonly #tunnels = new Set<Duplex>();
  /** Known when the port is. */
  served: ServedPort | undefined;
  #open = 0;
  #closing = false;
  readonly #waiting = new Set<() => void>();

  constructor(server: Server, parts: ForwardParts, host: string) {
    this.#server = server;
    this.#parts = parts;
    this.#rule = { bound: host, machine: hostname() };
    const take = (request: IncomingMessage, response: ServerResponse): void => this.#take(request, response);
    // Whether to go on is for the target to say.
    server.on('request', take).on('checkContinue', take).on('checkExpectation', take);
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#upgrade(request, socket, head);
    });
    server.on('connect', (_: IncomingMessage, socket: Duplex) => {
      refuseSocket(socket, 400, NO_FORWARD_PROXY);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else refuseSocket(socket, ...parserFault(error));
    });
  }

  async close(grace: number): Promise<void> {
    this.#closing = true;
    this.#server.close();
    this.#server.closeIdleConnections();
    const timer = new AbortController();
    const idle = new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      this.#look();
    });
    await Promise.race([idle, sleep(grace, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    this.#server.closeAllConnections();
    for (const socket of this.#tunnels) socket.destroy();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#refusal(request);
    if (refusal) {
      refuse(response, ...refusal, this.#closing || !request.complete);
      request.resume();
      return;
    }
    this.#open += 1;
    response.on('close', () => {
      this.#open -= 1;
      this.#look();
    });
    if (opensPage(request.rawHeaders)) this.served?.opened();
    new Forwarding(request, response, this.#parts).start();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    const isWish = /^h2c$/i.test(headers.upgrade ?? '');
    if (hasBody || isWish) return replayRequest(request, socket, head, this.#server);
    const refusal = this.#refusal(request);
    if (refusal) return refuseSocket(socket, ...refusal);
    this.#tunnels.add(socket);
    socket.on('close', () => {
      this.#tunnels.delete(socket);
      this.#look();
    });
    new Tunnelling(request, socket, head, this.#parts).start();
  }

  #look(): void {
    if (this.#open > 0 || this.#tunnels.size > 0) return;
    for (const resolve of this.#waiting) resolve();
  }

  #refusal({
    url = '',
    headers,
    rawHeaders,
    socket,
  }: IncomingMessage): readonly [number, string] | undefined {
    if (this.#closing) return [503, 'the recording proxy is stopping'];
    if (hasTooManyHeaders(rawHeaders)) return [431, `the request has more than ${MAX_HEADER_COUNT} headers`];
    const { host = '' } = headers;
    if (host === '' || timesNamed(rawHeaders, 'host') > 1) return [400, 'the Host header must be given once'];
    if (!isAllowedHost(host, socket.localAddress, this.#rule)) return [403, `host not allowed: ${host}`];
    if (!url.startsWith('/')) return [400, NO_FORWARD_PROXY];
    return asksForServiceWorker(rawHeaders) ? [403, NO_SERVICE_WORKER] : undefined;
  }
}

const NO_FORWARD_PROXY =
  'this is a recording proxy for one target; send requests for a path, such as GET /orders';

function timesNamed(rawHeaders: readonly string[], name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? '';
    if (each.length === name.length && each.toLowerCase() === name) times += 1;
  }
  return times;
}
