import { getOrAdd } from '../../primitives/get-or-add.js';
import { NewExpiries } from './new-expiries.js';
import { withinResponseLimit } from './response-limit.js';
import {
  QueueLost,
  TAKE_COUNT,
  type ClaimRequest,
  type Mark,
  type QueueTransport,
  type TakenMessages,
} from './queue-transport.js';
import type { Redis, RedisConnector } from './redis-connector.js';
import { callError, isForeignContent } from './redis-errors.js';
import { RedisOrders } from './redis-orders.js';
import { CLAIM, HOLD, RELEASE } from './redis-scripts.js';

type Listener = (message: Buffer) => void;

const FIELD = 'm';
/** A connection that is only open on this side is opened again. */
const UNANSWERED_LIMIT = 3;

/** Everything lies under one prefix, channels too; its braces would keep it together in a cluster. */
export class RedisTransport implements QueueTransport {
  readonly #connector: RedisConnector;
  readonly #prefix: string;
  readonly #client: Redis;
  readonly #orders: RedisOrders;
  readonly #expiries = new NewExpiries();
  readonly #listeners = new Map<string, Set<Listener>>();
  #subscriber: Redis | undefined;
  #unanswered = 0;
  /** Why there is no connection; undefined while there is one. */
  #fault: unknown;

  constructor(connector: RedisConnector, queue: string) {
    this.#connector = connector;
    this.#prefix = `svc:{${queue}}:`;
    this.#client = connector.connectForCommands();
    this.#client.on('error', (fault) => (this.#fault = fault));
    this.#client.on('ready', () => (this.#fault = undefined));
    this.#orders = new RedisOrders(connector, `${this.#prefix}bull`);
  }

