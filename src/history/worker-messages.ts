import type { Queries, QueryName } from './queries.js';

/** As JSON, a large one as the bytes of its text; or a run that is JSON already and is to be added. */
export type SentQuestion = string | Uint8Array | { readonly id: number; readonly run: Uint8Array };

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
