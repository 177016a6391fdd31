import type { MessageOf } from '../../primitives/threads/protocol.js';
import type { CallOptions } from '../../primitives/threads/worker-thread.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';

export interface EngineCallOptions<K extends EngineOperation> extends CallOptions<
  EngineOperations[K]['event'],
  MessageOf<EngineOperations[K]>
> {
  /** Calls with the same key, such as those for one file, go to the same thread while it is free. */
  readonly key?: string;
  /**
   * `light` is for operations that take milliseconds or only wait; one that needs a large file is moved. `heavy`
   * is for long computations. `own` is for operations that run for minutes: a thread that ends with the call.
   */
  readonly lane?: 'light' | 'heavy' | 'own';
}

export interface EngineStatus {
  /** The number of threads that run now. */
  readonly threads: number;
  /** The number of threads that have calls. */
  readonly busy: number;
  /** The number of threads that were ended because they did not respond in time or needed too much memory. */
  readonly restarts: number;
}

/** Does the work of a server outside of its event loop. */
export interface Engine {
  call<K extends EngineOperation>(
    operation: K,
    input: EngineOperations[K]['input'],
    options?: EngineCallOptions<K>,
  ): Promise<EngineOperations[K]['result']>;
  status(): EngineStatus;
  close(): Promise<void>;
}

/** The key of operations that list the files of the workspace: the thread that did it last has most of them cached. */
export const LISTING_THREAD = { key: '' };
