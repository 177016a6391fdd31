import type { Queries, QueryName } from './queries.js';

/** As JSON, a large one as the bytes of its text; or rows that are JSON already and are to be added. */
export type SentQuestion = string | Uint8Array | { readonly id: number; readonly rows: Uint8Array };

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
