import type { Queries, QueryName } from './queries.js';

/** As JSON, a large one as the bytes of its text; or a run that is JSON already and is to be added. */
export type SentQuestion = string | Uint8Array | { readonly id: number; readonly run: Uint8Array };

export interface WorkerQuestion {
  readonly id: number;
  readonly name: QueryName | 'close';
  readonly args: Parameters<Queries[QueryName]>;
  /** The answer may be long; then it is wanted as JSON. */
  readonly isLong?: boolean;
}

export type WorkerAnswer =
  | { readonly warning: string }
  | { readonly id: number; readonly result: unknown }
  /** A long result, as a line of JSON. */
  | { readonly id: number; readonly line: Uint8Array }
  | { readonly id: number; readonly unavailable: string }
  | { readonly id: number; readonly fault: string };
