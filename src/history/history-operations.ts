import type { Queries } from './queries.js';

export type Query = <K extends keyof Queries>(
  name: K,
  ...args: Parameters<Queries[K]>
) => Promise<ReturnType<Queries[K]>>;

/** Whoever has the connection, in this thread or another one. Bytes in arguments are handed over. */
export interface HistoryConnection {
  /** Throws HistoryUnavailable when the store cannot be used. */
  readonly query: Query;
  /** After everything asked before. */
  close(): Promise<void>;
}

/** What the thread of the history performs; the input of a query are its arguments. */
export type HistoryOperations = {
  readonly [K in keyof Queries]: {
    readonly input: Parameters<Queries[K]>;
    readonly event: never;
    readonly result: ReturnType<Queries[K]>;
  };
} & {
  readonly close: { readonly input: undefined; readonly event: never; readonly result: void };
};
