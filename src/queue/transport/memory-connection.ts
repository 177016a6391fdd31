import { getOrAdd } from '../../primitives/get-or-add.js';
import type { MemoryListener, MemoryServer } from './memory-server.js';
import {
  QueueLost,
  TAKE_COUNT,
  type ClaimRequest,
  type Mark,
  type QueueTransport,
  type TakenMessages,
} from './queue-transport.js';

type Listener = (message: Buffer) => void;

interface Taker {
  readonly listener: (id: string) => Promise<void>;
  isBusy: boolean;
}

const NO_RANK = -1;

/** One side's connection to a queue in memory. */
export class MemoryConnection implements QueueTransport, MemoryListener {
  readonly #server: MemoryServer;
  readonly #onConnection = new Set<(isConnected: boolean) => void>();
  readonly #subscriptions = new Map<string, Set<Listener>>();
  readonly #takers = new Map<string, Taker>();
  #isCutOff = false;

  constructor(server: MemoryServer) {
    this.#server = server;
    server.listeners.add(this);
  }

  get isConnected(): boolean {
    return this.#server.isUp && !this.#isCutOff;
  }

  /** Only this connection is away, or back. */
  cutOff(isCutOff: boolean): void {
    this.#isCutOff = isCutOff;
    this.onServer(!isCutOff);
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#onConnection.add(listener);
    return () => void this.#onConnection.delete(listener);
  }

  reconnectFast(): () => void {
    return () => undefined;
  }

  write(key: string, value: Uint8Array, expiryMs: number): Promise<void> {
    return this.#ask((server) => server.set(key, value, expiryMs));
  }

  read(keys: readonly string[], maxBytes: number): Promise<(Buffer | undefined)[]> {
    return this.#ask((server) => keys.map((key) => server.get(key)?.value.subarray(0, maxBytes + 1)));
  }

  remove(keys: readonly string[]): Promise<void> {
    return this.#ask((server) => {
      for (const key of keys) server.delete(key);
    });
  }

  expiryOf(key: string): Promise<number | undefined> {
    return this.#ask((server) => {
      const entry = server.get(key);
      return entry && entry.until - server.time();
    });
  }

  hold(key: string, owner: string, expiryMs: number): Promise<boolean> {
    return this.#ask((server) => {
      const holder = server.get(key)?.value.toString();
      if (holder !== undefined && holder !== owner) return false;
      server.set(key, Buffer.from(owner), expiryMs);
      return true;
    });
  }

  release(keys: readonly string[], owner: string): Promise<void> {
    return this.#ask((server) => {
      for (const key of keys) if (server.get(key)?.value.toString() === owner) server.delete(key);
    });
  }

  claim({ candidates, owner, least, most, expiryMs }: ClaimRequest): Promise<readonly number[]> {
    return this.#ask((server) => {
      const free = candidates.flatMap(({ key, condition }, index) =>
        server.get(condition) !== undefined && server.get(key) === undefined ? [index] : [],
      );
      if (free.length < least) return [];
      const taken = free.slice(0, most);
      for (const index of taken) server.set(candidates[index]?.key ?? '', Buffer.from(owner), expiryMs);
      return taken;
    });
  }

  mark(set: string, member: string): Promise<void> {
    return this.#ask((server) => void getOrAdd(server.sets, set, () => new Map()).set(member, server.time()));
  }

  marked(set: string): Promise<readonly Mark[]> {
    return this.#ask((server) =>
      [...(server.sets.get(set) ?? [])]
        .map(([member, at]) => ({ member, at }))
        .sort((a, b) => a.at - b.at || (a.member < b.member ? -1 : 1)),
    );
  }

  unmark(set: string, members: readonly string[]): Promise<void> {
    return this.#ask((server) => {
      for (const member of members) server.sets.get(set)?.delete(member);
    });
  }

  publish(channel: string, message: Uint8Array): Promise<void> {
    return this.#ask((server) => server.publish(channel, Buffer.from(message)));
  }

  subscribe(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const listeners = getOrAdd(this.#subscriptions, channel, () => new Set<Listener>());
    listeners.add(listener);
    return Promise.resolve(() => Promise.resolve(void listeners.delete(listener)));
  }

  append(stream: string, message: Uint8Array, expiryMs: number): Promise<void> {
    return this.#ask((server) => server.append(stream, Buffer.from(message), expiryMs));
  }

  take(name: string, previous: TakenMessages | undefined): Promise<TakenMessages> {
    return this.#ask((server) => {
      const { entries } = server.stream(name);
      const done = new Set(previous?.ids);
      entries.splice(0, entries.length, ...entries.filter(({ id }) => !done.has(id)));
      const taken = entries.slice(0, TAKE_COUNT);
      return { messages: taken.map(({ message }) => message), ids: taken.map(({ id }) => id) };
    });
  }

  sendOrder(queue: string, id: string, rank = NO_RANK): Promise<void> {
    return this.#ask((server) => {
      const waiting = getOrAdd(server.orders, queue, () => []);
      if (waiting.some((order) => order.id === id)) return;
      waiting.push({ id, rank });
      waiting.sort((a, b) => a.rank - b.rank);
      server.wakeTakers(queue);
    });
  }

  takeOrders(queue: string, listener: (id: string) => Promise<void>): Promise<() => Promise<void>> {
    return this.#ask(() => {
      this.#takers.set(queue, { listener, isBusy: false });
      this.onOrder(queue);
      return () => Promise.resolve(void this.#takers.delete(queue));
    });
  }

  waitingOrders(queue: string): Promise<readonly string[]> {
    return this.#ask((server) => (server.orders.get(queue) ?? []).map(({ id }) => id));
  }

  dropOrders(queue: string): Promise<void> {
    return this.#ask((server) => void server.orders.delete(queue));
  }

  time(): Promise<number> {
    return this.#ask((server) => server.time());
  }

  close(): Promise<void> {
    this.#subscriptions.clear();
    this.#takers.clear();
    this.#onConnection.clear();
    this.#server.listeners.delete(this);
    return Promise.resolve();
  }

  onServer(isConnected: boolean): void {
    for (const listener of this.#onConnection) listener(isConnected);
    if (isConnected) for (const queue of this.#takers.keys()) this.onOrder(queue);
  }

  onPublished(channel: string, message: Buffer): void {
    if (this.#isCutOff) return;
    for (const listener of this.#subscriptions.get(channel) ?? []) queueMicrotask(() => listener(message));
  }

  onOrder(queue: string): void {
    const taker = this.#takers.get(queue);
    if (taker === undefined || taker.isBusy || !this.isConnected) return;
    const next = this.#server.orders.get(queue)?.shift();
    if (next === undefined) return;
    taker.isBusy = true;
    const goOn = (): void => {
      taker.isBusy = false;
      this.onOrder(queue);
    };
    queueMicrotask(() => void taker.listener(next.id).then(goOn, goOn));
  }

  /** Responses come later, as they do from a server. */
  async #ask<T>(read: (server: MemoryServer) => T): Promise<T> {
    await Promise.resolve();
    if (!this.isConnected) throw new QueueLost('the queue is away');
    return read(this.#server);
  }
}
