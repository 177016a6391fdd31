/** The connections to one origin, as many as there are requests in flight. */
import { dial, type Dialled, type Dialling, type DialOptions } from '../../http/connect/dial.js';
import type { Clock } from '../../primitives/clock.js';
import { networkFailure } from '../../http/message/network-failure.js';
import type { Target } from '../../http/message/target.js';
import {
  LoadConnection,
  type ResponseReceiver,
  type ResponseReadOptions,
  type LoadConnectionOwner,
} from './load-connection.js';

/** A request that waits to be sent or for its response. */
export interface PendingSend extends ResponseReceiver {
  readonly bytes: Uint8Array;
  readonly readOptions: ResponseReadOptions;
  /** Aborted when the time limit expires. */
  connection: LoadConnection | Dialling | undefined;
  /** The origin speaks HTTP/2, which only the ordinary path supports. */
  onHttp2Origin(): void;
}

export class LoadPool implements LoadConnectionOwner {
  readonly clock: Pick<Clock, 'now'>;
  readonly #target: Target;
  readonly #options: DialOptions;
  readonly #idle: LoadConnection[] = [];
  readonly #all = new Set<LoadConnection>();
  /** Requests that wait for the first connection, which decides between HTTP/1.1 and HTTP/2. */
  readonly #undecided: PendingSend[] = [];
  #protocol: 'unknown' | 'asked' | 'http/1.1' | 'h2';

  get shown(): string {
    return this.#target.authority;
  }

  constructor(target: Target, options: DialOptions, clock: Pick<Clock, 'now'>) {
    this.clock = clock;
    this.#target = target;
    this.#options = { ...options, allowStaticRead: true };
    this.#protocol = options.protocols.length > 1 ? 'unknown' : 'http/1.1';
  }

  send(pending: PendingSend): void {
    if (this.#protocol === 'h2') {
      pending.onHttp2Origin();
      return;
    }
    const now = this.clock.now();
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      if (kept.isUsable(now)) {
        this.#sendOn(kept, pending);
        return;
      }
      kept.socket.destroy();
    }
    if (this.#protocol === 'asked') this.#undecided.push(pending);
    else this.#dial(pending);
  }

  /** One kept connection turned out to be closed, so the other idle ones may be closed too. */
  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.socket.destroy();
  }

  close(): void {
    for (const connection of this.#all) connection.abandon();
  }

  onFree(connection: LoadConnection): void {
    this.#idle.push(connection);
  }

  onClose(connection: LoadConnection): void {
    this.#all.delete(connection);
    const index = this.#idle.lastIndexOf(connection);
    if (index !== -1) this.#idle.splice(index, 1);
  }

  #sendOn(connection: LoadConnection, pending: PendingSend): void {
    pending.connection = connection;
    connection.send(pending.bytes, pending.readOptions, pending);
  }

  #dial(pending: PendingSend): void {
    if (this.#protocol === 'unknown') this.#protocol = 'asked';
    const dialling = dial(this.#target, undefined, this.#options);
    pending.connection = dialling;
    dialling.done.then(
      (dialled) => this.#connected(dialled, pending, dialling),
      (error: unknown) => {
        if (this.#protocol === 'asked') this.#dialNext();
        if (pending.connection !== dialling) return;
        const { errorKind, message } = networkFailure(error, 'connect', this.shown);
        pending.onFailure(errorKind, false, message);
      },
    );
  }

  #connected(dialled: Dialled, pending: PendingSend, dialling: Dialling): void {
    const { socket, protocol } = dialled;
    const isStillWanted = pending.connection === dialling;
    if (protocol === 'h2') {
      this.#protocol = 'h2';
      socket.destroy();
      if (isStillWanted) pending.onHttp2Origin();
    } else {
      this.#protocol = 'http/1.1';
      const connection = new LoadConnection(dialled, this);
      this.#all.add(connection);
      if (isStillWanted) this.#sendOn(connection, pending);
      else this.#idle.push(connection);
    }
    for (const waiting of this.#undecided.splice(0)) this.send(waiting);
  }

  /** The first dial failed, so the next waiting request decides the protocol. */
  #dialNext(): void {
    this.#protocol = 'unknown';
    const [next, ...others] = this.#undecided.splice(0);
    if (next) this.#dial(next);
    this.#undecided.push(...others);
  }

  /** Removes a request that no longer waits. */
  forget(pending: PendingSend): void {
    const index = this.#undecided.indexOf(pending);
    if (index !== -1) this.#undecided.splice(index, 1);
  }
}
