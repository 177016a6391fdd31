import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { Interruption } from '../command/interruption.js';

/** One run of a command that may run again. */
export interface RunCycle {
  readonly interruption: Interruption;
  /** Whether this is the first or only run, which prints the version. */
  readonly isFirst: boolean;
  /** Called as soon as the paths are known, so that they can be watched. */
  readonly onInput?: (path: string) => void;
  readonly onFiles?: (files: readonly RunnableFile[]) => void;
}
