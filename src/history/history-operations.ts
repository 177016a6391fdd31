import type { Queries } from './queries.js';
import type { RunRows } from './run-rows.js';

/** What is asked by name; runs are added in another way, since several go together. */
export type QueryName = Exclude<keyof Queries, 'add'>;

export type Query = <K extends QueryName>(
  name: K,
  ...args: Parameters<Queries[K]>
) => Promise<ReturnType<Queries[K]>>;

/** Whoever has the connection, in this thread or another one; all of it throws HistoryUnavailable. */
export interface HistoryConnection {
  readonly query: Query;
  /** The rows of one run, or their JSON, whose memory is handed over; the id of the run. */
  add(rows: RunRows | Uint8Array): Promise<number>;
  /** After everything asked before. */
  close(): Promise<void>;
}

/** What the thread of the history performs; the input of a query are its arguments. */
export type HistoryOperations = {
  readonly [K in QueryName]: {
    readonly input: Parameters<Queries[K]>;
    readonly event: never;
    readonly result: ReturnType<Queries[K]>;
  };
} & {
  readonly add: {
    readonly input: RunRows | Uint8Array;
    readonly event: never;
    readonly result: number;
  };
  readonly close: { readonly input: undefined; readonly event: never; readonly result: void };
};
