/** What is asked of a measurement of strength. */

export interface StrengthRequest {
  /** Files and folders as the user names them; empty means the workspace. */
  readonly paths: readonly string[];
  /** Whether the requests are run, instead of taking what the history has of the last passed run. */
  readonly run: boolean;
  /** The same seed chooses the same changes. */
  readonly seed: number;
  /** How many changes of one response are checked at most. */
  readonly maxMutants: number;
}

export interface StrengthProgress {
  readonly file: string;
  readonly request: string;
  /** Changes checked so far, in all requests. */
  readonly checked: number;
}

export const DEFAULT_MAX_MUTANTS = 1000;

/** Chooses the same changes every time, unless another seed is asked for. */
export const DEFAULT_SEED = 1;
