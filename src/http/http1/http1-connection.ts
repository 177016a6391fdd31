import type { Socket } from 'node:net';
import { elapsed } from '../../primitives/clock.js';
import type { HttpCall, HttpConnection, ReceivedResponse } from '../connect/http-connection.js';
import type { Dialled } from '../connect/dial.js';
import { Http1Exchange, type Http1Wire } from './http1-exchange.js';
import { IDLE_LIMIT_MS, usableMs } from './http1-head.js';
import { Http1Reader } from './http1-reader.js';

export interface ConnectionOwner {
  onFree(connection: Http1Connection): void;
  onLost(connection: Http1Connection): void;
}

/** Receives what arrives during one exchange. */
export interface Http1Receiver {
  onData(data: Uint8Array): void;
  /** The other side sends nothing more. */
  ended(): void;
  /** The connection is lost, with the reason if there is one. */
  fail(error: unknown): void;
}

/** A connection of HTTP/1.1. It has one exchange at a time: its own, or one that a caller makes. */
export class Http1Connection implements HttpConnection, Http1Wire {
  readonly version = '1.1';
  readonly socket: Socket;
  readonly reader: Http1Reader;
  fresh = true;
  firstByteAt = 0;
  private busy = false;
  private current: Http1Receiver | undefined;
  private freeSince = elapsed();
  private idleLimit = IDLE_LIMIT_MS;

  constructor(
    readonly dialled: Dialled,
    private readonly owner: ConnectionOwner,
  ) {
    const { socket, staticRead } = dialled;
    this.socket = socket;
    this.reader = new Http1Reader(staticRead !== undefined);
    const onData = (data: Uint8Array): void => this.onData(data);
    if (staticRead) staticRead.onBytes = onData;
    else socket.on('data', onData);
    socket
      .setTimeout(IDLE_LIMIT_MS)
      .on('end', () => (this.current ? this.current.ended() : this.endIfIdle()))
      .on('timeout', () => this.endIfIdle())
      .on('error', (error) => this.current?.fail(error))
      .on('free', () => this.free())
      .on('close', () => this.closed());
  }

  /** Reserves the connection for the caller; false when it cannot be used again. */
  take(now: number, maxIdleMs = Infinity): boolean {
    const limit = Math.min(this.idleLimit, maxIdleMs);
    if (this.socket.destroyed || !this.socket.writable || now - this.freeSince > limit) return false;
    this.busy = true;
    this.firstByteAt = 0;
    return true;
  }

  exchange(call: HttpCall): Promise<ReceivedResponse> {
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

  /** Starts an exchange that the caller makes with the socket and the reader; it ends with `complete`. */
  begin(receiver: Http1Receiver): void {
    this.current = receiver;
  }

  complete(reusable: boolean): void {
    this.current = undefined;
    if (!reusable) {
      this.socket.destroy();
      return;
    }
    this.applyIdleSeconds(this.reader.head.idleSeconds);
    this.free();
  }

  /** `seconds` is how long the server keeps the connection; below 0 when the server did not announce it. */
  applyIdleSeconds(seconds: number): void {
    this.idleLimit = usableMs(seconds);
  }

  /** Returns the connection to its owner. */
  free(): void {
    this.busy = false;
    this.fresh = false;
    this.freeSince = elapsed();
    this.owner.onFree(this);
  }

  private onData(data: Uint8Array): void {
    if (!this.busy) {
      // Bytes that belong to no request would be taken for the next response.
      this.socket.destroy();
      return;
    }
    if (this.firstByteAt === 0) this.firstByteAt = elapsed();
    this.current?.onData(data);
  }

  private closed(): void {
    this.current?.fail(undefined);
    this.current = undefined;
    this.owner.onLost(this);
  }

  private endIfIdle(): void {
    if (!this.busy) this.socket.destroy();
  }
}
