/** A query to a database and its result. */
export interface QueryLimits {
  readonly signal: AbortSignal;
  readonly milliseconds: number;
}

export type QueryResult =
  | {
      readonly ok: true;
      readonly rows: number;
      /** The first row; empty without one. */ readonly first: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly reason: string };

export interface DatabaseClient {
  /** Writes the n-th parameter, counted from 1. */
  readonly mark: (position: number) => string;
  /** Throws StepFailure when the database cannot be queried at all. */
  readonly query: (sql: string, parameters: readonly unknown[], limits: QueryLimits) => Promise<QueryResult>;
}
