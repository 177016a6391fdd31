import { request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { dial, type Dialled, type Dialling, type DialOptions } from '../../http/connect/dial.js';
import type { Http1Connection } from '../../http/http1/http1-connection.js';
import { writeRawRequestHead } from '../../http/http1/http1-request.js';
import { RequestFailure } from '../../http/message/message.js';
import { Pool } from '../../http/connections/pool.js';
import { createProxyRule, type Proxy, type ProxyChoice } from '../../http/connect/proxy.js';
import { SocketAgent } from '../../http/connect/socket-agent.js';
import type { TlsSettings } from '../../http/connect/tls-settings.js';
import type { TargetAddress } from './target-address.js';

export interface UpstreamOptions {
  readonly address: TargetAddress;
  readonly proxy: ProxyChoice;
  readonly tls: TlsSettings;
  readonly connectTimeout: number;
  /** Whether a connection leads back to this proxy. */
  readonly isOwn: (socket: Socket) => boolean;
}

export interface OutgoingHead {
  readonly method: string;
  /** With the path prefix of the target and the query. */
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: string[];
}

/** `stream` connections are for Node's client, which reads their sockets as streams. */
export type ConnectionKind = 'plain' | 'stream';

/** Each open event stream holds a socket. */
const MAX_SOCKETS = 10_000;
/** Node's default is 16 KiB. */
const MAX_HEADER_BYTES = 256 * 1024;

/** The connections to the target, directly or through a proxy. */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #proxy: Proxy | undefined;
  readonly #pools: Readonly<Record<ConnectionKind, Pool>>;
  readonly #agent = new SocketAgent();
  readonly #tunnels = new Set<Dialling>();

  /** Throws ServiceError for a configured proxy that cannot be used. */
  constructor(options: UpstreamOptions) {
    const { target } = options.address;
    this.#options = options;
    this.#proxy = createProxyRule(options.proxy)(target);
    const dial = (kind: ConnectionKind) => (): Dialling => this.#dial(target.secure, kind === 'plain');
    this.#pools = {
      plain: new Pool({ maxSockets: MAX_SOCKETS, dial: dial('plain'), undecided: false }),
      stream: new Pool({ maxSockets: MAX_SOCKETS, dial: dial('stream'), undecided: false }),
    };
  }

  /** Returns a free connection that has not been idle for longer than the given time. */
  take(kind: ConnectionKind, maxIdleMs: number): Http1Connection | undefined {
    return this.#pools[kind].take(maxIdleMs) as Http1Connection | undefined;
  }

  async wait(kind: ConnectionKind, signal: AbortSignal): Promise<Http1Connection> {
    return (await this.#pools[kind].wait(signal)) as Http1Connection;
  }

  /** One kept connection turned out to be closed, so the other idle ones may be closed too. */
  closeIdle(): void {
    this.#pools.plain.dropIdle();
    this.#pools.stream.dropIdle();
  }

  /** Opens a separate connection for a protocol that will not return it. */
  async tunnel(): Promise<Socket> {
    const dialling = this.#dial(true);
    this.#tunnels.add(dialling);
    try {
      return (await dialling.done).socket;
    } finally {
      this.#tunnels.delete(dialling);
    }
  }

  /** The head of a request for a connection of the kind `plain`. Throws when it holds anything that cannot be sent. */
  writeHead(head: OutgoingHead): string {
    const { method, path, headers } = this.#addressed(head, false);
    headers.push('Connection', 'keep-alive');
    return writeRawRequestHead(method, path, headers);
  }

  /** Throws when Node rejects the method, the path or a header; then nothing has been sent. */
  request(socket: Socket, head: OutgoingHead, tunnelled = false): ClientRequest {
    const request = httpRequest({
      agent: this.#agent.use(socket),
      ...this.#addressed(head, tunnelled),
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node accepts flat lists of headers, but its types do not declare them.
    } as unknown as RequestOptions);
    request.maxHeadersCount = 0;
    return request;
  }

  /** A request to the proxy itself names the whole URL (RFC 9112 3.2.2). */
  #addressed(head: OutgoingHead, tunnelled: boolean): OutgoingHead {
    const { origin, target } = this.#options.address;
    const proxy = tunnelled || target.secure ? undefined : this.#proxy;
    if (proxy === undefined) return head;
    const { method, path, headers } = head;
    if (proxy.authorization !== undefined) headers.push('Proxy-Authorization', proxy.authorization);
    return { method, path: origin + path, headers };
  }

  close(): void {
    this.#pools.plain.close();
    this.#pools.stream.close();
    for (const dialling of this.#tunnels) dialling.abandon();
  }

  #dial(tunnel: boolean, allowStaticRead = false): Dialling {
    const { address, tls, connectTimeout } = this.#options;
    const options: DialOptions = { connectTimeout, tls, protocols: ['http/1.1'], tunnel, allowStaticRead };
    const dialling = dial(address.target, this.#proxy, options);
    return {
      done: dialling.done.then((dialled) => this.#refuseOwn(dialled)),
      abandon: () => dialling.abandon(),
    };
  }

  #refuseOwn(dialled: Dialled): Dialled {
    if (this.#proxy !== undefined || !this.#options.isOwn(dialled.socket)) return dialled;
    dialled.socket.destroy();
    throw new RequestFailure('connect', 'the target is this recording proxy itself');
  }
}
