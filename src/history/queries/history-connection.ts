import type { Queries } from './queries.js';

export type Query = <K extends keyof Queries>(
  name: K,
  ...args: Parameters<Queries[K]>
) => Promise<ReturnType<Queries[K]>>;

/** The owner of the connection, in this thread or another one. Bytes in arguments are transferred, not copied. */
export interface HistoryConnection {
  /** Throws HistoryUnavailable when the store cannot be used. */
  readonly query: Query;
  /** From now on everything takes at most so long, where a store may be slow; what it cannot take by then is kept. */
  finishWithin?(milliseconds: number): void;
  /** Waits for all queries that were made before. */
  close(): Promise<void>;
}

/** The operations of the history thread; the input of each query is the list of its arguments. */
export type HistoryOperations = {
  readonly [K in keyof Queries]: {
    readonly input: Parameters<Queries[K]>;
    readonly event: never;
    readonly result: ReturnType<Queries[K]>;
  };
} & {
  readonly close: { readonly input: undefined; readonly event: never; readonly result: void };
};
