/**
 * Orders are jobs of BullMQ, in one queue per worker, and in one per run whose units any of its workers may take. They
 * hold nothing but ids, because their keys have no expiry.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue, Worker } from 'bullmq';
import { waitAtMost } from '../../primitives/wait-at-most.js';
import { isForeignContent } from './redis-errors.js';
import type { Redis, RedisConnector } from './redis-connector.js';

const CLOSE_LIMIT_MS = 1000;
/** Fewer questions while nothing is to be done. */
const IDLE_BLOCK_SECONDS = 10;
const RETRY_MS = 250;
/** The lowest rank that BullMQ has. */
const MAX_PRIORITY = 2_097_152;
const JOB = 'order';

/** The keys that BullMQ has per queue beside those of jobs. */
const KEY_NAMES =
  'active wait waiting-children paused id delayed prioritized stalled-check completed failed stalled repeat limiter meta events pc marker de'.split(
    ' ',
  );

export class RedisOrders {
  readonly #connector: RedisConnector;
  readonly #prefix: string;
  /** Connected at the first use: commands such as `svc workers` send nothing. */
  #sending: Redis | undefined;

  constructor(connector: RedisConnector, prefix: string) {
    this.#connector = connector;
    this.#prefix = prefix;
  }

  /** Those with a rank are taken by it, the lowest first; of others the oldest is the first. */
  async send(name: string, id: string, rank?: number): Promise<void> {
    const add = async (queue: Queue): Promise<void> => {
      const options = { jobId: id, attempts: 1, removeOnComplete: true, removeOnFail: true };
      const priority = rank === undefined ? 0 : Math.min(rank + 1, MAX_PRIORITY);
      await queue.add(JOB, { run: id }, { ...options, priority });
    };
    await this.#withQueue(name, async (queue) => {
      try {
        await add(queue);
      } catch (error) {
        if (!isForeignContent(error)) throw error;
        // BullMQ has added the job by half, and would take another of the same id for a repetition.
        await this.#removeKeys(name, id);
        await add(queue);
      }
    });
  }

  /** One that is taken is gone, whatever comes of it: nothing is ever done twice. */
  take(name: string, listener: (id: string) => Promise<void>): () => Promise<void> {
    const connection = this.#connector.connectForWaiting();
    const taker: Worker = new this.#connector.bullmq.Worker(name, null, {
      ...this.#shared(connection),
      drainDelay: IDLE_BLOCK_SECONDS,
      runRetryDelay: RETRY_MS,
      autorun: false,
      skipStalledCheck: true,
      skipLockRenewal: true,
    });
    taker.on('error', (fault) => void this.#heal(name, fault));
    const stop = new AbortController();
    const takeAll = async (): Promise<void> => {
      for (let number = 1; !stop.signal.aborted; number += 1) {
        const id = await this.#takeNext(name, taker, `${taker.id}-${number}`);
        if (id !== undefined && !stop.signal.aborted) await listener(id).catch(() => undefined);
      }
    };
    void takeAll();
    return async () => {
      stop.abort();
      // A server that is away keeps nobody from ending.
      await waitAtMost(
        CLOSE_LIMIT_MS,
        taker.close(true).catch(() => undefined),
      );
      connection.disconnect();
    };
  }

  /** Ids that nobody has taken. */
  async waiting(name: string): Promise<readonly string[]> {
    const connection = this.#connection();
    const [first, ranked] = await Promise.all([
      connection.lrange(this.#key(name, 'wait'), 0, -1),
      connection.zrange(this.#key(name, 'prioritized'), '0', '-1'),
    ]);
    return [...first, ...ranked];
  }

  async drop(worker: string): Promise<void> {
    await this.#withQueue(worker, async (queue) => {
      // It fails where somebody has written something else into the keys.
      await queue.obliterate({ force: true }).catch(() => undefined);
    });
    await this.#removeKeys(worker);
  }

  close(): void {
    this.#sending?.disconnect();
  }

  async #withQueue(worker: string, work: (queue: Queue) => Promise<void>): Promise<void> {
    const connection = this.#connection();
    const queue = new this.#connector.bullmq.Queue(worker, {
      ...this.#shared(connection),
      skipMetasUpdate: true,
      streams: { events: { maxLen: 1 } },
    });
    queue.on('error', () => undefined);
    try {
      await work(queue);
    } finally {
      await queue.close().catch(() => undefined);
    }
  }

  /** Undefined if there was none for a while, or the server is away. */
  async #takeNext(name: string, taker: Worker, token: string): Promise<string | undefined> {
    try {
      const job = await taker.getNextJob(token);
      if (job === undefined) return undefined;
      await job.moveToCompleted('', token, false).catch(() => undefined);
      const data: unknown = job.data;
      const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'run') : undefined;
      return typeof id === 'string' ? id : undefined;
    } catch (error) {
      if (error instanceof Error) await this.#heal(name, error);
      await sleep(RETRY_MS, undefined, { ref: false });
      return undefined;
    }
  }

  async #heal(worker: string, fault: Error): Promise<void> {
    if (isForeignContent(fault)) await this.#removeKeys(worker).catch(() => undefined);
  }

  async #removeKeys(worker: string, ...jobs: readonly string[]): Promise<void> {
    const names = [...KEY_NAMES, ...jobs];
    await this.#connection().unlink(names.map((name) => this.#key(worker, name)));
  }

  #key(queue: string, name: string): string {
    return `${this.#prefix}:${queue}:${name}`;
  }

  #connection(): Redis {
    this.#sending ??= this.#connector.connectForWaiting();
    return this.#sending;
  }

  /** BullMQ would print its own warning about the version and the settings of the server. */
  #shared(connection: Redis): { connection: Redis; prefix: string; skipVersionCheck: true } {
    return { connection, prefix: this.#prefix, skipVersionCheck: true };
  }
}
