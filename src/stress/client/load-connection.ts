/** One keep-alive connection of HTTP/1.1 without pipelining. */
import type { Socket } from 'node:net';
import type { Clock } from '../../primitives/clock.js';
import type { Dialled } from '../../http/connect/dial.js';
import type { FailureKind } from '../../http/message/message.js';
import { usableMs, type Http1Head } from '../../http/http1/http1-head.js';
import { Http1Reader, type KeptParts, type ReadState } from '../../http/http1/http1-reader.js';
import { timeoutMessage } from '../../http/wraps/time-limit.js';
import { connectionFailureText } from './failure-text.js';
import type { LastResponse } from './last-response.js';
import { receiveResponse, wholeResponse, type ReceivedResponse } from './received-response.js';

/** Waits for a response. One of its methods is called once for each `send`. */
export interface ResponseReceiver {
  /** Takes what it needs from the reader before anything else is sent. */
  onResponse(connection: LoadConnection): void;
  /** `isStale`: the server closed a kept connection before any byte of a response arrived, so the request may be sent again. */
  onFailure(kind: FailureKind, isStale: boolean, message: string): void;
}

export interface LoadConnectionOwner {
  readonly clock: Pick<Clock, 'now'>;
  /** Host and port, for messages. */
  readonly shown: string;
  onFree(connection: LoadConnection): void;
  onClose(connection: LoadConnection): void;
}

/** How the response to a request is read. */
export interface ResponseReadOptions {
  readonly keep: KeptParts;
  /** Set when responses are checked right away: one that arrives as a whole is not copied, nor read when it repeats. */
  readonly checkedAtOnce: CheckedAtOnce | undefined;
  /** True for HEAD. */
  readonly bodiless: boolean;
  readonly maxBodyBytes: number;
}

const NOTHING_KEPT: KeptParts = { headers: false, body: false };
export const NO_READ_OPTIONS: ResponseReadOptions = {
  keep: NOTHING_KEPT,
  checkedAtOnce: undefined,
  bodiless: false,
  maxBodyBytes: 0,
};

export interface CheckedAtOnce {
  /** Undefined when the verdict depends on more than the response. */
  readonly last: LastResponse | undefined;
}

export class LoadConnection {
  readonly reader = new Http1Reader(true);
  /** The head of the response that has arrived. */
  head: Http1Head = this.reader.head;
  /** Whether it is byte for byte the last response to its request. */
  isRepeated = false;
  /** Whether its bytes were kept as those of the last response. */
  isKept = false;
  /** The response, where one read gave all of it, as long as its receiver runs; the reader has kept nothing of it then. */
  #whole: Uint8Array | undefined;
  readonly socket: Socket;
  readonly #owner: LoadConnectionOwner;
  #receiver: ResponseReceiver | undefined;
  #isFresh = true;
  #hasReceivedData = false;
  /** The time until which it may be used again. */
  #usableUntil = Infinity;
  #hasTimedOut = false;
  #options = NO_READ_OPTIONS;

