import type { CountedFile } from '../../workspace/files/indexed-file.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';

export interface OverviewRequest {
  readonly environment: string;
  readonly hasConfig: boolean;
  /** Environment files of other clients that are named; undefined where none are used. */
  readonly clientEnv: readonly NamedPath[] | undefined;
  /** Large files whose requests were counted by another thread. */
  readonly counted?: readonly CountedFile[];
}

/** Large files that must be counted first, or a line of JSON. */
export type Listing = { readonly json: Uint8Array } | { readonly uncounted: readonly string[] };
