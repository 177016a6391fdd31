import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hasRequestBody } from './proxy/forward-headers.js';
import type { AddressInfo, Socket } from 'node:net';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { waitAtMost } from '../primitives/wait-at-most.js';
import { ServiceError } from '../errors.js';
import { bindPort } from '../http/serving/bind-port.js';
import { asksForServiceWorker, NO_SERVICE_WORKER, opensPage } from '../http/serving/foreign-pages.js';
import { hasTooManyHeaders, MAX_HEADER_COUNT } from '../http/message/headers.js';
import { isAllowedHost } from '../http/serving/allowed-host.js';
import type { ProxyChoice } from '../http/connect/proxy.js';
import { replayRequest } from '../http/serving/replay-request.js';
import type { ServedPort, ServedPorts } from '../http/serving/served-ports.js';
import type { TlsSettings } from '../http/connect/tls-settings.js';
import type { ForwardParts } from './proxy/forward.js';
import { NodeForwarding } from './proxy/forward-by-node.js';
import { isPlainRequest, PlainForwarding } from './proxy/forward-plain.js';
import { isLocalAddress, isThisMachine } from './proxy/local-address.js';
import { TrafficRecorder, type RecorderOptions } from './capture/traffic-recorder.js';
import type { SeenExchange } from './capture/record-exchange.js';
import type { Recording } from './recordings/recording.js';
import type { Recordings } from './recordings/recordings.js';
import { describeParserError, refuse, refuseSocket } from './proxy/refuse.js';
import type { TargetAddress } from './proxy/target-address.js';
import { Tunnelling } from './proxy/tunnel.js';
import { Upstream } from './proxy/upstream.js';

export interface RecordingProxyOptions extends RecorderOptions {
  readonly address: TargetAddress;
  /** How messages call the target: the field or the flag that named it. */
  readonly addressName: string;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Ports of other servers of this process, which must not be the target. */
  readonly ownPorts: readonly number[];
  /** Registers the port, because pages of the target must not be trusted as pages of the user. */
  readonly ports: Pick<ServedPorts, 'add'>;
  readonly proxy: ProxyChoice;
  readonly tls: TlsSettings;
  readonly limits?: ProxyLimits;
}

/** Time limits of the proxy. */
export interface ProxyLimits {
  readonly connectTimeoutMs: number;
  readonly responseTimeoutMs: number;
  /** For exchanges in progress when the proxy stops. */
  readonly closeTimeoutMs: number;
}

export const PROXY_LIMITS: ProxyLimits = {
  connectTimeoutMs: 10_000,
  responseTimeoutMs: 120_000,
  closeTimeoutMs: 5000,
};

export interface RecordingProxy {
  readonly address: AddressInfo;
  readonly target: TargetAddress;
  readonly startedAt: number;
  /** Resolves when all ended exchanges are recorded. */
  recordings(): Promise<Recordings>;
  /** Removes the secrets of an exchange that did not pass through the proxy, and further ones by their names. */
  sanitize(seen: SeenExchange, secrets: ReadonlyMap<string, string>): Promise<Recording>;
  /** Accepts nothing new and gives open exchanges the default or the given time. */
  stop(timeoutMs?: number): Promise<void>;
}

/** Listens when it resolves; throws ServiceError when the port or the target cannot be used. */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { address: target, host, port, limits = PROXY_LIMITS } = options;
  const isHere = await isThisMachine(target.target.host);
  if (isHere && [port, ...options.ownPorts].includes(target.target.port)) throw ownTargetError(options);
  const server = createServer(SERVER_OPTIONS);
  server.maxHeadersCount = 0;
  let ownPort = 0;
  const isOwn = (socket: Socket): boolean =>
    socket.remotePort === ownPort && isLocalAddress(socket.remoteAddress ?? '');
  const upstream = new Upstream({ ...options, connectTimeout: limits.connectTimeoutMs, isOwn });
  const recorder = new TrafficRecorder(options);
  const proxyServer = new ProxyServer(
    server,
    { address: target, upstream, recorder, responseTimeoutMs: limits.responseTimeoutMs },
    host,
  );
  const address = await bindPort(server, host, port);
  ownPort = address.port;
  if (isHere && address.port === target.target.port) {
    server.close();
    throw ownTargetError(options);
  }
  const served = await options.ports.add(address.port);
  proxyServer.served = served;
  return {
    address,
    target,
    startedAt: Date.now(),
    recordings: () => recorder.recordings(),
    sanitize: (seen, secrets) => recorder.sanitize(seen, secrets),
    stop: async (timeoutMs = limits.closeTimeoutMs) => {
      await proxyServer.close(timeoutMs);
      upstream.close();
      await served.release();
    },
  };
}

