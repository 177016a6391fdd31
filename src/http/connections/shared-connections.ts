/** Connections that outlive a run, so that the next run to the same origin need not connect again. */
import { systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { createConnections, type Connections, type ConnectionsOptions } from './connections.js';

/** Each run limits its own connections, so the shared pool needs no tight limit. */
const MAX_SOCKET_COUNT = 10_000;

/** Idle connections are closed soon, because a service under test is restarted often and leaves dead ones. */
const IDLE_MS = 2000;

export class SharedConnections {
  readonly #shared = new Map<string, Shared>();
  readonly #keys = new WeakMap<ConnectionsOptions, string>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Returns connections that are used like private ones; closing them only releases them. */
  readonly connect = (options: ConnectionsOptions): Connections => {
    const key = this.#keys.get(options) ?? keyOf(options);
    if (key === undefined) return createConnections(options);
    this.#keys.set(options, key);
    const shared = getOrAdd(this.#shared, key, () => {
      const connection = createConnections({ ...options, maxSockets: MAX_SOCKET_COUNT });
      return { connection, users: 0, timer: undefined };
    });
    shared.users++;
    shared.timer?.cancel();
    let isReleased = false;
    const close = (): void => {
      if (!isReleased) this.#release(key, shared);
      isReleased = true;
    };
    return { send: shared.connection.send, close };
  };

  close(): void {
    for (const { connection, timer } of this.#shared.values()) {
      timer?.cancel();
      connection.close();
    }
    this.#shared.clear();
  }

  #release(key: string, shared: Shared): void {
    shared.users--;
    if (shared.users > 0 || this.#shared.get(key) !== shared) return;
    const end = (): void => {
      this.#shared.delete(key);
      shared.connection.close();
    };
    shared.timer = this.#clock.at(this.#clock.now() + IDLE_MS, end).unref();
  }
}

interface Shared {
  readonly connection: Connections;
  users: number;
  timer: ClockTimer | undefined;
}

/** Undefined for connections that no other run may use: a client certificate authenticates one run only. */
function keyOf(options: ConnectionsOptions): string | undefined {
  const { connectTimeout, httpVersion, proxy, tls, maxBodyBytes, lookup } = options;
  if (tls.cert !== undefined || lookup !== undefined) return undefined;
  return JSON.stringify([connectTimeout, httpVersion, proxy, tls, maxBodyBytes]);
}
