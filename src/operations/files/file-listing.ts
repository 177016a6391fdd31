import type { CountedFile } from '../../workspace/files/indexed-file.js';

export interface OverviewRequest {
  readonly environment: string;
  readonly hasConfig: boolean;
  /** Large files whose requests were counted by another thread. */
  readonly counted?: readonly CountedFile[];
}

/** Large files that must be counted first, or a line of JSON. */
export type Listing = { readonly json: Uint8Array } | { readonly uncounted: readonly string[] };
