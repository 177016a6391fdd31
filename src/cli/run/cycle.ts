import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { Interruption } from '../command/interruption.js';

/** What a single run is to those who may run again. */
export interface Cycle {
  readonly interruption: Interruption;
  /** The first run, or the only one: it says the version. */
  readonly first: boolean;
  /** Told as soon as they are known, for whoever watches them. */
  readonly onInput?: (path: string) => void;
  readonly onFiles?: (files: readonly RunnableFile[]) => void;
}
