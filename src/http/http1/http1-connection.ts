import type { Socket } from 'node:net';
import { elapsed } from '../../primitives/clock.js';
import type { HttpCall, HttpConnection, Received } from '../connect/http-connection.js';
import type { Dialled } from '../connect/dial.js';
import { Http1Exchange, type Http1Wire } from './http1-exchange.js';
import { IDLE_LIMIT, usableFor } from './http1-head.js';
import { Http1Reader } from './http1-reader.js';

export interface ConnectionOwner {
  freed(line: Http1Connection): void;
  lost(line: Http1Connection): void;
}

/** One connection of HTTP/1.1: carries one exchange at a time, its own or one of Node's that somebody else makes. */
export class Http1Connection implements HttpConnection, Http1Wire {
  readonly version = '1.1';
  readonly socket: Socket;
  readonly reader: Http1Reader;
  fresh = true;
  firstByteAt = 0;
  private busy = false;
  private current: Http1Exchange | undefined;
  private freeSince = elapsed();
  private idleLimit = IDLE_LIMIT;

  constructor(
    readonly dialled: Dialled,
    private readonly keeper: ConnectionOwner,
  ) {
    const { socket, inPlace } = dialled;
    this.socket = socket;
    this.reader = new Http1Reader(inPlace !== undefined);
    const hear = (data: Uint8Array): void => this.hear(data);
    if (inPlace) inPlace.onBytes = hear;
    else socket.on('data', hear);
    socket
      .setTimeout(IDLE_LIMIT)
      .on('end', () => (this.current ? this.current.ended() : this.endIfIdle()))
      .on('timeout', () => this.endIfIdle())
      .on('error', (error) => this.current?.fail(error))
      .on('free', () => this.free())
      .on('close', () => this.closed());
  }

  /** Whether it may carry another exchange; then it is this caller's. */
  take(now: number, mostIdle = Infinity): boolean {
    const limit = Math.min(this.idleLimit, mostIdle);
    if (this.socket.destroyed || !this.socket.writable || now - this.freeSince > limit) return false;
    this.busy = true;
    this.firstByteAt = 0;
    return true;
  }

  exchange(call: HttpCall): Promise<Received> {
    return new Promise((resolve, reject) => {
      const exchange = new Http1Exchange(this, call, resolve, reject);
      this.current = exchange;
      try {
        exchange.start();
      } catch (error) {
        this.current = undefined;
        this.free();
        throw error;
      }
    });
  }

  complete(reusable: boolean): void {
    this.current = undefined;
    if (!reusable) {
      this.socket.destroy();
      return;
    }
    this.heed(this.reader.head.idleSeconds);
    this.free();
  }

  /** How long the server says that it keeps the connection; below 0 when it does not say. */
  heed(seconds: number): void {
    this.idleLimit = usableFor(seconds);
  }

  /** It is not needed any more, or was not after all. */
  free(): void {
    this.busy = false;
    this.fresh = false;
    this.freeSince = elapsed();
    this.keeper.freed(this);
  }

  private hear(data: Uint8Array): void {
    if (!this.busy) {
      // Bytes that nobody asked for would be taken for the next answer.
      this.socket.destroy();
      return;
    }
    if (this.firstByteAt === 0) this.firstByteAt = elapsed();
    this.current?.hear(data);
  }

  private closed(): void {
    this.current?.fail(undefined);
    this.current = undefined;
    this.keeper.lost(this);
  }

  private endIfIdle(): void {
    if (!this.busy) this.socket.destroy();
  }
}
