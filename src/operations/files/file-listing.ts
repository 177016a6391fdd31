import type { CountedFile } from '../../workspace/files/indexed-file.js';

export interface OverviewRequest {
  readonly environment: string;
  readonly hasConfig: boolean;
  /** Files that were counted elsewhere, because they are large. */
  readonly counted?: readonly CountedFile[];
}

/** Large files that have to be counted first, or a line of JSON. */
export type Listing = { readonly json: Uint8Array } | { readonly uncounted: readonly string[] };
