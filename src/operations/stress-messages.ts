/** What the server and the thread that directs a load test on large files tell each other. */
import type { StressResult, StressUpdate } from '../stress/stress-result.js';
import type { StressOrder } from '../stress/stress-test.js';
import type { ThreadFailure } from './thread-failure.js';

export interface StressSetup extends Omit<StressOrder, 'files' | 'cpuTime' | 'secrets' | 'startThread'> {
  /** As the client sent them. */
  readonly paths: readonly string[];
  /** Milliseconds of CPU that the process has used, kept up to date: one number. */
  readonly cpuTime: SharedArrayBuffer;
}

export type ToDirector = 'stop' | 'giveUp';

export type FromDirector =
  | { readonly prepared: StressUpdate }
  | { readonly update: StressUpdate }
  /** Redacted. */
  | { readonly result: StressResult; readonly last: StressUpdate }
  | ThreadFailure;
