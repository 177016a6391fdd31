/** Orders are jobs of BullMQ, one queue per worker; they hold nothing but ids, because their keys have no expiry. */
import type { Job, Queue, Worker } from 'bullmq';
import { waitAtMost } from '../../primitives/time/wait-at-most.js';
import { isForeignContent } from './redis-errors.js';
import type { Redis, RedisConnector } from './redis-connector.js';

const CLOSE_LIMIT_MS = 1000;
/** Fewer questions while nothing is to be done. */
const IDLE_BLOCK_SECONDS = 10;
const RETRY_MS = 250;
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

  async send(worker: string, id: string): Promise<void> {
    const add = async (queue: Queue): Promise<void> => {
      const options = { jobId: id, attempts: 1, removeOnComplete: true, removeOnFail: true };
      await queue.add(JOB, { run: id }, options);
    };
    await this.#withQueue(worker, async (queue) => {
      try {
        await add(queue);
      } catch (error) {
        if (!isForeignContent(error)) throw error;
        // BullMQ has added the job by half, and would take another of the same id for a repetition.
        await this.#removeKeys(worker, id);
        await add(queue);
      }
    });
  }

  /** One that is taken is gone, whatever comes of it: nothing is ever done twice. */
  take(worker: string, listener: (id: string) => Promise<void>): () => Promise<void> {
    const connection = this.#connector.connectForWaiting();
    const taker: Worker = new this.#connector.bullmq.Worker(
      worker,
      async ({ data }: Job) => {
        const run: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'run') : undefined;
        if (typeof run === 'string') await listener(run);
      },
      {
        ...this.#shared(connection),
        drainDelay: IDLE_BLOCK_SECONDS,
        runRetryDelay: RETRY_MS,
        maxStalledCount: 0,
        skipStalledCheck: true,
        skipLockRenewal: true,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      },
    );
    taker.on('error', (fault) => void this.#heal(worker, fault));
    return async () => {
      // A server that is away keeps nobody from ending.
      await waitAtMost(
        CLOSE_LIMIT_MS,
        taker.close(true).catch(() => undefined),
      );
      connection.disconnect();
    };
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

  async #heal(worker: string, fault: Error): Promise<void> {
    if (isForeignContent(fault)) await this.#removeKeys(worker).catch(() => undefined);
  }

  async #removeKeys(worker: string, ...jobs: readonly string[]): Promise<void> {
    const names = [...KEY_NAMES, ...jobs];
    await this.#connection().unlink(names.map((name) => `${this.#prefix}:${worker}:${name}`));
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
