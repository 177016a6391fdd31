import { ThreadEnded } from '../primitives/threads/thread-failure.js';
import { WorkerThread } from '../primitives/threads/worker-thread.js';
import type { HistoryConnection, HistoryOperations, Query } from './queries/history-connection.js';
import { HistoryUnavailable } from './store/history-unavailable.js';
import type { RunStoreOptions } from './run-store.js';
import type { TeamStoreOptions } from './team/team-store.js';
import type { Queries } from './queries/queries.js';

/** Does the same as a RunStore or a TeamStore, with the connection in a thread of its own, which starts with the first call. */
export class HistoryThread implements HistoryConnection {
  readonly #file: URL;
  readonly #settings: RunStoreOptions | TeamStoreOptions;
  readonly #onWarning: (message: string) => void;
  #thread: WorkerThread<HistoryOperations> | undefined;

  constructor(file: URL, settings: RunStoreOptions | TeamStoreOptions, onWarning: (message: string) => void) {
    this.#file = file;
    this.#settings = settings;
    this.#onWarning = onWarning;
  }

  readonly query: Query = async (name, ...args) =>
    (await this.#call(name, args)) as ReturnType<Queries[typeof name]>;

  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread?.isAlive) return;
    await this.#call('close', undefined);
    this.#thread = undefined;
    await thread.end();
  }

  async #call<K extends keyof HistoryOperations>(
    operation: K,
    input: HistoryOperations[K]['input'],
  ): Promise<HistoryOperations[K]['result']> {
    if (!this.#thread?.isAlive) this.#thread = this.#start();
    try {
      return await this.#thread.call(operation, input, { transferInput: true });
    } catch (error) {
      if (error instanceof ThreadEnded) {
        const reason = 'its thread ended';
        if (operation === 'add') this.#onWarning(`a run was not stored in the history: ${reason}`);
        if (operation === 'addStress')
          this.#onWarning(`a load test was not stored in the history: ${reason}`);
        throw new HistoryUnavailable(reason, error);
      }
      throw HistoryUnavailable.fromThread(error);
    }
  }

  #start(): WorkerThread<HistoryOperations> {
    return new WorkerThread({
      file: this.#file,
      workerData: this.#settings,
      onNotice: (warning) => this.#onWarning(warning as string),
    });
  }
}
