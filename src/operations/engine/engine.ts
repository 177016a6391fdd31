import type { MessageOf } from '../../primitives/threads/protocol.js';
import type { CallOptions } from '../../primitives/threads/worker-thread.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';

export interface EngineCallOptions<K extends EngineOperation> extends CallOptions<
  EngineOperations[K]['event'],
  MessageOf<EngineOperations[K]>
> {
  /** Calls with the same key, such as those for one file, go to the same thread while that is free. */
  readonly key?: string;
  /**
   * `light` for what is done within milliseconds or only waits; what turns out to read a large file is moved.
   * `heavy` for what computes for long. `own` for what runs for minutes: a thread that ends with the call.
   */
  readonly lane?: 'light' | 'heavy' | 'own';
}

export interface EngineStatus {
  /** That run at this moment. */
  readonly threads: number;
  /** Those among them that have something to do. */
  readonly busy: number;
  /** How many threads were ended because they did not answer in time, or needed too much memory. */
  readonly restarts: number;
}

/** Does the work of a server beside its event loop. */
export interface Engine {
  call<K extends EngineOperation>(
    operation: K,
    input: EngineOperations[K]['input'],
    options?: EngineCallOptions<K>,
  ): Promise<EngineOperations[K]['result']>;
  status(): EngineStatus;
  close(): Promise<void>;
}

/** For what lists the files of the workspace: the thread that did it last knows most of them already. */
export const LISTING_THREAD = { key: '' };
