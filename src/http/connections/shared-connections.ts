/** Connections that outlive a run, so that the next one to the same place need not dial again. */
import { createConnections } from './connections.js';
import type { Connections, ConnectionsOptions } from './connections-options.js';

/** Each run limits itself; all together may have more than one of them alone. */
const MOST_SOCKETS = 10_000;

/**
 * Unused for longer they are closed: a service under test is restarted often, and whoever keeps
 * connections open for long meets dead ones.
 */
const IDLE_MS = 2000;

export class SharedConnections {
  readonly #shared = new Map<string, Shared>();
  readonly #keys = new WeakMap<ConnectionsOptions, string>();

  /** What it gives is used like a connection of one's own; closing it only lets go. */
  readonly connect = (options: ConnectionsOptions): Connections => {
    const key = this.#keys.get(options) ?? keyOf(options);
    if (key === undefined) return createConnections(options);
    this.#keys.set(options, key);
    const shared = this.#shared.get(key) ?? this.#open(key, options);
    shared.users++;
    clearTimeout(shared.timer);
    let used = true;
    const close = (): void => {
      if (used) this.#letGo(key, shared);
      used = false;
    };
    return { send: shared.connection.send, close };
  };

  close(): void {
    for (const { connection, timer } of this.#shared.values()) {
      clearTimeout(timer);
      connection.close();
    }
    this.#shared.clear();
  }

  #open(key: string, options: ConnectionsOptions): Shared {
    const connection = createConnections({ ...options, maxSockets: MOST_SOCKETS });
    const shared: Shared = { connection, users: 0, timer: undefined };
    this.#shared.set(key, shared);
    return shared;
  }

  #letGo(key: string, shared: Shared): void {
    shared.users--;
    if (shared.users > 0 || this.#shared.get(key) !== shared) return;
    shared.timer = setTimeout(() => {
      this.#shared.delete(key);
      shared.connection.close();
    }, IDLE_MS).unref();
  }
}

interface Shared {
  readonly connection: Connections;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Undefined for what no other run may use: who shows a certificate speaks for one run alone. */
function keyOf(options: ConnectionsOptions): string | undefined {
  const { connectTimeout, httpVersion, proxy, tls, maxBodyBytes, lookup } = options;
  if (tls.cert !== undefined || lookup !== undefined) return undefined;
  return JSON.stringify([connectTimeout, httpVersion, proxy, tls, maxBodyBytes]);
}
