/** The connections to one origin: as many as requests are under way (server.md 10.3). */
import { dial, type Dialled, type Dialling, type DialOptions } from '../../http/connect/dial.js';
import { RequestFailure, type FailureKind } from '../../http/message/message.js';
import type { Target } from '../../http/message/target.js';
import {
  LoadConnection,
  type ResponseReceiver,
  type ResponseReadOptions,
  type LoadConnectionOwner,
} from './load-connection.js';

/** A request that wants to be on its way. */
export interface PendingSend extends ResponseReceiver {
  readonly bytes: Uint8Array;
  readonly readOptions: ResponseReadOptions;
  /** What can be given up when the time is up. */
  connection: LoadConnection | Dialling | undefined;
  /** The origin speaks HTTP/2: only the ordinary path can talk to it. */
  onHttp2Origin(): void;
}

export class LoadPool implements LoadConnectionOwner {
  readonly #target: Target;
  readonly #options: DialOptions;
  readonly #idle: LoadConnection[] = [];
  readonly #all = new Set<LoadConnection>();
  /** Those who wait for the first connection, which decides between HTTP/1.1 and HTTP/2. */
  readonly #undecided: PendingSend[] = [];
  #protocol: 'unknown' | 'asked' | 'http/1.1' | 'h2';

  constructor(target: Target, options: DialOptions) {
    this.#target = target;
    this.#options = { ...options, inPlace: true };
    this.#protocol = options.protocols.length > 1 ? 'unknown' : 'http/1.1';
  }

  send(sending: PendingSend): void {
    if (this.#protocol === 'h2') {
      sending.onHttp2Origin();
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
  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.socket.destroy();
  }

  close(): void {
    for (const connection of this.#all) connection.abort();
  }

  onFree(connection: LoadConnection): void {
    this.#idle.push(connection);
  }

  onClose(connection: LoadConnection): void {
    this.#all.delete(connection);
    const index = this.#idle.lastIndexOf(connection);
    if (index !== -1) this.#idle.splice(index, 1);
  }

  #use(connection: LoadConnection, sending: PendingSend): void {
    sending.connection = connection;
    connection.send(sending.bytes, sending.readOptions, sending);
  }

  #dial(sending: PendingSend): void {
    if (this.#protocol === 'unknown') this.#protocol = 'asked';
    const dialling = dial(this.#target, undefined, this.#options);
    sending.connection = dialling;
    dialling.done.then(
      (dialled) => this.#connected(dialled, sending, dialling),
      (error: unknown) => {
        if (this.#protocol === 'asked') this.#askAgain();
        if (sending.connection === dialling) sending.onFailure(kindOf(error), false);
      },
    );
  }

  #connected(dialled: Dialled, sending: PendingSend, dialling: Dialling): void {
    const { socket, protocol } = dialled;
    const isWanted = sending.connection === dialling;
    if (protocol === 'h2') {
      this.#protocol = 'h2';
      socket.destroy();
      if (isWanted) sending.onHttp2Origin();
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
  forget(sending: PendingSend): void {
    const index = this.#undecided.indexOf(sending);
    if (index !== -1) this.#undecided.splice(index, 1);
  }
}

function kindOf(error: unknown): FailureKind {
  return error instanceof RequestFailure ? error.errorKind : 'connect';
}
