/** One kept connection of HTTP/1.1: bytes out, one answer in; pipelining is not used. */
import type { Socket } from 'node:net';
import type { Dialled } from '../../http/connect/dial.js';
import type { FailureKind } from '../../http/message/message.js';
import { usableFor } from '../../http/http1/http1-head.js';
import { Http1Reader, type KeepAlive } from '../../http/http1/http1-reader.js';

/** Who waits for the answer; called once for each `send`. */
export interface ResponseReceiver {
  /** Takes what it needs from the reader before it sends anything else. */
  answered(connection: LoadConnection): void;
  /** `unanswered`: a kept connection turned out to be dead, and nothing of an answer had come. */
  failed(kind: FailureKind, unanswered: boolean): void;
}

export interface ConnectionOwner {
  freed(connection: LoadConnection): void;
  lost(connection: LoadConnection): void;
}

/** What a request asks of the answer. */
export interface Asking {
  readonly keeping: KeepAlive;
  /** HEAD. */
  readonly bodiless: boolean;
  readonly maxBodyBytes: number;
}

export class LoadConnection {
  readonly reader = new Http1Reader(true);
  readonly socket: Socket;
  readonly #keeper: ConnectionOwner;
  #taker: ResponseReceiver | undefined;
  #fresh = true;
  #heard = false;
  /** Until when it may be used again. */
  #usableUntil = Infinity;
  #timedOut = false;

  constructor({ socket, inPlace }: Dialled, keeper: ConnectionOwner) {
    this.socket = socket;
    this.#keeper = keeper;
    if (inPlace) inPlace.onBytes = this.#hear;
    else socket.on('data', this.#hear);
    socket.on('end', () => this.#ended());
    socket.on('close', () => this.#closed());
    socket.on('error', ignore);
  }

  isUsable(now: number): boolean {
    return !this.socket.destroyed && this.socket.writable && now < this.#usableUntil;
  }

  send(bytes: Uint8Array, asking: Asking, taker: ResponseReceiver): void {
    this.#taker = taker;
    this.#heard = false;
    this.reader.start(asking.keeping, asking.bodiless, asking.maxBodyBytes);
    this.socket.write(bytes);
  }

  /** The time is up: an event stream that has begun is an answer (cli.md 5), anything else none. */
  expire(): void {
    if (this.reader.hasHead && this.reader.head.isEventStream) {
      this.#timedOut = true;
      this.#finish();
    } else this.#fail('timeout');
  }

  /** Nobody wants the answer any more. */
  abandon(): void {
    this.#taker = undefined;
    this.socket.destroy();
  }

  readonly #hear = (data: Uint8Array): void => {
    // Bytes that nobody asked for would be taken for the next answer.
    if (!this.#taker) {
      this.socket.destroy();
      return;
    }
    this.#heard = true;
    const reading = this.reader.read(data);
    if (reading === 'done') this.#finish();
    else if (reading !== 'more') this.#fail(reading === 'invalid' ? 'protocol' : 'bodyLimit');
  };

  #finish(): void {
    const taker = this.#taker;
    if (!taker) return;
    this.#taker = undefined;
    this.#fresh = false;
    const { head, excess } = this.reader;
    // An answer before the whole request is sent: the rest is of no use.
    const isOver = !head.keepAlive || excess || this.#timedOut || this.socket.writableLength > 0;
    if (isOver) this.socket.destroy();
    else {
      this.#usableUntil = performance.now() + usableFor(head.idleSeconds);
    }
    // First of all free: who has got an answer often sends the next request at once, and would dial for it.
    if (!isOver) this.#keeper.freed(this);
    taker.answered(this);
  }

  #fail(kind: FailureKind): void {
    const taker = this.#taker;
    this.#taker = undefined;
    this.socket.destroy();
    taker?.failed(kind, kind === 'reset' && !this.#fresh && !this.#heard);
  }

  #ended(): void {
    if (this.#taker && this.reader.end()) this.#finish();
    else this.#fail('reset');
  }

  #closed(): void {
    this.#fail('reset');
    this.#keeper.lost(this);
  }
}

function ignore(): void {}