  constructor({ socket, staticRead }: Dialled, owner: LoadConnectionOwner) {
    this.socket = socket;
    this.#owner = owner;
    if (staticRead) staticRead.onBytes = this.#onData;
    else socket.on('data', this.#onData);
    socket.on('end', () => this.#ended());
    socket.on('close', () => this.#closed());
    socket.on('error', () => undefined);
  }

  isUsable(now: number): boolean {
    return !this.socket.destroyed && this.socket.writable && now < this.#usableUntil;
  }

  send(bytes: Uint8Array, options: ResponseReadOptions, receiver: ResponseReceiver): void {
    this.#receiver = receiver;
    this.#hasReceivedData = false;
    this.#options = options;
    this.#whole = undefined;
    this.isRepeated = false;
    this.isKept = false;
    this.head = this.reader.head;
    this.#startReader(options.checkedAtOnce ? NOTHING_KEPT : options.keep);
    this.socket.write(bytes);
  }

  /** The response for a receiver that is done with it when it returns: its body may be overwritten by the next read. */
  sharedResponse(): ReceivedResponse {
    return (this.#whole && wholeResponse(this.#whole, this.reader)) ?? this.takeResponse();
  }

  /** The response for a receiver that keeps it. */
  takeResponse(): ReceivedResponse {
    if (this.#whole) this.#readAgain(this.#whole);
    this.#whole = undefined;
    return receiveResponse(this.reader);
  }

  /** On a timeout, an event stream that has started counts as a response; anything else is a failure. */
  expire(timeoutMs: number): void {
    if (this.reader.hasHead && this.reader.head.isEventStream) {
      this.#hasTimedOut = true;
      this.#finish();
    } else this.#fail('timeout', timeoutMessage(this.#owner.shown, timeoutMs));
  }

  /** Closes the connection without reporting to the receiver. */
  abandon(): void {
    this.#receiver = undefined;
    this.socket.destroy();
  }

  readonly #onData = (data: Uint8Array): void => {
    // Unrequested bytes would be taken for the next response.
    if (!this.#receiver) {
      this.socket.destroy();
      return;
    }
    const { checkedAtOnce } = this.#options;
    const isFirst = !this.#hasReceivedData;
    this.#hasReceivedData = true;
    const progress = isFirst && checkedAtOnce ? this.#readFirst(data, checkedAtOnce) : this.reader.read(data);
    if (progress === 'done') this.#finish();
    else if (progress !== 'more') this.#fail(progress === 'invalid' ? 'protocol' : 'bodyLimit');
  };

  #readFirst(data: Uint8Array, { last }: CheckedAtOnce): ReadState {
    if (last?.matches(data)) {
      this.head = last.head;
      this.isRepeated = true;
      return 'done';
    }
    const progress = this.reader.read(data);
    if (progress === 'more') return this.#readAgain(data);
    if (progress === 'done') {
      this.#whole = data;
      this.isKept = last !== undefined && !this.reader.excess && last.keep(data, this.reader.head);
    }
    return progress;
  }

  /** Reads the first bytes once more, to keep the parts that are needed later. */
  #readAgain(data: Uint8Array): ReadState {
    const { keep } = this.#options;
    if (!keep.headers && !keep.body) return 'more';
    this.#startReader(keep);
    return this.reader.read(data);
  }

  #startReader(keep: KeptParts): void {
    const { bodiless, maxBodyBytes } = this.#options;
    this.reader.start(keep, bodiless, maxBodyBytes);
  }

  #finish(): void {
    const receiver = this.#receiver;
    if (!receiver) return;
    this.#receiver = undefined;
    this.#isFresh = false;
    const { head } = this;
    const excess = !this.isRepeated && this.reader.excess;
    // After a response that came before the whole request was sent, the rest of the request would confuse the server.
    const isFinished = !head.keepAlive || excess || this.#hasTimedOut || this.socket.writableLength > 0;
    if (isFinished) this.socket.destroy();
    else {
      this.#usableUntil = this.#owner.clock.now() + usableMs(head.idleSeconds);
      // Freed before the receiver is called, because that often sends its next request at once and would otherwise dial.
      this.#owner.onFree(this);
    }
    receiver.onResponse(this);
    this.#whole = undefined;
  }

  #fail(kind: FailureKind, message?: string): void {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    this.socket.destroy();
    if (!receiver) return;
    const isStale = kind === 'reset' && !this.#isFresh && !this.#hasReceivedData;
    receiver.onFailure(kind, isStale, message ?? this.#describeFailure(kind));
  }

  #describeFailure(kind: FailureKind): string {
    return connectionFailureText(
      kind,
      this.#owner.shown,
      this.reader,
      this.#hasReceivedData,
      this.#options.maxBodyBytes,
    );
  }

  #ended(): void {
    if (this.#receiver && this.reader.end()) this.#finish();
    else this.#fail('reset');
  }

  #closed(): void {
    this.#fail('reset');
    this.#owner.onClose(this);
  }
}
