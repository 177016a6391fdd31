/** The connections to one origin: as many as requests are under way (server.md 10.3). */
import { dial, type Dialled, type Dialling, type DialOptions } from '../../http/connect/dial.js';
import { RequestFailure, type FailureKind } from '../../http/message/message.js';
import type { Target } from '../../http/message/target.js';
import {
  LoadConnection,
  type ResponseReceiver,
  type Asking,
  type ConnectionOwner,
} from './load-connection.js';

/** A request that wants to be on its way. */
export interface Sending extends ResponseReceiver {
  readonly bytes: Uint8Array;
  readonly asking: Asking;
  /** What can be given up when the time is up. */
  carrier: LoadConnection | Dialling | undefined;
  /** The origin speaks HTTP/2: only the ordinary path can talk to it. */
  refused(): void;
}

export class LoadPool implements ConnectionOwner {
  readonly #target: Target;
  readonly #options: DialOptions;
  readonly #idle: LoadConnection[] = [];
  readonly #all = new Set<LoadConnection>();
  /** Those who wait for the first connection, which decides between HTTP/1.1 and HTTP/2. */
  readonly #undecided: Sending[] = [];
  #protocol: 'unknown' | 'asked' | 'http/1.1' | 'h2';

  constructor(target: Target, options: DialOptions) {
    this.#target = target;
    this.#options = { ...options, inPlace: true };
    this.#protocol = options.protocols.length > 1 ? 'unknown' : 'http/1.1';
  }

  send(sending: Sending): void {
    if (this.#protocol === 'h2') {
      sending.refused();
      return;
    }
    const now = performance.now();
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      if (kept.isUsable(now)) {
        this.#use(kept, sending);
        return;
      }
      kept.socket.destroy();
    }
    if (this.#protocol === 'asked') this.#undecided.push(sending);
    else this.#dial(sending);
  }

  /** One kept connection turned out to be dead, so the others are not to be trusted. */
  dropIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.socket.destroy();
  }

  close(): void {
    for (const connection of this.#all) connection.abandon();
  }

  freed(connection: LoadConnection): void {
    this.#idle.push(connection);
  }

  lost(connection: LoadConnection): void {
    this.#all.delete(connection);
    const index = this.#idle.lastIndexOf(connection);
    if (index !== -1) this.#idle.splice(index, 1);
  }

  #use(connection: LoadConnection, sending: Sending): void {
    sending.carrier = connection;
    connection.send(sending.bytes, sending.asking, sending);
  }

  #dial(sending: Sending): void {
    if (this.#protocol === 'unknown') this.#protocol = 'asked';
    const dialling = dial(this.#target, undefined, this.#options);
    sending.carrier = dialling;
    dialling.done.then(
      (dialled) => this.#connected(dialled, sending, dialling),
      (error: unknown) => {
        if (this.#protocol === 'asked') this.#askAgain();
        if (sending.carrier === dialling) sending.failed(kindOf(error), false);
      },
    );
  }

  #connected(dialled: Dialled, sending: Sending, dialling: Dialling): void {
    const { socket, protocol } = dialled;
    const isWanted = sending.carrier === dialling;
    if (protocol === 'h2') {
      this.#protocol = 'h2';
      socket.destroy();
      if (isWanted) sending.refused();
    } else {
      this.#protocol = 'http/1.1';
      const connection = new LoadConnection(dialled, this);
      this.#all.add(connection);
      if (isWanted) this.#use(connection, sending);
      else this.#idle.push(connection);
    }
    for (const waiting of this.#undecided.splice(0)) this.send(waiting);
  }

  /** The one that asked got no connection: the next one asks. */
  #askAgain(): void {
    this.#protocol = 'unknown';
    const [next, ...others] = this.#undecided.splice(0);
    if (next) this.#dial(next);
    this.#undecided.push(...others);
  }

  /** It no longer waits. */
  forget(sending: Sending): void {
    const index = this.#undecided.indexOf(sending);
    if (index !== -1) this.#undecided.splice(index, 1);
  }
}

function kindOf(error: unknown): FailureKind {
  return error instanceof RequestFailure ? error.errorKind : 'connect';
}
