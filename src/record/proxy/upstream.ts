import { request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { dial, type Dialled, type Dialling, type DialOptions } from '../../http/connect/dial.js';
import type { Http1Connection } from '../../http/http1/http1-connection.js';
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

/** Each open event stream holds a socket. */
const MAX_SOCKETS = 10_000;
/** Node's default is 16 KiB. */
const MAX_HEADER_BYTES = 256 * 1024;

/** The connections to the target, directly or through a proxy. */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #proxy: Proxy | undefined;
  readonly #pool: Pool;
  readonly #agent = new SocketAgent();
  readonly #tunnels = new Set<Dialling>();

  /** Throws ServiceError for a configured proxy that cannot be used. */
  constructor(options: UpstreamOptions) {
    const { target } = options.address;
    this.#options = options;
    this.#proxy = createProxyRule(options.proxy)(target);
    this.#pool = new Pool({
      maxSockets: MAX_SOCKETS,
      dial: () => this.#dial(target.secure),
      undecided: false,
    });
  }

  /** Returns a free connection that has not been idle for longer than the given time. */
  take(maxIdleMs: number): Http1Connection | undefined {
    return this.#pool.take(maxIdleMs) as Http1Connection | undefined;
  }

  async wait(signal: AbortSignal): Promise<Http1Connection> {
    return (await this.#pool.wait(signal)) as Http1Connection;
  }

  /** One kept connection turned out to be closed, so the other idle ones may be closed too. */
  closeIdle(): void {
    this.#pool.dropIdle();
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

  /** Throws when Node rejects the method, the path or a header; then nothing has been sent. */
  request(socket: Socket, { method, path, headers }: OutgoingHead, tunnelled = false): ClientRequest {
    const { origin, target } = this.#options.address;
    // A request to the proxy itself names the whole URL (RFC 9112 3.2.2).
    const proxy = tunnelled || target.secure ? undefined : this.#proxy;
    if (proxy?.authorization !== undefined) headers.push('Proxy-Authorization', proxy.authorization);
    const request = httpRequest({
      agent: this.#agent.use(socket),
      method,
      path: proxy === undefined ? path : origin + path,
      headers,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node accepts flat lists of headers, but its types do not declare them.
    } as unknown as RequestOptions);
    request.maxHeadersCount = 0;
    return request;
  }

  close(): void {
    this.#pool.close();
    for (const dialling of this.#tunnels) dialling.abandon();
  }

  #dial(tunnel: boolean): Dialling {
    const { address, tls, connectTimeout } = this.#options;
    const options: DialOptions = { connectTimeout, tls, protocols: ['http/1.1'], tunnel };
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
