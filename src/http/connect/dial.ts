/** From a target to a socket that requests can be sent on: name, TCP, proxy, TLS. */
import { connect, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { elapsed } from '../../primitives/clock.js';
import { RequestFailure } from '../message/message.js';
import { networkFailure } from '../message/network-failure.js';
import type { Proxy } from './proxy.js';
import { staticReadBuffer, type StaticRead } from './static-read-buffer.js';
import { Stop } from '../message/stop-signal.js';
import { systemLookup } from './system-resolve.js';
import type { Target } from '../message/target.js';
import type { TlsSettings } from './tls-settings.js';

export interface DialOptions {
  readonly connectTimeout: number;
  readonly lookup?: LookupFunction;
  readonly checkPeer?: (address: string) => void;
  readonly connect?: (options: TcpNetConnectOpts) => Socket;
  readonly tls: TlsSettings;
  /** Offered in the TLS handshake. */
  readonly protocols: readonly ('h2' | 'http/1.1')[];
  /** Whether requests go through a tunnel of the proxy rather than to the proxy. */
  readonly tunnel: boolean;
  /** Whether a plain connection may be read without a stream around it. */
  readonly inPlace?: boolean;
}

export interface Dialled {
  readonly socket: Socket;
  /** Set: the bytes come here, and not as `data` of the socket. */
  readonly inPlace?: StaticRead | undefined;
  readonly protocol: 'h2' | 'http/1.1';
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
}

export interface Dialling {
  readonly done: Promise<Dialled>;
  abandon(): void;
}

/** Node gives up an address after 250 ms when there are several, which is too soon for a far one. */
const ADDRESS_ATTEMPT = 1000;

/** Node fires at once when a delay does not fit 31 bits. */
const MOST_MILLISECONDS = 0x7fff_ffff;

export function dial(target: Target, proxy: Proxy | undefined, options: DialOptions): Dialling {
  const steps = new Steps(target, proxy, options);
  return {
    done: steps.run(),
    abandon: () => steps.stop(new RequestFailure('cancelled', 'the run has ended')),
  };
}

/** What is dialled at the moment, so that a limit or the end of the run can stop it wherever it is. */
class Steps {
  private socket: Socket | undefined;
  private stopped: RequestFailure | undefined;
  private readonly names = new Stop();
  /** What comes now is between us and the target. */
  private passed = false;
  private readonly timing = { dns: 0, connect: 0, tls: 0 };
  private readonly inPlace: StaticRead | undefined;

  constructor(
    private readonly target: Target,
    private readonly proxy: Proxy | undefined,
    private readonly options: DialOptions,
  ) {
    // TLS and proxies need the stream; whoever brings connections of another kind keeps theirs.
    const isPlain = !target.secure && proxy === undefined && options.connect === undefined;
    this.inPlace = options.inPlace && isPlain ? staticReadBuffer() : undefined;
  }

  async run(): Promise<Dialled> {
    const { target, proxy, options } = this;
    const timer = setTimeout(
      () => this.stop(this.tooLate()),
      Math.min(options.connectTimeout, MOST_MILLISECONDS),
    );
    try {
      let socket = await (proxy ? this.reachThrough(proxy) : this.reach(target));
      this.passed = true;
      if (!target.secure) return this.finished(socket, options.protocols[0] ?? 'http/1.1');
      const { secure } = await import('./tls-options.js');
      socket = await this.step(
        secure(socket, target, options.tls, options.protocols),
        'tls',
        target.authority,
      );
      const chosen = Reflect.get(socket, 'alpnProtocol') === 'h2' ? 'h2' : 'http/1.1';
      if (options.protocols.includes(chosen)) return this.finished(socket, chosen);
      throw new RequestFailure('protocol', `${target.authority} does not offer HTTP/2`);
    } catch (error) {
      this.socket?.destroy();
      throw this.stopped ?? error;
    } finally {
      clearTimeout(timer);
    }
  }

  stop(failure: RequestFailure): void {
    this.stopped ??= failure;
    this.names.abort(failure);
    this.socket?.destroy(failure);
  }

  private finished(socket: Socket, protocol: Dialled['protocol']): Dialled {
    return { socket, inPlace: this.inPlace, protocol, ...this.timing };
  }

  private async reach({ host, port }: { host: string; port: number }): Promise<Socket> {
    const started = elapsed();
    const { checkPeer, lookup = systemLookup(host, this.names) } = this.options;
    const socket = (this.inPlace?.connect ?? this.options.connect ?? connect)({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT,
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
        const { secureProxy } = await import('./tls-options.js');
        socket = secureProxy(socket, proxy, this.options.tls);
        await this.step(socket, 'tls', `the proxy ${proxy.shown}`);
      }
      if (!this.options.tunnel) return socket;
      const { openTunnel } = await import('./tunnel.js');
      if (this.stopped) throw this.stopped;
      return await openTunnel(socket, this.target, proxy);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      throw new RequestFailure('proxy', error.message, { cause: error.cause });
    }
  }

  /** Waits until the socket is connected, or secured. */
  private step(socket: Socket, phase: 'connect' | 'tls', shown: string): Promise<Socket> {
    if (this.stopped) return Promise.reject(this.stopped);
    this.socket = socket;
    // Between two steps nobody else listens, and an error that nobody hears ends the process.
    socket.on('error', ignore);
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
      proxy && !this.passed
        ? (['proxy', `the proxy ${proxy.shown}`] as const)
        : (['timeout', target.authority] as const);
    return new RequestFailure(kind, `no connection to ${shown} came about in ${options.connectTimeout} ms`);
  }
}

function ignore(): void {}
