/** The connections of one origin. */
import { elapsed } from '../../primitives/clock.js';
import { abortFailure, offAbort, onAbort } from '../message/abort.js';
import type { HttpConnection } from '../connect/http-connection.js';
import type { Dialled, Dialling } from '../connect/dial.js';
import { Http1Connection } from '../http1/http1-connection.js';
import type { Http2Session } from './http2-session.js';
import { RequestFailure } from '../message/message.js';
import type { StopSignal } from '../message/stop-signal.js';

interface Waiter {
  give(carrier: HttpConnection): void;
  fail(failure: unknown): void;
}

export interface PoolOptions {
  readonly maxSockets: number;
  readonly dial: () => Dialling;
  /** The first connection decides whether there will be others: it may turn out to be one of HTTP/2. */
  readonly undecided: boolean;
}

export class Pool {
  private readonly lines = new Set<Http1Connection>();
  private readonly idle: Http1Connection[] = [];
  private readonly waiters: Waiter[] = [];
  private readonly dialling = new Set<Dialling>();
  /** The last one is the one to use; those before it may still be ending. */
  private readonly sessions: Http2Session[] = [];
  private undecided: boolean;
  private closed = false;

  constructor(private readonly options: PoolOptions) {
    this.undecided = options.undecided;
  }

  /** What is free at once, and has not been for more than so many milliseconds. */
  take(mostIdle = Infinity): HttpConnection | undefined {
    const session = this.sessions.at(-1);
    if (session?.usable) return session;
    if (this.idle.length === 0) return undefined;
    const now = elapsed();
    for (let line = this.idle.pop(); line; line = this.idle.pop()) {
      if (line.take(now, mostIdle)) return line;
      line.socket.destroy();
    }
    return undefined;
  }

  wait(signal: StopSignal): Promise<HttpConnection> {
    if (signal.aborted) return Promise.reject(abortFailure(signal));
    if (this.closed) return Promise.reject(runEnded());
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        give: (carrier) => {
          offAbort(signal, stop);
          resolve(carrier);
        },
        fail: (failure) => {
          offAbort(signal, stop);
          reject(failure);
        },
      };
      const stop = () => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        waiter.fail(abortFailure(signal));
        this.dialLess();
      };
      onAbort(signal, stop);
      this.waiters.push(waiter);
      this.dialMore();
    });
  }

  /** One kept connection turned out to be dead, so the others are not to be trusted. */
  dropIdle(): void {
    for (const line of this.idle.splice(0)) line.socket.destroy();
  }

  close(): void {
    this.closed = true;
    for (const dialling of this.dialling) dialling.abandon();
    for (const line of this.lines) line.socket.destroy();
    for (const session of this.sessions) session.close();
    for (const waiter of this.waiters.splice(0)) waiter.fail(runEnded());
  }

  freed(line: Http1Connection): void {
    if (this.closed) line.socket.destroy();
    else if (this.waiters.length > 0 && line.take(elapsed())) this.waiters.shift()?.give(line);
    else this.idle.push(line);
  }

  lost(line: Http1Connection): void {
    this.lines.delete(line);
    const index = this.idle.indexOf(line);
    if (index !== -1) this.idle.splice(index, 1);
    this.dialMore();
  }

  private dialMore(): void {
    if (this.closed) return;
    const most = this.undecided ? 1 : this.options.maxSockets - this.lines.size;
    while (this.dialling.size < Math.min(most, this.waiters.length)) this.dialOne();
  }

  /** An attempt that nobody waits for would be the next request's, with most of its time already spent. */
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
    const line = new Http1Connection(dialled, this);
    this.lines.add(line);
    if (this.closed) line.socket.destroy();
    else if (this.waiters.length > 0 && line.take(elapsed())) this.waiters.shift()?.give(line);
    else line.free();
  }

  /** The failure of one of many connections is that of one request. */
  private failWaiters(error: unknown): void {
    for (const waiter of this.waiters.splice(0, this.undecided ? this.waiters.length : 1)) waiter.fail(error);
  }
}

function runEnded(): RequestFailure {
  return new RequestFailure('cancelled', 'the run has ended');
}