  /** Resolves when commands can be sent. */
  async ready(): Promise<void> {
    await this.#call(
      () =>
        new Promise<void>((resolve) => {
          if (this.isConnected) resolve();
          else this.#client.once('ready', () => resolve());
        }),
    );
  }

  get isConnected(): boolean {
    return this.#client.status === 'ready';
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    const [onReady, onClose] = [() => listener(true), () => listener(false)];
    this.#client.on('ready', onReady).on('close', onClose);
    return () => void this.#client.off('ready', onReady).off('close', onClose);
  }

  reconnectFast(): () => void {
    return this.#connector.reconnectFast();
  }

  async write(key: string, value: Uint8Array, expiryMs: number): Promise<void> {
    await this.#call((redis) => redis.set(this.#key(key), Buffer.from(value), 'PX', Math.ceil(expiryMs)));
  }

  read(keys: readonly string[], maxBytes: number): Promise<(Buffer | undefined)[]> {
    return Promise.all(
      keys.map((key) =>
        this.#call(async (redis) => {
          const found = await this.#unlessForeign(key, () =>
            redis.getrangeBuffer(this.#key(key), 0, maxBytes),
          );
          return found === undefined || found.length === 0 ? undefined : found;
        }),
      ),
    );
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#call((redis) => redis.unlink(keys.map((key) => this.#key(key))));
  }

  async expiryOf(key: string): Promise<number | undefined> {
    const left = await this.#call((redis) => redis.pttl(this.#key(key)));
    return left < 0 ? undefined : left;
  }

  async hold(key: string, owner: string, expiryMs: number): Promise<boolean> {
    return (
      (await this.#call((redis) => redis.eval(HOLD, 1, this.#key(key), owner, Math.ceil(expiryMs)))) === 1
    );
  }

  async release(keys: readonly string[], owner: string): Promise<void> {
    if (keys.length === 0) return;
    const names = keys.map((key) => this.#key(key));
    await this.#call((redis) => redis.eval(RELEASE, names.length, ...names, owner));
  }

  async claim({ candidates, owner, least, most, expiryMs }: ClaimRequest): Promise<readonly number[]> {
    if (candidates.length < least || candidates.length === 0) return [];
    const names = candidates.flatMap(({ key, condition }) => [this.#key(key), this.#key(condition)]);
    const taken = await this.#call((redis) =>
      redis.eval(CLAIM, names.length, ...names, owner, least, most, Math.ceil(expiryMs)),
    );
    // Lua counts from 1, and two keys per candidate.
    return (taken as readonly number[]).map((place) => (place - 1) / 2);
  }

  async mark(set: string, member: string): Promise<void> {
    const at = await this.time();
    await this.#healing(set, (redis) => redis.zadd(this.#key(set), at, member));
  }

  async marked(set: string): Promise<readonly Mark[]> {
    const found = await this.#call(async (redis) => {
      return (
        (await this.#unlessForeign(set, () => redis.zrange(this.#key(set), '0', '-1', 'WITHSCORES'))) ?? []
      );
    });
    const marks: Mark[] = [];
    for (let i = 0; i < found.length; i += 2)
      marks.push({ member: found[i] ?? '', at: Number(found[i + 1]) });
    return marks;
  }

  async unmark(set: string, members: readonly string[]): Promise<void> {
    if (members.length > 0) await this.#healing(set, (redis) => redis.zrem(this.#key(set), [...members]));
  }

  async publish(channel: string, message: Uint8Array): Promise<void> {
    await this.#call((redis) => redis.publish(this.#key(channel), Buffer.from(message)));
  }

  async subscribe(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const name = this.#key(channel);
    const subscriber = this.#subscriptions();
    getOrAdd(this.#listeners, name, () => new Set<Listener>()).add(listener);
    // Its connection sends this again when the server is back.
    await this.#call(() => subscriber.subscribe(name)).catch(ignoreLoss);
    return async () => {
      this.#listeners.delete(name);
      if (subscriber.status === 'ready')
        await this.#call(() => subscriber.unsubscribe(name)).catch(() => undefined);
    };
  }

  async append(stream: string, message: Uint8Array, expiryMs: number): Promise<void> {
    const key = this.#key(stream);
    const entry = ['*', FIELD, Buffer.from(message)] as const;
    await this.#healing(stream, async (redis) => {
      if (this.#expiries.has(key, expiryMs) && (await redis.xadd(key, 'NOMKSTREAM', ...entry)) !== null)
        return;
      // Both at once: a stream without an expiry must not be seen even for a moment.
      const added = redis.multi().xadd(key, ...entry);
      const results = await added.pexpire(key, Math.ceil(expiryMs)).exec();
      const fault = results?.find(([error]) => error !== null)?.[0];
      if (fault) throw fault;
      this.#expiries.add(key, expiryMs);
    });
  }

  async take(stream: string, previous: TakenMessages | undefined): Promise<TakenMessages> {
    const key = this.#key(stream);
    const found = await this.#call(async (redis) => {
      const done = previous?.ids ?? [];
      const read = async (): Promise<[Buffer, Buffer[]][]> => {
        if (done.length > 0) void redis.xdel(key, ...done).catch(() => undefined);
        return redis.xrangeBuffer(key, '-', '+', 'COUNT', TAKE_COUNT);
      };
      return (await this.#unlessForeign(stream, read)) ?? [];
    });
    return {
      ids: found.map(([id]) => id.toString()),
      messages: found.map(([, fields]) => fields[1] ?? Buffer.alloc(0)),
    };
  }

  sendOrder(queue: string, id: string, rank?: number): Promise<void> {
    return this.#call(() => this.#orders.send(queue, id, rank));
  }

  takeOrders(queue: string, listener: (id: string) => Promise<void>): Promise<() => Promise<void>> {
    return Promise.resolve(this.#orders.take(queue, listener));
  }

  waitingOrders(queue: string): Promise<readonly string[]> {
    return this.#call(() => this.#orders.waiting(queue));
  }

  dropOrders(queue: string): Promise<void> {
    return this.#call(() => this.#orders.drop(queue));
  }

  async time(): Promise<number> {
    const [seconds = 0, microseconds = 0] = (await this.#call((redis) => redis.time())).map(Number);
    return seconds * 1000 + microseconds / 1000;
  }

  close(): Promise<void> {
    this.#orders.close();
    this.#subscriber?.disconnect();
    this.#client.disconnect();
    return Promise.resolve();
  }

  #key(name: string): string {
    return this.#prefix + name;
  }

  #subscriptions(): Redis {
    if (this.#subscriber === undefined) {
      this.#subscriber = this.#connector.connectForWaiting();
      this.#subscriber.on('messageBuffer', (channel: Buffer, message: Buffer) => {
        for (const listener of this.#listeners.get(channel.toString()) ?? []) listener(message);
      });
    }
    return this.#subscriber;
  }

  async #call<T>(ask: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      const found = await withinResponseLimit(() => ask(this.#client));
      this.#unanswered = 0;
      return found;
    } catch (error) {
      this.#countUnanswered(error);
      throw callError(error, this.#connector.address, this.#fault);
    }
  }

  #countUnanswered(error: unknown): void {
    if (!(error instanceof Error) || !/timed out|no response/.test(error.message)) return;
    this.#unanswered += 1;
    if (this.#unanswered < UNANSWERED_LIMIT || !this.isConnected) return;
    this.#unanswered = 0;
    this.#client.disconnect(true);
    if (this.#subscriber?.status === 'ready') this.#subscriber.disconnect(true);
  }

  /** What a stranger wrote into one of our keys is removed, and the call repeated. */
  async #healing(key: string, ask: (redis: Redis) => Promise<unknown>): Promise<void> {
    await this.#call(async (redis) => {
      try {
        await ask(redis);
      } catch (error) {
        if (!isForeignContent(error)) throw error;
        await redis.unlink(this.#key(key));
        await ask(redis);
      }
    });
  }

  /** The same for reading: then there is nothing. */
  async #unlessForeign<T>(key: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!isForeignContent(error)) throw error;
      await this.#client.unlink(this.#key(key));
      return undefined;
    }
  }
}

function ignoreLoss(error: unknown): void {
  if (!(error instanceof QueueLost)) throw error;
}
