import type { Socket } from 'node:net';
import { elapsed } from '../primitives/clock.js';
import type { Call, Carrier, Received } from './carrier.js';
import type { Dialled } from './dial.js';
import { headerValue } from './headers.js';
import { exchangeHttp1 } from './http1-exchange.js';

/** cli.md 5: connections are kept for 90 s. */
const IDLE_LIMIT = 90_000;
/** An announced end is taken to come this much sooner: the request needs time to arrive. */
const MARGIN = 500;

export interface LineKeeper {
  freed(line: Http1Line): void;
  lost(line: Http1Line): void;
}

/** One connection of HTTP/1.1: carries one exchange at a time. */
export class Http1Line implements Carrier {
  readonly version = '1.1';
  readonly socket: Socket;
  fresh = true;
  firstByteAt = 0;
  private busy = false;
  private freeSince = elapsed();
  private idleLimit = IDLE_LIMIT;
  /** What the server said about how long it keeps the connection. */
  private hint = '';

  constructor(
    readonly dialled: Dialled,
    private readonly keeper: LineKeeper,
  ) {
    this.socket = dialled.socket;
    this.socket
      .setTimeout(IDLE_LIMIT)
      .on('data', () => this.hear())
      .on('end', () => this.endIfIdle())
      .on('timeout', () => this.endIfIdle())
      .on('free', () => this.free())
      .on('close', () => keeper.lost(this));
  }

  /** Whether it may carry another exchange; then it is this caller's. */
  take(now: number, mostIdle = Infinity): boolean {
    const limit = Math.min(this.idleLimit, mostIdle);
    if (this.socket.destroyed || !this.socket.writable || now - this.freeSince > limit) return false;
    this.busy = true;
    this.firstByteAt = 0;
    return true;
  }

  async exchange(call: Call): Promise<Received> {
    const received = await exchangeHttp1(this, call);
    this.heed(headerValue(received.headers, 'keep-alive'));
    return received;
  }

  /** Node is through with it, or it was not needed after all. */
  free(): void {
    this.busy = false;
    this.fresh = false;
    this.freeSince = elapsed();
    this.keeper.freed(this);
  }

  /** The value of its Keep-Alive header. */
  heed(hint: string): void {
    if (hint === this.hint) return;
    const [, seconds] = /timeout=(\d+)/i.exec(hint) ?? [];
    this.hint = hint;
    this.idleLimit =
      seconds === undefined ? IDLE_LIMIT : Math.min(IDLE_LIMIT, Number(seconds) * 1000 - MARGIN);
  }

  private hear(): void {
    // Bytes that nobody asked for would be taken for the next answer.
    if (!this.busy) this.socket.destroy();
    else if (this.firstByteAt === 0) this.firstByteAt = elapsed();
  }

  private endIfIdle(): void {
    if (!this.busy) this.socket.destroy();
  }
}
