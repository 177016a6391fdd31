/** The connections of one origin. */
import { elapsed } from '../../primitives/clock.js';
import { abortable } from '../message/abort.js';
import type { HttpConnection } from '../connect/http-connection.js';
import type { Dialled, Dialling } from '../connect/dial.js';
import { Http1Connection } from '../http1/http1-connection.js';
import type { Http2Session } from './http2-session.js';
import { RequestFailure } from '../message/message.js';
import type { StopSignal } from '../../primitives/stop-signal.js';

interface Waiter {
  give(connection: HttpConnection): void;
  fail(failure: unknown): void;
}

export interface PoolOptions {
  readonly maxSockets: number;
  readonly dial: () => Dialling;
  /** Whether the first connection may turn out to be HTTP/2, which needs no second one. */
  readonly undecided: boolean;
}

export class Pool {
  private readonly connections = new Set<Http1Connection>();
  private readonly idle: Http1Connection[] = [];
  private readonly waiters: Waiter[] = [];
  private readonly dialling = new Set<Dialling>();
  /** The last session is the one to use; those before it may still be ending. */
  private readonly sessions: Http2Session[] = [];
  private undecided: boolean;
  private closed = false;

  constructor(private readonly options: PoolOptions) {
    this.undecided = options.undecided;
  }

  /** A connection that is free now, and has been idle for no longer than the limit. */
  take(maxIdleMs = Infinity): HttpConnection | undefined {
    const session = this.sessions.at(-1);
    if (session?.usable) return session;
    if (this.idle.length === 0) return undefined;
    const now = elapsed();
    for (let connection = this.idle.pop(); connection; connection = this.idle.pop()) {
      if (connection.take(now, maxIdleMs)) return connection;
      connection.socket.destroy();
    }
    return undefined;
  }

  wait(signal: StopSignal): Promise<HttpConnection> {
    return abortable(signal, (give, fail) => {
      const waiter: Waiter = { give, fail };
      if (this.closed) fail(runEnded());
      else this.waiters.push(waiter);
      this.dialMore();
      return () => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        this.dialLess();
      };
    });
  }

  /** Called when a kept connection turned out to be dead, because the others may be dead too. */
  dropIdle(): void {
    for (const connection of this.idle.splice(0)) connection.socket.destroy();
  }

  close(): void {
    this.closed = true;
    for (const dialling of this.dialling) dialling.abandon();
    for (const connection of this.connections) connection.socket.destroy();
    for (const session of this.sessions) session.close();
    for (const waiter of this.waiters.splice(0)) waiter.fail(runEnded());
  }

  onFree(connection: Http1Connection): void {
    if (this.closed) connection.socket.destroy();
    else if (this.waiters.length > 0 && connection.take(elapsed())) this.waiters.shift()?.give(connection);
    else this.idle.push(connection);
  }

  onLost(connection: Http1Connection): void {
    this.connections.delete(connection);
    const index = this.idle.indexOf(connection);
    if (index !== -1) this.idle.splice(index, 1);
    this.dialMore();
  }

  private dialMore(): void {
    if (this.closed) return;
    const free = this.undecided ? 1 : this.options.maxSockets - this.connections.size;
    while (this.dialling.size < Math.min(free, this.waiters.length)) this.dialOne();
  }

  /** An attempt without a waiter would serve the next request with most of its time already spent. */
  private dialLess(): void {
    for (const dialling of this.dialling) {
      if (this.dialling.size <= this.waiters.length) return;
      this.dialling.delete(dialling);
      dialling.abandon();
    }
  }

  private dialOne(): void {
    const dialling = this.options.dial();
    this.dialling.add(dialling);
    void dialling.done
      .then((dialled) => this.add(dialled))
      .catch((error: unknown) => {
        if (this.dialling.has(dialling)) this.failWaiters(error);
      })
      .finally(() => {
        this.dialling.delete(dialling);
        this.dialMore();
      });
  }

  private async add(dialled: Dialled): Promise<void> {
    if (dialled.protocol === 'h2') {
      const { Http2Session } = await import('./http2-session.js');
      const session = new Http2Session(dialled);
      this.sessions.push(session);
      if (this.closed) session.close();
      for (const waiter of this.waiters.splice(0)) waiter.give(session);
      return;
    }
    this.undecided = false;
    const connection = new Http1Connection(dialled, this);
    this.connections.add(connection);
    // Without a waiter it is kept for a request that did not wait for it, and reports no times of connecting.
    if (this.waiters.length > 0) this.onFree(connection);
    else connection.free();
  }

  /** When there may be several connections, the failure of one fails one request only. */
  private failWaiters(error: unknown): void {
    for (const waiter of this.waiters.splice(0, this.undecided ? this.waiters.length : 1)) waiter.fail(error);
  }
}

function runEnded(): RequestFailure {
  return new RequestFailure('cancelled', 'the run has ended');
}