function ownTargetError({ addressName }: RecordingProxyOptions): ServiceError {
  return new ServiceError('usage', `${addressName} must not be this server`);
}

/** An upload may take any time; the head of a request may not. */
const SERVER_OPTIONS = {
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 10_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 64 * 1024,
} as const;

/** Accepts requests, refuses those that are not meant for the proxy, and tracks the open ones. */
class ProxyServer {
  readonly #server: Server;
  readonly #parts: ForwardParts;
  readonly #rule: { readonly bound: string; readonly machine: string };
  readonly #tunnels = new Set<Duplex>();
  /** Set once the port is registered. */
  served: ServedPort | undefined;
  #openCount = 0;
  #isClosing = false;
  readonly #waiting = new Set<() => void>();

  constructor(server: Server, parts: ForwardParts, host: string) {
    this.#server = server;
    this.#parts = parts;
    this.#rule = { bound: host, machine: hostname() };
    const handle = this.#handle.bind(this);
    // The target decides whether to send 100 Continue.
    server.on('request', handle).on('checkContinue', handle).on('checkExpectation', handle);
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#upgrade(request, socket, head);
    });
    server.on('connect', (_: IncomingMessage, socket: Duplex) => {
      refuseSocket(socket, 400, NO_FORWARD_PROXY);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else refuseSocket(socket, ...describeParserError(error));
    });
  }

  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    this.#server.close();
    this.#server.closeIdleConnections();
    const idle = new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      this.#resolveIfIdle();
    });
    await waitAtMost(timeoutMs, idle);
    this.#server.closeAllConnections();
    for (const socket of this.#tunnels) socket.destroy();
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#refusal(request);
    if (refusal) {
      refuse(response, ...refusal, this.#isClosing || !request.complete);
      request.resume();
      return;
    }
    this.#openCount += 1;
    response.on('close', () => {
      this.#openCount -= 1;
      this.#resolveIfIdle();
    });
    if (opensPage(request.rawHeaders)) this.served?.opened();
    const Way = isPlainRequest(request.method ?? '', request.headers) ? PlainForwarding : NodeForwarding;
    new Way(request, response, this.#parts).start();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { headers } = request;
    const isIgnoredUpgrade = /^h2c$/i.test(headers.upgrade ?? '');
    if (hasRequestBody(headers) || isIgnoredUpgrade)
      return replayRequest(request, socket, head, this.#server);
    const refusal = this.#refusal(request);
    if (refusal) return refuseSocket(socket, ...refusal);
    this.#tunnels.add(socket);
    socket.on('close', () => {
      this.#tunnels.delete(socket);
      this.#resolveIfIdle();
    });
    new Tunnelling(request, socket, head, this.#parts).start();
  }

  #resolveIfIdle(): void {
    if (this.#openCount > 0 || this.#tunnels.size > 0) return;
    for (const resolve of this.#waiting) resolve();
  }

  #refusal({
    url = '',
    headers,
    rawHeaders,
    socket,
  }: IncomingMessage): readonly [number, string] | undefined {
    if (this.#isClosing) return [503, 'the recording proxy is stopping'];
    if (hasTooManyHeaders(rawHeaders)) return [431, `the request has more than ${MAX_HEADER_COUNT} headers`];
    const { host = '' } = headers;
    if (host === '' || countHeader(rawHeaders, 'host') > 1)
      return [400, 'the Host header must be given once'];
    if (!isAllowedHost(host, socket.localAddress, this.#rule)) return [403, `host not allowed: ${host}`];
    if (!url.startsWith('/')) return [400, NO_FORWARD_PROXY];
    return asksForServiceWorker(rawHeaders) ? [403, NO_SERVICE_WORKER] : undefined;
  }
}

const NO_FORWARD_PROXY =
  'this is a recording proxy for one target; send requests for a path, such as GET /orders';

function countHeader(rawHeaders: readonly string[], name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const each = rawHeaders[at] ?? '';
    if (each.length === name.length && each.toLowerCase() === name) times += 1;
  }
  return times;
}
