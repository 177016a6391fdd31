import { ServiceError } from '../../errors.js';
import type { LoadPackage } from '../../primitives/packages/load-package.js';
import { openQueue, type OpenedQueue } from '../../queue/open-queue.js';
import { QueueLost } from '../../queue/transport/queue-transport.js';
import { contactRedis, loadQueuePackages } from '../../queue/transport/redis-connector.js';
import type { Log } from '../settings/log.js';
import { queueFault } from '../settings/queue-fault.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { listQueue, type WorkersDocument } from '../workers/list-workers.js';
import type { ServerQueue } from './served-queue.js';

const TRY_AGAIN_MS = 30_000;

/** Fails only when the packages are missing. */
export async function connectServerQueue(
  options: QueueOptions,
  log: Log,
  load?: LoadPackage,
): Promise<ServerQueue> {
  await loadQueuePackages(load);
  const connection = new QueueConnection(options, log);
  void connection.tryOpen();
  return connection;
}

type QueueOptions = NonNullable<ServiceOptions['queue']>;

class QueueConnection implements ServerQueue {
  readonly waitMs: number;
  readonly #settings: QueueOptions['settings'];
  readonly #log: Log;
  #opened: OpenedQueue | undefined;
  #fault = new ServiceError('unavailable', 'the queue has not been contacted yet');
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ settings, waitMs }: QueueOptions, log: Log) {
    this.#settings = settings;
    this.waitMs = waitMs;
    this.#log = log;
  }

  get state(): 'ok' | 'unavailable' {
    return this.#opened?.transport.isConnected === true ? 'ok' : 'unavailable';
  }

  /** Tries again until it works; afterwards the connection itself does. */
  async tryOpen(): Promise<void> {
    try {
      const opened = await openQueue(this.#settings);
      if (this.#isClosed) return await opened.transport.close();
      for (const warning of opened.warnings) this.#log('warn', warning);
      this.#opened = opened;
    } catch (error) {
      const fault = queueFault(error);
      if (this.#fault.message !== fault.message) this.#log('warn', fault.message);
      this.#fault = fault;
      if (this.#isClosed) return;
      this.#timer = setTimeout(() => void this.tryOpen(), TRY_AGAIN_MS);
      this.#timer.unref();
    }
  }

  open(): OpenedQueue {
    if (this.#opened === undefined) throw this.#fault;
    return this.#opened;
  }

  async workers(): Promise<WorkersDocument> {
    try {
      return await this.#list();
    } catch (error) {
      if (!(error instanceof QueueLost)) throw queueFault(error);
    }
    // Says why it is away, unless it is there again.
    await contactRedis(this.#settings.address).catch((error: unknown) => {
      throw queueFault(error);
    });
    return this.#list().catch((error: unknown) => {
      throw queueFault(error);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#opened?.transport.close();
  }

  async #list(): Promise<WorkersDocument> {
    const { address } = this.#settings;
    const request = { address: address.shown, labels: [], required: 0, waitMs: 0 };
    return (await listQueue(this.open(), request)).document;
  }
}
