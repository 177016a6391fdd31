/** Connects to a target: name resolution, TCP, proxy and TLS. */
import { connect, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { elapsed } from '../../primitives/clock.js';
import { RequestFailure, type Peer, type TlsFacts } from '../message/message.js';
import { networkFailure } from '../message/network-failure.js';
import type { HostGate, Place } from './host-gate.js';
import type { DialTiming } from './http-connection.js';
import type { Proxy } from './proxy.js';
import { createStaticRead, type StaticRead } from './static-read-buffer.js';
import { StopController } from '../../primitives/stop-signal.js';
import { systemLookup } from './system-resolve.js';
import type { Target } from '../message/target.js';
import type { TlsSettings } from './tls-settings.js';

export interface DialOptions {
  /** Milliseconds for name resolution, TCP and TLS of each connection. */
  readonly connectTimeout: number;
  /** Replaces the system's name resolution; not called for IP addresses. */
  readonly lookup?: LookupFunction;
  /** When set, no other host is connected to, whatever names and redirects lead there. */
  readonly allowedHosts?: HostGate | undefined;
  /** Called with the address of the other side before anything is sent; throws to refuse it. */
  readonly checkPeer?: (address: string) => void;
  /** Replaces the sockets of the system. */
  readonly connect?: (options: TcpNetConnectOpts) => Socket;
  readonly tls: TlsSettings;
  /** The protocols that are offered in the TLS handshake. */
  readonly protocols: readonly ('h2' | 'http/1.1')[];
  /** Whether requests go through a tunnel of the proxy rather than to the proxy. */
  readonly tunnel: boolean;
  /** Whether a plain connection may be read without a stream around it. */
  readonly allowStaticRead?: boolean;
}

export interface Dialled extends DialTiming {
  readonly socket: Socket;
  /** When set, bytes arrive here and not as `data` events of the socket. */
  readonly staticRead?: StaticRead | undefined;
  readonly protocol: 'h2' | 'http/1.1';
  readonly peer: Peer;
}

export interface Dialling {
  readonly done: Promise<Dialled>;
  abandon(): void;
}

/** Node gives up an address after 250 ms when there are several, which is too soon for a distant one. */
const ADDRESS_ATTEMPT_MS = 1000;

/** A longer delay would not fit 31 bits, and Node would fire at once. */
const MAX_TIMER_MS = 0x7fff_ffff;

export function dial(target: Target, proxy: Proxy | undefined, options: DialOptions): Dialling {
  return new ConnectionAttempt(target, proxy, options);
}

/** The steps of one connection attempt, which a time limit or the end of the run can stop at any point. */
class ConnectionAttempt implements Dialling {
  readonly done: Promise<Dialled>;
  private socket: Socket | undefined;
  private stopped: RequestFailure | undefined;
  private readonly lookupStop = new StopController();
  /** Whether the proxy, if any, has been passed: later failures are those of the target. */
  private hasPassedProxy = false;
  private readonly timing = { dns: 0, connect: 0, tls: 0 };
  private readonly staticRead: StaticRead | undefined;

  constructor(
    private readonly target: Target,
    private readonly proxy: Proxy | undefined,
    private readonly options: DialOptions,
  ) {
    // TLS and proxies need the stream, and connections that a caller provides are used as they are.
    const isPlain = !target.secure && proxy === undefined && options.connect === undefined;
    this.staticRead = options.allowStaticRead && isPlain ? createStaticRead() : undefined;
    this.done = this.run();
  }

  abandon(): void {
    this.stop(new RequestFailure('cancelled', 'the run has ended'));
  }

  private async run(): Promise<Dialled> {
    const { target, proxy, options } = this;
    const timer = setTimeout(() => this.stop(this.tooLate()), Math.min(options.connectTimeout, MAX_TIMER_MS));
    try {
      if (proxy) options.allowedHosts?.checkName(target);
      let socket = await (proxy ? this.reachThrough(proxy) : this.reach(target));
      this.hasPassedProxy = true;
      if (!target.secure) return this.finished(socket, options.protocols[0] ?? 'http/1.1');
      const { startTls, describeTls } = await import('./tls-options.js');
      const secured = startTls(socket, target, options.tls, options.protocols);
      socket = await this.step(secured, 'tls', target.authority);
      const chosen = Reflect.get(socket, 'alpnProtocol') === 'h2' ? 'h2' : 'http/1.1';
      if (options.protocols.includes(chosen)) return this.finished(socket, chosen, describeTls(secured));
      throw new RequestFailure('protocol', `${target.authority} does not offer HTTP/2`);
    } catch (error) {
      this.socket?.destroy();
      throw this.stopped ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  private stop(failure: RequestFailure): void {
    this.stopped ??= failure;
    this.lookupStop.abort(failure);
    this.socket?.destroy(failure);
  }

  private finished(socket: Socket, protocol: Dialled['protocol'], tls?: TlsFacts): Dialled {
    // A socket forgets the other side when it is closed.
    const { remoteAddress: address = '', remotePort: port = 0 } = socket;
    const peer = { address, port, isProxy: this.proxy !== undefined, ...(tls && { tls }) };
    return { socket, staticRead: this.staticRead, protocol, peer, ...this.timing };
  }

  private async reach({ host, port, secure }: Place): Promise<Socket> {
    const started = elapsed();
    const { checkPeer, allowedHosts } = this.options;
    const checked = allowedHosts && (await allowedHosts.check({ host, port, secure }, this.lookupStop));
    if (this.stopped) throw this.stopped;
    const lookup = checked ?? this.options.lookup ?? systemLookup(host, this.lookupStop);
    const socket = (this.staticRead?.connect ?? this.options.connect ?? connect)({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
      ...(lookup && { lookup }),
    });
    let resolved = started;
    socket.once('lookup', () => {
      resolved = elapsed();
      this.timing.dns = resolved - started;
    });
    await this.step(socket, 'connect', this.proxy ? `the proxy ${this.proxy.shown}` : this.target.authority);
    this.timing.connect = elapsed() - resolved;
    checkPeer?.(socket.remoteAddress ?? '');
    return socket;
  }

  private async reachThrough(proxy: Proxy): Promise<Socket> {
    try {
      let socket = await this.reach(proxy);
      if (proxy.secure) {
        const { startProxyTls } = await import('./tls-options.js');
        socket = startProxyTls(socket, proxy, this.options.tls);
        await this.step(socket, 'tls', `the proxy ${proxy.shown}`);
      }
      if (!this.options.tunnel) return socket;
      const { openTunnel } = await import('./tunnel.js');
      if (this.stopped) throw this.stopped;
      return await openTunnel(socket, this.target, proxy);
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.errorKind === 'blocked') throw error;
      throw new RequestFailure('proxy', error.message, { cause: error.cause });
    }
  }

  /** Waits until the socket is connected, or secured. */
  private step(socket: Socket, phase: 'connect' | 'tls', shown: string): Promise<Socket> {
    if (this.stopped) return Promise.reject(this.stopped);
    this.socket = socket;
    // Between two steps there is no other listener, and an unhandled error event would end the process.
    socket.on('error', () => undefined);
    const started = elapsed();
    return new Promise((resolve, reject) => {
      const fail = (error?: unknown) => reject(networkFailure(error, phase, shown));
      socket.once(phase === 'tls' ? 'secureConnect' : 'connect', () => {
        socket.off('error', fail).off('close', fail);
        if (phase === 'tls') this.timing.tls += elapsed() - started;
        resolve(socket);
      });
      socket.once('error', fail).once('close', fail);
    });
  }

  private tooLate(): RequestFailure {
    const { target, proxy, options } = this;
    const [kind, shown] =
      proxy && !this.hasPassedProxy
        ? (['proxy', `the proxy ${proxy.shown}`] as const)
        : (['timeout', target.authority] as const);
    return new RequestFailure(kind, `no connection to ${shown} came about in ${options.connectTimeout} ms`);
  }
}
