import type { Queries, QueryName } from './queries.js';

/** Sent as JSON, a large one as the bytes of its text. */
export interface WorkerQuestion {
  readonly id: number;
  readonly name: QueryName | 'close';
  readonly args: Parameters<Queries[QueryName]>;
}

export type WorkerAnswer =
  | { readonly warning: string }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly unavailable: string }
  | { readonly id: number; readonly fault: string };
