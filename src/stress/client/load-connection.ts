/** One keep-alive connection of HTTP/1.1 without pipelining. */
import type { Socket } from 'node:net';
import type { Dialled } from '../../http/connect/dial.js';
import type { FailureKind } from '../../http/message/message.js';
import { usableMs } from '../../http/http1/http1-head.js';
import { Http1Reader, type KeptParts } from '../../http/http1/http1-reader.js';
import { timeoutMessage } from '../../http/wraps/time-limit.js';
import { connectionFailureText } from './failure-text.js';

/** Waits for a response. One of its methods is called once for each `send`. */
export interface ResponseReceiver {
  /** Takes what it needs from the reader before anything else is sent. */
  onResponse(connection: LoadConnection): void;
  /** `isStale`: the server closed a kept connection before any byte of a response arrived, so the request may be sent again. */
  onFailure(kind: FailureKind, isStale: boolean, message: string): void;
}

export interface LoadConnectionOwner {
  /** Host and port, for messages. */
  readonly shown: string;
  onFree(connection: LoadConnection): void;
  onClose(connection: LoadConnection): void;
}

/** How the response to a request is read. */
export interface ResponseReadOptions {
  readonly keep: KeptParts;
  /** True for HEAD. */
  readonly bodiless: boolean;
  readonly maxBodyBytes: number;
}

export class LoadConnection {
  readonly reader = new Http1Reader(true);
  readonly socket: Socket;
  readonly #owner: LoadConnectionOwner;
  #receiver: ResponseReceiver | undefined;
  #isFresh = true;
  #hasReceivedData = false;
  /** The time until which it may be used again. */
  #usableUntil = Infinity;
  #hasTimedOut = false;
  #maxBodyBytes = 0;

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
    this.#maxBodyBytes = options.maxBodyBytes;
    this.reader.start(options.keep, options.bodiless, options.maxBodyBytes);
    this.socket.write(bytes);
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
    this.#hasReceivedData = true;
    const progress = this.reader.read(data);
    if (progress === 'done') this.#finish();
    else if (progress !== 'more') this.#fail(progress === 'invalid' ? 'protocol' : 'bodyLimit');
  };

  #finish(): void {
    const receiver = this.#receiver;
    if (!receiver) return;
    this.#receiver = undefined;
    this.#isFresh = false;
    const { head, excess } = this.reader;
    // After a response that came before the whole request was sent, the rest of the request would confuse the server.
    const isFinished = !head.keepAlive || excess || this.#hasTimedOut || this.socket.writableLength > 0;
    if (isFinished) this.socket.destroy();
    else {
      this.#usableUntil = performance.now() + usableMs(head.idleSeconds);
      // Freed before the receiver is called, because that often sends its next request at once and would otherwise dial.
      this.#owner.onFree(this);
    }
    receiver.onResponse(this);
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
      this.#maxBodyBytes,
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
